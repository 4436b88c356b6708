import type { Charge } from '@bursar/contracts/servicing/charges';
import { uuidv7 } from 'uuidv7';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { chargeLines, linesOf, type LedgerEvent } from '../ledger/ledger-entry.ts';
import { entriesBooked, type LoanEntry } from '../ledger/ledger.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export type NewCharge = LoanKey & {
  readonly id: string;
  readonly portion: Charge['portion'];
  readonly kind: Charge['kind'];
  readonly instalment: { readonly number: number; readonly dueOn: string };
  /**
   * True if no instalment falls due on or after the charge's day. The charge then gets an
   * instalment row of its own.
   */
  readonly isAfterLast: boolean;
  readonly amountMinor: number;
  readonly currency: string;
  readonly dueOn: string;
  readonly chargedOn: string;
  readonly reason: string;
  /** Months of lateness that a penalty of end-of-day covers. */
  readonly lateMonths?: number;
  /**
   * The day whose close found the penalty missing; absent if the close of the penalty's own day
   * charges it.
   */
  readonly chargedLateOn?: string | undefined;
  /** Null for a charge made by end-of-day. */
  readonly madeBy: string | null;
  readonly madeAt: string;
};

/** Inserts charges of one loan, raises their instalments, and books the ledger entries. */
export async function insertCharges(
  transaction: Transaction,
  made: readonly [NewCharge, ...NewCharge[]],
): Promise<void> {
  const [{ portfolioId, loanId, madeBy, madeAt }] = made;
  const rows = made.map(({ id, portion, kind, instalment, reason, ...charge }) => {
    const { amountMinor: amount, dueOn: due, chargedOn: charged, lateMonths: late } = charge;
    const { chargedLateOn: found } = charge;
    const number = instalment.number;
    return { id, portion, kind, number, amount, due, charged, reason, late, found };
  });
  const entries = made.map((charge) =>
    entryOf({ ...charge, event: 'add-charge', valueDate: charge.chargedOn }),
  );
  const posting = { portfolioId, postedBy: madeBy, postedAt: madeAt };
  await transaction`
    with charged as (
      insert into charges (portfolio_id, id, loan_id, portion, kind, instalment_number,
        amount_minor, due_on, charged_on, reason, late_months, charged_late_on, posted_by, posted_at)
      select ${portfolioId}, id, ${loanId}, portion, kind, number, amount, due, charged, reason,
        late, found, ${madeBy}, ${madeAt}
      from jsonb_to_recordset(${transaction.json(rows)}) as charge(id uuid, portion text,
        kind text, number smallint, amount bigint, due date, charged date, reason text, late smallint,
        found date)
    ), ${entriesBooked(transaction, posting, entries)}
    select 1`;
  for (const { instalment } of made.filter(({ isAfterLast }) => isAfterLast)) {
    await transaction`
      insert into instalments (portfolio_id, loan_id, number, due_on, principal_minor, interest_minor)
      values (${portfolioId}, ${loanId}, ${instalment.number}, ${instalment.dueOn}, 0, 0)`;
  }
  const moved = made.map(({ instalment, ...charge }) => {
    return { ...charge, instalmentNumber: instalment.number };
  });
  await chargeInstalments(transaction, { portfolioId, loanId }, moved);
}

export type NewWaiver = LoanKey & {
  readonly id: string;
  readonly event: 'waive-charge' | 'undo-waiver';
  readonly charge: Pick<FoundCharge, 'id' | 'portion' | 'instalmentNumber'>;
  readonly undoesId: string | null;
  /**
   * Whether the waived amount no longer has a reason, as when a back-dated payment removes the
   * lateness.
   */
  readonly lostReason?: boolean;
  readonly amountMinor: number;
  readonly currency: string;
  readonly valueDate: string;
  readonly reason: string;
  readonly madeBy: string;
  readonly madeAt: string;
};

/** Inserts a waiver or its undo, updates the instalment, and books the ledger entries. */
export async function insertWaiver(transaction: Transaction, made: NewWaiver): Promise<void> {
  const { portfolioId, loanId, id, event, charge, undoesId, valueDate, reason } = made;
  const { portion, instalmentNumber } = charge;
  const amountMinor = event === 'waive-charge' ? -made.amountMinor : made.amountMinor;
  const posting = { portfolioId, postedBy: made.madeBy, postedAt: made.madeAt };
  await transaction`
    with waived as (
      insert into charge_waivers (portfolio_id, id, charge_id, loan_id, event, undoes_id,
        amount_minor, value_date, reason, made_by, made_at, lost_reason)
      values (${portfolioId}, ${id}, ${charge.id}, ${loanId}, ${event}, ${undoesId},
        ${made.amountMinor}, ${valueDate}, ${reason}, ${made.madeBy}, ${made.madeAt},
        ${made.lostReason ?? false})
    ), ${entriesBooked(transaction, posting, [entryOf({ ...made, portion, amountMinor })])}
    select 1`;
  await chargeInstalments(transaction, made, [{ portion, instalmentNumber, amountMinor }]);
}

type Booked = Pick<NewCharge, 'id' | 'loanId' | 'currency' | 'portion' | 'amountMinor'> & {
  readonly event: LedgerEvent;
  readonly valueDate: string;
};

function entryOf({
  loanId,
  currency,
  event,
  id: sourceId,
  valueDate,
  ...moved
}: Booked): LoanEntry {
  const { portion, amountMinor } = moved;
  const [fee, penalty] = portion === 'fee' ? [amountMinor, 0] : [0, amountMinor];
  const lines = linesOf(chargeLines(fee, penalty));
  return { id: uuidv7(), loanId, currency, event, sourceId, valueDate, lines };
}

type Charged = Pick<NewCharge, 'portion' | 'amountMinor'> & { readonly instalmentNumber: number };

async function chargeInstalments(
  transaction: Transaction,
  { portfolioId, loanId }: LoanKey,
  charged: readonly Charged[],
): Promise<void> {
  const rows = charged.map(({ portion, amountMinor, instalmentNumber: number }) => {
    const [fee, penalty] = portion === 'fee' ? [amountMinor, 0] : [0, amountMinor];
    return { number, fee, penalty };
  });
  await transaction`
    update instalments set fees_minor = fees_minor + charged.fee,
      penalties_minor = penalties_minor + charged.penalty
    from (
      select number, sum(fee)::bigint as fee, sum(penalty)::bigint as penalty
      from jsonb_to_recordset(${transaction.json(rows)}) as row(
        number smallint, fee bigint, penalty bigint)
      group by number
    ) charged
    where portfolio_id = ${portfolioId} and loan_id = ${loanId}
      and instalments.number = charged.number`;
}

export type FoundCharge = Pick<
  Charge,
  'id' | 'portion' | 'kind' | 'amountMinor' | 'instalmentNumber' | 'dueOn' | 'reason'
> & {
  readonly loanId: string;
  readonly openMinor: number;
  readonly chargedOn: string;
  /** Whether end-of-day made the charge. */
  readonly isLate: boolean;
};

/** Finds a charge and its open amount. */
export async function findCharge(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<FoundCharge | null> {
  const [row] = await sql<FoundCharge[]>`
    ${selectCharges(sql)} where charge.portfolio_id = ${portfolioId} and charge.id = ${id}`;
  return row ?? null;
}

/** Lists the open charges of a loan, oldest first. */
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
    select sum(paid.amount_minor)::bigint from standing_charge_portions paid
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
    left join approvals request on request.portfolio_id = charge.portfolio_id
      and request.kind = 'waive-charge' and request.subject_id = charge.id
      and request.state = 'waiting'
    where charge.portfolio_id = ${portfolioId} and charge.loan_id = ${loanId}
    order by charge.number desc`;
  return rows.map((row) => {
    return { ...row, openMinor: row.amountMinor - row.waivedMinor - row.paidMinor };
  });
}
