import type { Charge } from '@bursar/contracts/servicing/charges';
import type { Queryable } from '../../../platform/database.ts';
import type { NewWaiver } from '../loan-account/charge-events.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export type FoundCharge = Pick<
  Charge,
  'id' | 'portion' | 'kind' | 'amountMinor' | 'instalmentNumber' | 'dueOn' | 'reason'
> & {
  readonly loanId: string;
  readonly openMinor: number;
  readonly chargedOn: string;
  /** Whether the charge is an automatic penalty for lateness. */
  readonly isLate: boolean;
};

export async function findCharge(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<FoundCharge | null> {
  const [row] = await sql<FoundCharge[]>`
    ${selectCharges(sql)} where charge.portfolio_id = ${portfolioId} and charge.id = ${id}`;
  return row ?? null;
}

export function listOpenCharges(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<readonly FoundCharge[]> {
  return sql<FoundCharge[]>`
    select * from (${selectCharges(sql)}
      where charge.portfolio_id = ${portfolioId} and charge.loan_id = ${loanId}) found
    where open_minor > 0 order by number`;
}

function selectCharges(sql: Queryable) {
  return sql`
    select charge.id, charge.loan_id, charge.portion, charge.kind, charge.amount_minor,
      charge.instalment_number, charge.due_on, charge.reason, charge.number, charge.charged_on,
      charge.late_months is not null as is_late,
      (charge.amount_minor - ${waivedOf(sql)} - ${paidOf(sql)})::bigint as open_minor
    from charges charge`;
}

function waivedOf(sql: Queryable) {
  return sql`coalesce((
    select sum(case waiver.event when 'waive-charge' then waiver.amount_minor
      else -waiver.amount_minor end)::bigint
    from charge_waivers waiver
    where waiver.portfolio_id = charge.portfolio_id and waiver.charge_id = charge.id), 0)`;
}

function paidOf(sql: Queryable) {
  return sql`coalesce((
    select sum(paid.amount_minor)::bigint from effective_charge_allocations paid
    where paid.portfolio_id = charge.portfolio_id and paid.charge_id = charge.id), 0)`;
}

export type FoundWaiver = {
  readonly chargeId: string;
  readonly event: NewWaiver['event'];
  readonly undoesId: string | null;
  readonly amountMinor: number;
  readonly reason: string;
  readonly isUndone: boolean;
};

export async function findWaiver(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<FoundWaiver | null> {
  const [row] = await sql<FoundWaiver[]>`
    select charge_id, event, undoes_id, amount_minor, reason, exists (
        select from charge_waivers undo
        where undo.portfolio_id = waiver.portfolio_id and undo.undoes_id = waiver.id
      ) as is_undone
    from charge_waivers waiver where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ?? null;
}

export async function listChargesOf(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<Charge[]> {
  const rows = await sql<(Omit<Charge, 'openMinor'> & { openMinor?: never })[]>`
    select charge.id, charge.portion, charge.kind, charge.amount_minor,
      ${waivedOf(sql)} as waived_minor, ${paidOf(sql)} as paid_minor, charge.instalment_number,
      charge.due_on, charge.charged_on, charge.charged_late_on, charge.reason,
      poster.name as made_by, charge.posted_at as made_at,
      request.id as waiver_request_id, coalesce((
        select jsonb_agg(jsonb_build_object('id', waiver.id, 'amountMinor', waiver.amount_minor,
          'reason', waiver.reason, 'lostReason', waiver.lost_reason, 'madeBy', maker.name, 'madeAt', waiver.made_at,
          'undone', case when undo.id is not null then jsonb_build_object('reason', undo.reason,
            'madeBy', undoer.name, 'madeAt', undo.made_at) end) order by waiver.number)
        from charge_waivers waiver
        join accounts maker on maker.id = waiver.made_by
        left join charge_waivers undo
          on undo.portfolio_id = waiver.portfolio_id and undo.undoes_id = waiver.id
        left join accounts undoer on undoer.id = undo.made_by
        where waiver.portfolio_id = charge.portfolio_id and waiver.charge_id = charge.id
          and waiver.event = 'waive-charge'
      ), '[]') as waivers
    from charges charge
    left join accounts poster on poster.id = charge.posted_by
    -- Two requests may wait: one out of goodwill, and one because the penalty is no longer
    -- justified. The second one is shown.
    left join lateral (
      select request.id from approvals request
      where request.portfolio_id = charge.portfolio_id and request.loan_id = charge.loan_id
        and request.kind = 'waive-charge' and request.state = 'waiting'
        and request.command ->> 'chargeId' = charge.id::text
      order by request.subject_id = charge.id, request.requested_at desc limit 1
    ) request on true
    where charge.portfolio_id = ${portfolioId} and charge.loan_id = ${loanId}
    order by charge.number desc`;
  return rows.map((row) => {
    return { ...row, openMinor: row.amountMinor - row.waivedMinor - row.paidMinor };
  });
}
