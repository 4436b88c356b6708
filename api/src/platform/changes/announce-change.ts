import type { Typing } from '@bursar/contracts/access/changes';
import type { Queryable, Transaction } from '../database.ts';

/** The channel that every API process listens to. */
export const CHANGES_CHANNEL = 'bursar_changes';

type AnnouncedChange = {
  readonly portfolioId: string | null;
  readonly event: string;
  readonly subject: string;
  readonly subjectId: string;
  /** The loan it happened to, where the subject is something on a loan. */
  readonly loanId?: string;
  /** Whom it concerns, where it concerns nobody else: not even their manager. */
  readonly onlyAccountIds?: readonly string[];
  /** It is shared among everybody of the portfolio, whatever they hold. */
  readonly forColleagues?: boolean;
};

/**
 * Writes down that something changed, and for whom, and sends word once the transaction commits.
 * Word is only the row's number: no content and no person travels, and no limit of length applies.
 */
export async function announceChange(
  transaction: Transaction,
  change: AnnouncedChange,
): Promise<void> {
  await transaction`
    with announced as (${announcement(transaction, change)})
    select pg_notify(${CHANGES_CHANNEL}, number::text) from announced`;
}

/** Tells only those named that somebody is typing: nothing is stored, and nobody hears of it later. */
export async function announceTyping(sql: Queryable, word: TypingWord): Promise<void> {
  await sql`select pg_notify(${CHANGES_CHANNEL}, ${`typing ${JSON.stringify(word)}`})`;
}

export type TypingWord = Typing & { readonly accountIds: readonly string[] };

/** The statement's part that writes the row, for a caller that writes more in the same statement. */
export function announcement(transaction: Transaction, change: AnnouncedChange) {
  const { portfolioId, event, subject, subjectId, onlyAccountIds } = change;
  const loanId = change.loanId ?? (subject === 'loan' ? subjectId : null);
  return transaction`
    insert into changes
      (portfolio_id, event, subject, subject_id, loan_id, reach, team_ids, account_ids)
    select ${portfolioId}::uuid, ${event}, ${subject}, ${subjectId}::uuid, ${loanId}::uuid,
      ${reachOf(change)}, coalesce(holders.team_ids, '{}'), coalesce(holders.account_ids, '{}')
    from (${onlyAccountIds ? only(transaction, onlyAccountIds) : holdersOf(transaction, change, loanId)}) holders
    returning number`;
}

/** A change to a loan, sent to its holders, or to a borrower, sent to managers. */
export type ChangeOfLoan = {
  readonly portfolioId: string;
  readonly event: string;
  readonly subject: 'loan' | 'borrower';
  readonly subjectId: string;
};

/** The same part for many at once. */
export function announcements(transaction: Transaction, changes: readonly ChangeOfLoan[]) {
  const rows = changes.map(({ portfolioId: portfolio, event, subject, subjectId }) => {
    const loan = subject === 'loan' ? subjectId : null;
    return { portfolio, event, subject, id: subjectId, loan };
  });
  return transaction`
    insert into changes
      (portfolio_id, event, subject, subject_id, loan_id, reach, team_ids, account_ids)
    select told.portfolio, told.event, told.subject, told.id, told.loan, 'holders',
      holders.team_ids, holders.account_ids
    from jsonb_to_recordset(${transaction.json(rows)}) as told(
      portfolio uuid, event text, subject text, id uuid, loan uuid)
    cross join lateral (
      select coalesce(array_remove(array_agg(team_id), null), '{}') as team_ids,
        coalesce(array_remove(array_agg(agent_id), null), '{}') as account_ids
      from loan_state where portfolio_id = told.portfolio and loan_id = told.loan
    ) holders
    returning number`;
}

function reachOf({ subject, onlyAccountIds, forColleagues }: AnnouncedChange): string {
  if (onlyAccountIds) return 'accounts';
  if (forColleagues) return 'colleagues';
  // What a role may do is read by everyone who has it.
  return subject === 'role' ? 'everyone' : 'holders';
}

function only(transaction: Transaction, accountIds: readonly string[]) {
  return transaction`select '{}'::uuid[] as team_ids, ${[...accountIds]}::uuid[] as account_ids`;
}

/** Which teams and people hold what changed, or have just lost it: known here for every command. */
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
