import { readFileSync } from 'node:fs';
import { auditEvents, auditSubjects } from '@bursar/contracts/control/audit-events';
import { describe, expect, it } from 'vitest';
import { knownFields, compareFacts, currencyOf, kindOfFact, mainFacts } from './audit-text.ts';
import { auditFilterOf } from './use-audit-list.ts';

describe.each(['en', 'ae'])('the audit trail texts in %s', (language) => {
  const file = new URL(`../../../../public/locales/${language}/audit.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, 'utf8'));

  it.each([
    ['event', auditEvents],
    ['subject', auditSubjects],
    ['field', knownFields],
  ])('include every %s', (kind, names: readonly string[]) => {
    expect(names.filter((name) => !texts[kind][name])).toEqual([]);
  });
});

describe('the facts before and after', () => {
  it('are compared, with differences marked', () => {
    const pairs = compareFacts(
      { status: 'active', phone: null },
      { status: 'closed', phone: null },
    );
    expect(pairs).toEqual([
      { field: 'status', before: 'active', after: 'closed', isChanged: true },
      { field: 'phone', before: null, after: null, isChanged: false },
    ]);
  });

  it('include every fact of either side', () => {
    const pairs = compareFacts({ status: 'active' }, { status: 'active', paymentId: 'p' });
    expect(pairs.map(({ field, isChanged }) => [field, isChanged])).toEqual([
      ['status', false],
      ['paymentId', true],
    ]);
  });

  it('have no mark if a record was only created', () => {
    expect(compareFacts(null, { name: 'Delta' })).toEqual([
      { field: 'name', before: undefined, after: 'Delta', isChanged: false },
    ]);
    expect(compareFacts(null, null)).toEqual([]);
  });

  it('show money in its currency, days as days and other values as recorded', () => {
    expect(kindOfFact('amountMinor', 1200)).toBe('money');
    expect(kindOfFact('amountMinor', null)).toBe('text');
    expect(kindOfFact('valueDate', '2026-02-28')).toBe('day');
    expect(kindOfFact('reason', 'since 2026-02-28')).toBe('text');
    expect(kindOfFact('lateSince', '2026-02-28')).toBe('days');
    expect(currencyOf({ before: null, after: { currency: 'USD' } })).toBe('USD');
    expect(currencyOf({ before: { loans: 3 }, after: null })).toBeUndefined();
  });
});

describe('the main facts of an event', () => {
  const fieldsOf = (...[before, after]: Parameters<typeof compareFacts>) =>
    mainFacts({ at: '2026-03-02T09:00:00Z', before, after }).map(({ field }) => field);

  it('are what changed, at most two', () => {
    const before = { loanId: 'a', status: 'active', phone: '1', email: 'a', role: 'x' };
    const after = { loanId: 'b', status: 'closed', phone: '2', email: 'b', role: 'x' };
    expect(fieldsOf(before, after)).toEqual(['status', 'phone']);
  });

  it('are the amount of a new record with what was written, or its first day', () => {
    const payment = { currency: 'USD', valueDate: '2026-02-28', feeMinor: 0, amountMinor: 1200 };
    expect(fieldsOf(null, payment)).toEqual(['amountMinor', 'valueDate']);
    expect(fieldsOf(null, { ...payment, reason: 'Late' })).toEqual(['amountMinor', 'reason']);
    expect(fieldsOf(null, { ...payment, valueDate: '2026-03-02' })).toEqual(['amountMinor']);
    expect(fieldsOf(null, { noteId: 'a', text: 'Works nights' })).toEqual(['text']);
    expect(fieldsOf(null, null)).toEqual([]);
  });
});

describe('the filters of the trail', () => {
  it("become a query in the server's terms", () => {
    const values = {
      loan: ' L-000123 ',
      person: 'a',
      event: 'sign-in',
      day: { from: '2026-02-01' },
    };
    expect(auditFilterOf(values)).toEqual({
      loan: 'L-000123',
      actorId: 'a',
      event: 'sign-in',
      from: '2026-02-01',
    });
    expect(auditFilterOf({})).toEqual({});
  });

  it('never request more than the server reads', () => {
    expect(auditFilterOf({ loan: 'L'.repeat(50) }).loan).toHaveLength(20);
  });
});
