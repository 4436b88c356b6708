import type { Typing } from '@bursar/contracts/access/live-updates';
import type { Fragment } from '../conditions.ts';
import type { Queryable, Transaction } from '../database.ts';
import { nameIn } from '../postgres/lender-names.ts';
import { loansOfPerson } from '../scope.ts';

/** The PostgreSQL channel that every API process of the default lender listens to. */
export const CHANGES_CHANNEL = 'bursar_changes';

type AnnouncedChange = {
  readonly portfolioId: string | null;
  readonly event: string;
  readonly subject: string;
  readonly subjectId: string;
  readonly loanId?: string;
  /** If set, only these accounts are notified; their manager is not. */
  readonly onlyAccountIds?: readonly string[];
  /** True if everyone in the portfolio is notified, whichever loans they hold. */
  readonly forColleagues?: boolean;
};

/**
 * Stores what changed and for whom, and notifies listeners when the transaction commits. The
 * notification carries only the row's number, so it leaks no content and has no length limit.
 */
export async function announceChange(
  transaction: Transaction,
  change: AnnouncedChange,
): Promise<void> {
  await transaction`
    with announced as (${announcement(transaction, change)})
    select pg_notify(${nameIn(transaction, CHANGES_CHANNEL)}, number::text) from announced`;
}

/** Notifies only the named accounts that someone is typing. Nothing is stored or replayed. */
export async function announceTyping(sql: Queryable, notice: TypingNotice): Promise<void> {
  await sql`select pg_notify(${nameIn(sql, CHANGES_CHANNEL)}, ${`typing ${JSON.stringify(notice)}`})`;
}

export type TypingNotice = Typing & { readonly accountIds: readonly string[] };

/** Returns the SQL fragment that writes the row, for callers that write more in one statement. */
export function announcement(transaction: Transaction, change: AnnouncedChange) {
  const { portfolioId, event, subject, subjectId, onlyAccountIds } = change;
  const loanId = change.loanId ?? (subject === 'loan' ? subjectId : null);
  return transaction`
    insert into live_updates
      (portfolio_id, event, subject, subject_id, loan_id, reach, team_ids, account_ids)
    select ${portfolioId}::uuid, ${event}, ${subject}, ${subjectId}::uuid, ${loanId}::uuid,
      ${reachOf(change)}, coalesce(holders.team_ids, '{}'), coalesce(holders.account_ids, '{}')
    from (${onlyAccountIds ? only(transaction, onlyAccountIds) : holdersOf(transaction, change, loanId)}) holders
    returning number`;
}

/**
 * A change to a loan or a borrower. It is sent to the holders of the loan, or of the borrower's
 * loans.
 */
export type ChangeOfLoan = {
  readonly portfolioId: string;
  readonly event: string;
  readonly subject: 'loan' | 'borrower';
  readonly subjectId: string;
};

/** Returns the SQL fragment that writes the rows of many changes at once. */
export function announcements(transaction: Transaction, changes: readonly ChangeOfLoan[]) {
  const rows = changes.map(({ portfolioId: portfolio, event, subject, subjectId }) => {
    const loan = subject === 'loan' ? subjectId : null;
    return { portfolio, event, subject, id: subjectId, loan };
  });
  return transaction`
    insert into live_updates
      (portfolio_id, event, subject, subject_id, loan_id, reach, team_ids, account_ids)
    select change.portfolio, change.event, change.subject, change.id, change.loan, 'holders',
      holders.team_ids, holders.account_ids
    from jsonb_to_recordset(${transaction.json(rows)}) as change(
      portfolio uuid, event text, subject text, id uuid, loan uuid)
    cross join lateral (
      select coalesce(array_remove(array_agg(distinct team_id), null), '{}') as team_ids,
        coalesce(array_remove(array_agg(distinct agent_id), null), '{}') as account_ids
      from (
        select team_id, agent_id from loan_state
        where portfolio_id = change.portfolio and loan_id = change.loan
        union all
        ${heldLoansOf(transaction, { portfolioId: transaction`change.portfolio`, borrowerId: transaction`change.id` })}
          and change.subject = 'borrower'
      ) held
    ) holders
    returning number`;
}

function reachOf({ subject, onlyAccountIds, forColleagues }: AnnouncedChange): string {
  if (onlyAccountIds) return 'accounts';
  if (forColleagues) return 'colleagues';
  // Everyone with the role needs to know what it now permits.
  return subject === 'role' ? 'everyone' : 'holders';
}

function only(transaction: Transaction, accountIds: readonly string[]) {
  return transaction`select '{}'::uuid[] as team_ids, ${[...accountIds]}::uuid[] as account_ids`;
}

/**
 * Finds the teams and accounts that hold the changed subject, so that commands need not know them.
 * For a batch of assignments, these include the holders that lost loans by it.
 */
function holdersOf(
  transaction: Transaction,
  { portfolioId, subject, subjectId }: AnnouncedChange,
  loanId: string | null,
) {
  if (loanId !== null) {
    return transaction`
      select array_remove(array_agg(team_id), null) as team_ids,
        array_remove(array_agg(agent_id), null) as account_ids
      from loan_state where portfolio_id = ${portfolioId} and loan_id = ${loanId}`;
  }
  switch (subject) {
    case 'borrower':
      return transaction`
        select array_remove(array_agg(distinct team_id), null) as team_ids,
          array_remove(array_agg(distinct agent_id), null) as account_ids
        from (${heldLoansOf(transaction, { portfolioId, borrowerId: subjectId })}) held`;
    case 'assignment-batch':
      return transaction`
        select array_remove(array_agg(distinct team_id), null) as team_ids,
          array_remove(array_agg(distinct agent_id), null) as account_ids
        from assignments,
          lateral (values (from_team_id, from_agent_id), (to_team_id, to_agent_id))
            touched(team_id, agent_id)
        where portfolio_id = ${portfolioId} and batch_id = ${subjectId}`;
    case 'account':
      return transaction`
        select array_remove(array_agg(team_id), null) as team_ids, array_agg(id) as account_ids
        from accounts where id = ${subjectId}`;
    case 'team':
      return transaction`select array[${subjectId}::uuid] as team_ids, '{}'::uuid[] as account_ids`;
    case 'call-centre':
    case 'call-preset':
    case 'call-member':
    case 'patient':
      return transaction`
        select '{}'::uuid[] as team_ids, array_agg(distinct member.account_id) as account_ids
        from call_centre_members member
        join call_centres centre on centre.portfolio_id = member.portfolio_id
          and centre.id = member.centre_id
        left join call_centre_patients patient on patient.portfolio_id = centre.portfolio_id
          and patient.centre_id = centre.id and patient.id = ${subjectId}
        where member.portfolio_id = ${portfolioId} and ${subjectId}
          in (centre.id, centre.preset_id, member.id, patient.id)`;
    default:
      return transaction`select '{}'::uuid[] as team_ids, '{}'::uuid[] as account_ids`;
  }
}

type Person = {
  readonly portfolioId: string | Fragment | null;
  readonly borrowerId: string | Fragment;
};

/**
 * Selects the holders of the loans on which a person is the first borrower or an active party. They
 * are the teams and agents with the person in scope: `borrowersInScope`.
 */
function heldLoansOf(transaction: Transaction, { portfolioId, borrowerId }: Person) {
  const theirs = loansOfPerson(transaction, {
    portfolioId: transaction`person.portfolio_id`,
    personId: transaction`present.id`,
  });
  return transaction`
    select state.team_id, state.agent_id
    from borrowers person
    cross join lateral (select coalesce(person.merged_into, person.id) as id) present
    cross join lateral (${theirs}) theirs
    join loan_state state
      on state.portfolio_id = person.portfolio_id and state.loan_id = theirs.id
    where person.portfolio_id = ${portfolioId} and person.id = ${borrowerId}`;
}
