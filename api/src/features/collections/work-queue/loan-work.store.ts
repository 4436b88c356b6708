import type { LoanWork } from '@bursar/contracts/collections/work-queue';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { mayOpenLoan } from '../../records/loan-notes/loan-notes.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

const nothing: LoanWork = {
  nextAction: null,
  snoozedUntil: null,
  tryAgainAt: null,
  lastContactAt: null,
};

/** Reads what is planned on a loan. A snooze ends by itself on its day. */
export async function findLoanWork(
  sql: Queryable,
  { portfolioId, loanId, businessDate }: LoanKey & { readonly businessDate: string },
): Promise<LoanWork> {
  type Row = Omit<LoanWork, 'nextAction'> & {
    nextAction: string | null;
    nextActionOn: string | null;
    remindAt: string | null;
    setBy: string | null;
  };
  const [row] = await sql<Row[]>`
    select work.next_action, work.next_action_on, work.remind_at, maker.name as set_by,
      case when work.snoozed_until > ${businessDate} then work.snoozed_until end as snoozed_until,
      work.try_again_at, work.last_contact_at
    from loan_work work left join accounts maker on maker.id = work.next_action_by
    where work.portfolio_id = ${portfolioId} and work.loan_id = ${loanId}`;
  if (!row) return nothing;
  const { nextAction, nextActionOn, remindAt, setBy, ...rest } = row;
  return {
    nextAction:
      nextAction !== null && nextActionOn !== null && setBy !== null
        ? { what: nextAction, dueOn: nextActionOn, remindAt, setBy }
        : null,
    ...rest,
  };
}

type PlannedAction = LoanKey & {
  readonly what: string | null;
  readonly dueOn: string | null;
  readonly remindAt: string | null;
  readonly by: string | null;
};

export async function upsertNextAction(
  transaction: Transaction,
  { portfolioId, loanId, what, dueOn, remindAt, by }: PlannedAction,
): Promise<void> {
  await transaction`
    insert into loan_work
      (portfolio_id, loan_id, next_action, next_action_on, remind_at, next_action_by)
    values (${portfolioId}, ${loanId}, ${what}, ${dueOn}, ${remindAt}, ${by})
    on conflict (portfolio_id, loan_id) do update set
      next_action = excluded.next_action, next_action_on = excluded.next_action_on,
      remind_at = excluded.remind_at, next_action_by = excluded.next_action_by`;
}

type ContactOnLoan = LoanKey & {
  readonly contactedAt: string;
  readonly contactedOn: string;
  /** Whether the attempt did not reach the borrower, so that the loan does not count as worked. */
  readonly isTry: boolean;
  /**
   * The time agreed for the next call; null removes an agreed time, undefined leaves it unchanged.
   */
  readonly tryAgainAt: string | null | undefined;
};

/**
 * Updates the loan's last contact. A contact logged late never replaces a later one, or a time to
 * call back that was agreed after it. A contact at or after the agreed time counts as the agreed
 * call. A loan that waits for a call does not count as worked that day, whatever was logged before.
 */
export async function recordContactOnLoan(
  transaction: Transaction,
  { portfolioId, loanId, contactedAt, contactedOn, isTry, tryAgainAt }: ContactOnLoan,
): Promise<void> {
  const decides = tryAgainAt !== undefined;
  const isLater = transaction`${decides}
    and excluded.last_contact_at >= coalesce(work.try_again_agreed_at, '-infinity')`;
  const next = transaction`case when ${isLater} then excluded.try_again_at
    when work.try_again_at > excluded.last_contact_at then work.try_again_at end`;
  await transaction`
    insert into loan_work as work (portfolio_id, loan_id, last_contact_at, last_contact_on,
      seen_to_on, tried_at, try_again_at, try_again_agreed_at)
    values (${portfolioId}, ${loanId}, ${contactedAt}, ${contactedOn},
      ${isTry || tryAgainAt ? null : contactedOn}, ${isTry ? contactedAt : null},
      ${tryAgainAt ?? null}, ${decides ? contactedAt : null})
    on conflict (portfolio_id, loan_id) do update set
      last_contact_at = greatest(work.last_contact_at, excluded.last_contact_at),
      last_contact_on = greatest(work.last_contact_on, excluded.last_contact_on),
      seen_to_on = case when ${next} is null
        then greatest(work.seen_to_on, excluded.seen_to_on) end,
      tried_at = greatest(work.tried_at, excluded.tried_at),
      try_again_at = ${next},
      try_again_agreed_at = greatest(work.try_again_agreed_at, excluded.try_again_agreed_at)`;
}

type Snooze = LoanKey & {
  readonly until: string | null;
  /**
   * The agreed call that the undone snooze replaced, or null; undefined unless a snooze is undone.
   */
  readonly tryAgainAt: string | null | undefined;
  readonly now: string;
};

/**
 * Snoozes a loan until a day, or ends its snooze. A snooze does not hide a call that is agreed for
 * later: the loan still returns at that time. A snooze replaces a call whose time has come. Ending
 * a snooze also ends the wait for a call. Undoing a snooze restores the call that it replaced,
 * unless that call was made since.
 */
export async function upsertSnooze(
  transaction: Transaction,
  { portfolioId, loanId, until, tryAgainAt, now }: Snooze,
): Promise<void> {
  const isUndo = tryAgainAt !== undefined;
  const former = transaction`${tryAgainAt ?? null}::timestamptz`;
  const restored = transaction`case when work.try_again_agreed_at is not null
    and ${former} <= ${now} and ${former} > work.last_contact_at then ${former} end`;
  await transaction`
    insert into loan_work as work (portfolio_id, loan_id, snoozed_until)
    values (${portfolioId}, ${loanId}, ${until})
    on conflict (portfolio_id, loan_id) do update set snoozed_until = excluded.snoozed_until,
      try_again_at = case when ${isUndo} then coalesce(work.try_again_at, ${restored})
        when excluded.snoozed_until is not null and work.try_again_at > ${now}
        then work.try_again_at end`;
}

export type DueReminder = LoanKey & {
  readonly what: string;
  readonly referenceNumber: number;
  /** The users to remind; empty for a closed loan. */
  readonly accountIds: readonly string[];
};

/**
 * Clears due reminders and returns them; skips those that another process has locked. Only a user
 * who may open the loan is reminded: its agent, else the author, else the team's desk, else the
 * managers.
 */
export function takeDueReminders(
  transaction: Transaction,
  { now, limit }: { now: string; limit: number },
) {
  return transaction<DueReminder[]>`
    with due as (
      select portfolio_id, loan_id from loan_work
      where remind_at <= ${now} order by remind_at limit ${limit}
      for update skip locked
    )
    update loan_work work set remind_at = null
    from due
    join loans loan on loan.portfolio_id = due.portfolio_id and loan.id = due.loan_id
    join loan_state state
      on state.portfolio_id = due.portfolio_id and state.loan_id = due.loan_id
    where work.portfolio_id = due.portfolio_id and work.loan_id = due.loan_id
    returning work.portfolio_id, work.loan_id, work.next_action as what, loan.reference_number,
      array(
        select reader.id from (
          select account.id, rank() over (order by
            case when account.role = 'agent' then 1 when account.id = work.next_action_by then 2
              when account.role = 'team' then 3 else 4 end) as place
          from accounts account
          where state.status <> 'closed' and ${mayOpenLoan(transaction)}
        ) reader
        where reader.place = 1 order by reader.id) as account_ids`;
}
