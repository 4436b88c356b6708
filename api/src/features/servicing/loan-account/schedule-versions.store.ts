import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListFormerSchedules } from '@bursar/contracts/servicing/loans';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { accrualOf, type InstalmentRow } from './instalments.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

/** The amounts of an instalment in another version of its schedule. */
export type Due = Pick<
  InstalmentRow,
  'number' | 'principalMinor' | 'interestMinor' | 'feeMinor' | 'penaltyMinor' | 'accrual'
>;

export type Superseding = LoanKey & {
  readonly event:
    | 'settle'
    | 'post-payment'
    | 'reverse-payment'
    | 'reallocate-payment'
    | Rescheduling['event']
    | Restating['event'];
  readonly sourceId: string;
  /** Null if the system makes the version, for example after an automatic penalty. */
  readonly madeBy: string | null;
  readonly madeAt: string;
  /** The version that payments are replayed on, if it changes. */
  readonly agreedVersion?: number;
  /** The instalments whose amounts change from now on. */
  readonly dues: readonly Due[];
};

/**
 * Replaces a loan's schedule with a new version; the former one can still be read. Instalments are
 * increased at once. They are reduced when `settleDues` runs, because the amounts paid on them move
 * in between.
 */
export async function supersedeSchedule(
  transaction: Transaction,
  { portfolioId, loanId, event, sourceId, madeBy, madeAt, agreedVersion, dues }: Superseding,
): Promise<void> {
  await transaction`
    with live as (
      update loan_state set schedule_version = schedule_version + 1
      where portfolio_id = ${portfolioId} and loan_id = ${loanId}
      returning schedule_version as version
    ), made as (
      insert into schedule_versions
        (portfolio_id, loan_id, version, event, source_id, made_by, made_at, agreed_version)
      select ${portfolioId}, ${loanId}, version, ${event}, ${sourceId}, ${madeBy}, ${madeAt},
        coalesce(${agreedVersion ?? null}::smallint, (
          select former.agreed_version from schedule_versions former
          where former.portfolio_id = ${portfolioId} and former.loan_id = ${loanId}
            and former.version = live.version - 1), 1)
      from live
    ), superseded as (
      insert into superseded_instalments (portfolio_id, loan_id, version, number, due_on,
        principal_minor, interest_minor, fees_minor, penalties_minor, principal_paid_minor,
        interest_paid_minor, fees_paid_minor, penalties_paid_minor, accrues_from, carried_minor,
        earned_minor, bearing_minor)
      select portfolio_id, loan_id, live.version - 1, number, due_on, principal_minor,
        interest_minor, fees_minor, penalties_minor, principal_paid_minor, interest_paid_minor,
        fees_paid_minor, penalties_paid_minor, accrues_from, carried_minor, earned_minor,
        bearing_minor
      from live, instalments where portfolio_id = ${portfolioId} and loan_id = ${loanId}
    )
    update instalments instalment set
      principal_minor = greatest(instalment.principal_minor, due.principal),
      interest_minor = greatest(instalment.interest_minor, due.interest),
      fees_minor = greatest(instalment.fees_minor, due.fees),
      penalties_minor = greatest(instalment.penalties_minor, due.penalties)
    from ${dueRows(transaction, dues)}
    where instalment.portfolio_id = ${portfolioId} and instalment.loan_id = ${loanId}
      and instalment.number = due.number`;
}

export type Rescheduling = LoanKey & {
  readonly event: 'reschedule-loan' | 'undo-reschedule';
  readonly sourceId: string;
  readonly madeBy: string;
  readonly madeAt: string;
  /** The version that payments are replayed on from now on. */
  readonly agreedVersion: number;
  /** Every instalment of the loan, new ones included. */
  readonly dues: readonly Pick<
    InstalmentRow,
    'number' | 'dueOn' | 'principalMinor' | 'interestMinor' | 'accrual'
  >[];
};

/** Replaces a loan's schedule by a version with other terms. Charges stay on their instalments. */
export async function rescheduleInstalments(
  transaction: Transaction,
  { portfolioId, loanId, agreedVersion, dues, ...made }: Rescheduling,
): Promise<void> {
  await supersedeSchedule(transaction, { portfolioId, loanId, agreedVersion, dues: [], ...made });
  const rows = dues.map(({ number, dueOn, principalMinor, interestMinor, accrual }) => {
    return { number, due: dueOn, principal: principalMinor, interest: interestMinor, ...accrual };
  });
  await transaction`
    insert into instalments as instalment (portfolio_id, loan_id, number, due_on, principal_minor,
      interest_minor, accrues_from, carried_minor, earned_minor, bearing_minor)
    select ${portfolioId}, ${loanId}, number, due, principal, interest, "fromOn", "carriedMinor",
      "earnedMinor", "balanceMinor"
    from jsonb_to_recordset(${transaction.json(rows)}) as made(number smallint, due date,
      principal bigint, interest bigint, "fromOn" date, "carriedMinor" bigint,
      "earnedMinor" bigint, "balanceMinor" bigint)
    on conflict (portfolio_id, loan_id, number) do update set due_on = excluded.due_on,
      principal_minor = excluded.principal_minor, interest_minor = excluded.interest_minor,
      accrues_from = excluded.accrues_from, carried_minor = excluded.carried_minor,
      earned_minor = excluded.earned_minor, bearing_minor = excluded.bearing_minor`;
}

/** A newer tape, or the undo of one, that restates instalments in place. */
export type Restating = {
  readonly event: 'update-from-tape' | 'undo-import';
  readonly importId: string;
  readonly madeBy: string;
  readonly madeAt: string;
};

/**
 * Makes the schedules in force the agreed ones, for loans that returned to an earlier version after
 * a payoff, prepayment or reschedule was undone. Instalments restated without this would lose their
 * new amounts in the next replay, which starts from the agreed version.
 */
export async function agreeOnSchedulesInForce(
  transaction: Transaction,
  { portfolioId, loanIds }: { readonly portfolioId: string; readonly loanIds: readonly string[] },
  { importId: sourceId, ...made }: Restating,
): Promise<void> {
  const returned = await transaction<{ loanId: string; version: number }[]>`
    select state.loan_id, state.schedule_version as version
    from loan_state state
    join schedule_versions live on live.portfolio_id = state.portfolio_id
      and live.loan_id = state.loan_id and live.version = state.schedule_version
    where state.portfolio_id = ${portfolioId} and state.loan_id = any(${loanIds}::uuid[])
      and live.agreed_version < live.version`;
  for (const { loanId, version } of returned) {
    const superseding = { ...made, portfolioId, loanId, sourceId, dues: [] };
    await supersedeSchedule(transaction, { ...superseding, agreedVersion: version + 1 });
  }
}

/** Sets the instalments' new amounts once all that was paid on them has moved. */
export async function settleDues(
  transaction: Transaction,
  { portfolioId, loanId, dues }: LoanKey & Pick<Superseding, 'dues'>,
): Promise<void> {
  await transaction`
    update instalments instalment set principal_minor = due.principal,
      interest_minor = due.interest, fees_minor = due.fees, penalties_minor = due.penalties,
      accrues_from = due."fromOn", carried_minor = due."carriedMinor",
      earned_minor = due."earnedMinor", bearing_minor = due."balanceMinor"
    from ${dueRows(transaction, dues)}
    where instalment.portfolio_id = ${portfolioId} and instalment.loan_id = ${loanId}
      and instalment.number = due.number`;
}

function dueRows(sql: Queryable, dues: readonly Due[]) {
  const rows = dues.map((due) => ({
    number: due.number,
    principal: due.principalMinor,
    interest: due.interestMinor,
    fees: due.feeMinor,
    penalties: due.penaltyMinor,
    ...due.accrual,
  }));
  return sql`jsonb_to_recordset(${sql.json(rows)}) as due(number smallint, principal bigint,
    interest bigint, fees bigint, penalties bigint, "fromOn" date, "carriedMinor" bigint,
    "earnedMinor" bigint, "balanceMinor" bigint)`;
}

/**
 * Returns the instalments' amounts by the agreed schedule, by number; empty if that schedule is in
 * force. Fees and penalties are the current ones, or those before a payoff that left some of them
 * out.
 */
export async function listAgreedDues(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<ReadonlyMap<number, Due>> {
  const rows = await sql<Due[]>`
    select agreed.number, agreed.principal_minor, agreed.interest_minor,
      coalesce(charged.fees_minor, instalment.fees_minor) as fee_minor,
      coalesce(charged.penalties_minor, instalment.penalties_minor) as penalty_minor,
      agreed.accrual
    from loan_state state
    join schedule_versions live on live.portfolio_id = state.portfolio_id
      and live.loan_id = state.loan_id and live.version = state.schedule_version
    join (
      select *, ${accrualOf(sql)} as accrual from superseded_instalments
    ) agreed on agreed.portfolio_id = live.portfolio_id
      and agreed.loan_id = live.loan_id and agreed.version = live.agreed_version
    join instalments instalment on instalment.portfolio_id = live.portfolio_id
      and instalment.loan_id = live.loan_id and instalment.number = agreed.number
    left join superseded_instalments charged on live.event = 'settle'
      and charged.portfolio_id = live.portfolio_id and charged.loan_id = live.loan_id
      and charged.version = live.version - 1 and charged.number = agreed.number
    where state.portfolio_id = ${portfolioId} and state.loan_id = ${loanId}
      and live.agreed_version < live.version`;
  return new Map(rows.map((row) => [row.number, row]));
}

type FormerSchedule = Omit<AnswerOf<ListFormerSchedules>['schedules'][number], 'instalments'> & {
  readonly instalments: readonly InstalmentRow[];
};

export async function listFormerSchedulesOf(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<FormerSchedule[]> {
  const rows = await sql<FormerSchedule[]>`
    select next.version - 1 as version,
      jsonb_build_object('event', next.event, 'madeBy', maker.name, 'madeAt', next.made_at) as ended_by,
      (
        select jsonb_agg(jsonb_build_object('number', number, 'dueOn', due_on,
          'principalMinor', principal_minor, 'interestMinor', interest_minor, 'feeMinor', fees_minor,
          'penaltyMinor', penalties_minor, 'principalPaidMinor', principal_paid_minor,
          'interestPaidMinor', interest_paid_minor, 'feePaidMinor', fees_paid_minor,
          'penaltyPaidMinor', penalties_paid_minor, 'accrual', ${accrualOf(sql)}) order by number)
        from superseded_instalments former
        where former.portfolio_id = next.portfolio_id and former.loan_id = next.loan_id
          and former.version = next.version - 1
      ) as instalments
    from schedule_versions next
    left join accounts maker on maker.id = next.made_by
    where next.portfolio_id = ${portfolioId} and next.loan_id = ${loanId}
    order by next.version desc`;
  return rows.map((row) => ({ ...row }));
}
