import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListFormerSchedules } from '@bursar/contracts/loans';
import type { LifecycleEvent } from '@bursar/loan-maths/lifecycle';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { InstalmentRow } from './instalments.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

/** What an instalment asks for in another version of its schedule; principal stays where it is. */
export type Due = Pick<InstalmentRow, 'number' | 'interestMinor' | 'feeMinor' | 'penaltyMinor'>;

export type Superseding = LoanKey & {
  readonly event: Extract<LifecycleEvent, 'settle' | 'reverse-payment'>;
  readonly sourceId: string;
  readonly madeBy: string;
  readonly madeAt: string;
  /** The instalments that ask for something else from now on. */
  readonly dues: readonly Due[];
};

/**
 * Puts another version in the place of a loan's schedule: the former stays readable as it stood. An instalment may ask
 * for more at once; for less only when `lowerDues` follows, since what is paid of it moves in between.
 */
export async function supersedeSchedule(
  transaction: Transaction,
  { portfolioId, loanId, event, sourceId, madeBy, madeAt, dues }: Superseding,
): Promise<void> {
  await transaction`
    with live as (
      update loan_state set schedule_version = schedule_version + 1
      where portfolio_id = ${portfolioId} and loan_id = ${loanId}
      returning schedule_version as version
    ), made as (
      insert into schedule_versions
        (portfolio_id, loan_id, version, event, source_id, made_by, made_at)
      select ${portfolioId}, ${loanId}, version, ${event}, ${sourceId}, ${madeBy}, ${madeAt} from live
    ), kept as (
      insert into superseded_instalments (portfolio_id, loan_id, version, number, due_on,
        principal_minor, interest_minor, fees_minor, penalties_minor, principal_paid_minor,
        interest_paid_minor, fees_paid_minor, penalties_paid_minor)
      select portfolio_id, loan_id, live.version - 1, number, due_on, principal_minor,
        interest_minor, fees_minor, penalties_minor, principal_paid_minor, interest_paid_minor,
        fees_paid_minor, penalties_paid_minor
      from live, instalments where portfolio_id = ${portfolioId} and loan_id = ${loanId}
    )
    update instalments instalment set
      interest_minor = greatest(instalment.interest_minor, due."interestMinor"),
      fees_minor = greatest(instalment.fees_minor, due."feeMinor"),
      penalties_minor = greatest(instalment.penalties_minor, due."penaltyMinor")
    from ${dueRows(transaction, dues)}
    where instalment.portfolio_id = ${portfolioId} and instalment.loan_id = ${loanId}
      and instalment.number = due.number`;
}

export async function lowerDues(
  transaction: Transaction,
  { portfolioId, loanId, dues }: LoanKey & Pick<Superseding, 'dues'>,
): Promise<void> {
  await transaction`
    update instalments instalment set interest_minor = due."interestMinor",
      fees_minor = due."feeMinor", penalties_minor = due."penaltyMinor"
    from ${dueRows(transaction, dues)}
    where instalment.portfolio_id = ${portfolioId} and instalment.loan_id = ${loanId}
      and instalment.number = due.number`;
}

function dueRows(sql: Queryable, dues: readonly Due[]) {
  const rows = dues.map(({ number, interestMinor, feeMinor, penaltyMinor }) => {
    return { number, interestMinor, feeMinor, penaltyMinor };
  });
  return sql`jsonb_to_recordset(${sql.json(rows)}) as due(number smallint, "interestMinor" bigint,
    "feeMinor" bigint, "penaltyMinor" bigint)`;
}

/** What the instalments asked for before a payoff left some of it out, by number; empty where none did. */
export async function listAgreedDues(
  sql: Queryable,
  { portfolioId, loanId }: LoanKey,
): Promise<ReadonlyMap<number, Due>> {
  const rows = await sql<Due[]>`
    select former.number, former.interest_minor, former.fees_minor as fee_minor,
      former.penalties_minor as penalty_minor
    from loan_state state
    join schedule_versions live on live.portfolio_id = state.portfolio_id
      and live.loan_id = state.loan_id and live.version = state.schedule_version
    join superseded_instalments former on former.portfolio_id = live.portfolio_id
      and former.loan_id = live.loan_id and former.version = live.version - 1
    where state.portfolio_id = ${portfolioId} and state.loan_id = ${loanId}
      and live.event = 'settle'`;
  return new Map(rows.map((row) => [row.number, row]));
}

type FormerSchedule = Omit<AnswerOf<ListFormerSchedules>['schedules'][number], 'instalments'> & {
  readonly instalments: readonly InstalmentRow[];
};

/** The schedules that others took the place of, the latest first. */
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
          'penaltyPaidMinor', penalties_paid_minor) order by number)
        from superseded_instalments former
        where former.portfolio_id = next.portfolio_id and former.loan_id = next.loan_id
          and former.version = next.version - 1
      ) as instalments
    from schedule_versions next
    join accounts maker on maker.id = next.made_by
    where next.portfolio_id = ${portfolioId} and next.loan_id = ${loanId}
    order by next.version desc`;
  return rows.map((row) => ({ ...row }));
}
