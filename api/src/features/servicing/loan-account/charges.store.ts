import type { ChargedAmount } from '@bursar/contracts/servicing/loan-to-replay';
import type { Queryable } from '../../../platform/database.ts';
import type { InstalmentRow } from './instalments.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

/** An event on a charge: it is made, waived in part or whole, or a waiver is undone. */
export type ChargeEvent = ChargedAmount & {
  readonly event: 'add-charge' | 'waive-charge' | 'undo-waiver';
};

/** The amounts charged on a loan and not waived, and the amount paid on each charge. */
export type LoanCharges = {
  readonly charges: readonly ChargedAmount[];
  readonly chargesPaid: ReadonlyMap<string, number>;
};

/** Reads a loan's charges. If the instalments show none, as for most loans, it sends no query. */
export async function readCharges(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
  instalments: readonly InstalmentRow[],
): Promise<LoanCharges> {
  if (!instalments.some(({ feeMinor, penaltyMinor }) => feeMinor + penaltyMinor > 0)) {
    return { charges: [], chargesPaid: new Map() };
  }
  const events = await sql<(ChargeEvent & { paidMinor: number })[]>`
    select 'add-charge' as event, id as charge_id, instalment_number, portion, amount_minor,
      -- An automatic penalty counts after every payment of its day and before all other events of
      -- the next day.
      charged_on + (late_months is not null)::int as counts_on,
      case when late_months is null then number else -number end as number, coalesce((
        select sum(paid.amount_minor)::bigint from effective_charge_allocations paid
        where paid.portfolio_id = charges.portfolio_id and paid.charge_id = charges.id
      ), 0) as paid_minor, number as place
    from charges where portfolio_id = ${portfolioId} and loan_id = ${loanId}
    union all
    select waiver.event, waiver.charge_id, charge.instalment_number, charge.portion,
      waiver.amount_minor, waiver.value_date, waiver.number, 0, waiver.number
    from charge_waivers waiver
    join charges charge
      on charge.portfolio_id = waiver.portfolio_id and charge.id = waiver.charge_id
    where waiver.portfolio_id = ${portfolioId} and waiver.loan_id = ${loanId}
    order by place`;
  const chargesPaid = new Map(
    events
      .filter(({ event }) => event === 'add-charge')
      .map(({ chargeId, paidMinor }) => [chargeId, paidMinor]),
  );
  return { charges: chargedAmounts(events), chargesPaid };
}

/**
 * Lists the amounts that remain charged after these events, in the order of the events. A waiver
 * reduces the latest amounts of its charge first, because earlier ones may be paid. The amount of
 * an undone waiver counts from the day of its undo.
 */
export function chargedAmounts(events: readonly ChargeEvent[]): readonly ChargedAmount[] {
  const amounts: { -readonly [Key in keyof ChargedAmount]: ChargedAmount[Key] }[] = [];
  for (const { event, chargeId, instalmentNumber, portion, amountMinor, ...counts } of events) {
    if (event !== 'waive-charge') {
      const { countsOn, number } = counts;
      amounts.push({ chargeId, instalmentNumber, portion, amountMinor, countsOn, number });
      continue;
    }
    let left = amountMinor;
    for (const amount of amounts.toReversed()) {
      if (amount.chargeId !== chargeId) continue;
      const waived = Math.min(left, amount.amountMinor);
      amount.amountMinor -= waived;
      left -= waived;
    }
  }
  return amounts.filter(({ amountMinor }) => amountMinor > 0);
}
