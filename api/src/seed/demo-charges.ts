import { addDays } from '@bursar/loan-maths';
import { chargeLines } from '../features/servicing/ledger/ledger-entry.ts';
import { addMoneyEvent } from './demo-payments.ts';
import { demoPortfolio } from './demo-people.ts';
import type { DemoRows } from './demo-tables.ts';
import { momentOf, type Booking, type Placed } from './placed-loan.ts';

/** The ids of a loan's charges that were not waived, by component and instalment number (`fee 3`). */
export type ChargeIds = ReadonlyMap<string, string>;

const { currency } = demoPortfolio;

/** Adds the fees and penalties that the desks charged, and the waivers of some. */
export function addCharges(rows: DemoRows, loan: Placed, booking: Booking): ChargeIds {
  const { random, people } = booking;
  const { portfolioId, managerId } = people;
  const ids = new Map<string, string>();
  for (const charge of loan.charges) {
    const { number, portion, kind, amountMinor, dueOn, chargedOn, reason, waivedOn } = charge;
    const isHeld = chargedOn > addDays(loan.disbursedOn, 2) && loan.teamId !== null;
    const by = (isHeld && people.desks.get(loan.teamId ?? '')) || managerId;
    const at = momentOf(chargedOn, 9, random.between(0, 59));
    const id = random.uuid(at);
    const postedAt = at.toISOString();
    rows.charges.push({
      portfolioId,
      id,
      loanId: loan.id,
      portion,
      kind,
      instalmentNumber: number,
      amountMinor,
      dueOn,
      chargedOn,
      reason,
      postedBy: by,
      postedAt,
    });
    const [feeMinor, penaltyMinor] = portion === 'fee' ? [amountMinor, 0] : [0, amountMinor];
    const event = { loan, by, at, random, portfolioId };
    addMoneyEvent(
      rows,
      { ...event, event: 'add-charge' },
      {
        sourceId: id,
        valueDate: chargedOn,
        moved: chargeLines(feeMinor, penaltyMinor),
        after: { chargeId: id, amountMinor, currency, reason },
      },
    );
    if (waivedOn === null) {
      ids.set(`${portion} ${number}`, id);
      continue;
    }
    const waivedAt = momentOf(waivedOn, 11, random.between(0, 59));
    const waiverId = random.uuid(waivedAt);
    const waiver = { reason: 'The payment was on its way', madeBy: managerId };
    rows.charge_waivers.push({
      portfolioId,
      id: waiverId,
      chargeId: id,
      loanId: loan.id,
      event: 'waive-charge',
      amountMinor,
      valueDate: waivedOn,
      ...waiver,
      madeAt: waivedAt.toISOString(),
    });
    addMoneyEvent(
      rows,
      { ...event, by: managerId, at: waivedAt, event: 'waive-charge' },
      {
        sourceId: waiverId,
        valueDate: waivedOn,
        moved: chargeLines(-feeMinor, -penaltyMinor),
        after: { chargeId: id, amountMinor, currency, reason: waiver.reason },
      },
    );
  }
  return ids;
}
