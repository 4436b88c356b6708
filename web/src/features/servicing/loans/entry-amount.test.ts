import { expect, it } from 'vitest';
import { entryAmount } from './entry-amount.ts';

const debit = (account: string, debitMinor: number) => ({ account, debitMinor, creditMinor: 0 });
const credit = (account: string, creditMinor: number) => ({ account, debitMinor: 0, creditMinor });

it('a payment with a penalty has the amount of the cash', () => {
  const lines = [
    debit('cash', 4575),
    debit('deferred-penalties', 1500),
    credit('loans-receivable', 1271),
    credit('interest-income', 1804),
    credit('penalty-income', 1500),
    credit('penalty-receivable', 1500),
  ];
  expect(entryAmount(lines)).toBe(4575);
  const reversed = lines.map(({ account, debitMinor, creditMinor }) => ({
    account,
    debitMinor: creditMinor,
    creditMinor: debitMinor,
  }));
  expect(entryAmount(reversed)).toBe(4575);
});

it('a charge, a waiver and a disbursement have their total', () => {
  const charge = [debit('penalty-receivable', 1500), credit('deferred-penalties', 1500)];
  expect(entryAmount(charge)).toBe(1500);
  const waiver = [debit('deferred-penalties', 1500), credit('penalty-receivable', 1500)];
  expect(entryAmount(waiver)).toBe(1500);
  const disbursement = [
    debit('loans-receivable', 120_000),
    credit('cash', 115_000),
    credit('origination-fees', 5000),
  ];
  expect(entryAmount(disbursement)).toBe(120_000);
});

it('an entry that releases and restores deferred income has no amount', () => {
  const reallocation = [
    debit('deferred-penalties', 1500),
    credit('deferred-fees', 500),
    debit('fee-receivable', 500),
    credit('penalty-receivable', 1500),
  ];
  expect(entryAmount(reallocation)).toBeNull();
});
