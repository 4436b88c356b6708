import type {
  ContactAttempt,
  ContactLogEntry,
  ListContactAttempts,
} from '@bursar/contracts/collections/contact-log';
import { outcomeRules } from '@bursar/contracts/collections/contact-outcomes';
import type { InputOf } from '@bursar/contracts/endpoint';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { recordContactOnLoan } from '../work-queue/loan-work.store.ts';
import { insertContactPause } from './contact-pauses.store.ts';

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

export type ContactAttemptRow = Omit<ContactAttempt, 'promise' | 'party'> & {
  readonly loanId: string;
  readonly partyId: string | null;
  readonly partyName: string | null;
  /** Null exactly when `partyId` is null. */
  readonly partyRole: NonNullable<ContactAttempt['party']>['role'] | null;
};

type ContactLogRow = Omit<ContactAttemptRow, 'outcome'> & Pick<ContactLogEntry, 'outcome'>;

function selectContactAttempts(sql: Queryable) {
  return sql`
    select contact.id, contact.loan_id, contact.channel, contact.direction, contact.outcome, contact.dispute_reason,
      contact.note, contact.contacted_at, logger.name as logged_by, contact.logged_at, contact.try_again_at,
      contact.payment_id, contact.call_id,
      party.id as party_id, borrower.name as party_name, party.role as party_role
    from contact_attempts contact join accounts logger on logger.id = contact.logged_by
    left join loan_parties party
      on party.portfolio_id = contact.portfolio_id and party.id = contact.party_id
    left join borrowers borrower
      on borrower.portfolio_id = party.portfolio_id and borrower.id = party.borrower_id`;
}

export async function findContactAttempt(
  sql: Queryable,
  { portfolioId, id }: { portfolioId: string; id: string },
): Promise<ContactAttemptRow | null> {
  const [row] = await sql<ContactAttemptRow[]>`
    ${selectContactAttempts(sql)} where contact.portfolio_id = ${portfolioId} and contact.id = ${id}`;
  return row ?? null;
}

/** Counts the entries of a contact that was about several loans. */
export async function countEntriesOfCall(
  sql: Queryable,
  { portfolioId, callId }: { portfolioId: string; callId: string },
): Promise<number> {
  const [row] = await sql<{ entries: number }[]>`
    select count(*) as entries from contact_attempts
    where portfolio_id = ${portfolioId} and call_id = ${callId}`;
  return row?.entries ?? 0;
}

type Asked = InputOf<ListContactAttempts>['query'] & LoanKey & { readonly limit: number };

/**
 * Selects sent messages as entries of the contact log; the note is the subject, or else the text.
 */
function selectSentMessages(sql: Queryable) {
  return sql`
    select contact.id, contact.loan_id, contact.channel, 'outgoing' as direction, 'sent' as outcome,
      null as dispute_reason, coalesce(contact.subject, contact.body) as note,
      contact.sent_at as contacted_at, settler.name as logged_by, contact.sent_at as logged_at,
      null::timestamptz as try_again_at, null::uuid as payment_id, null::uuid as call_id,
      null::uuid as party_id,
      null as party_name, null as party_role
    from loan_messages contact
    join message_batches batch
      on batch.portfolio_id = contact.portfolio_id and batch.id = contact.batch_id
    join accounts settler on settler.id = batch.settled_by`;
}

/** Lists the contact attempts and the sent messages of a loan, newest first. */
export async function listContactLogOfLoan(
  sql: Queryable,
  { portfolioId, loanId, after, limit }: Asked,
) {
  const cursor = readCursor(after, 'instant');
  const ofLoan = sql`contact.portfolio_id = ${portfolioId} and contact.loan_id = ${loanId}`;
  const isSent = sql`contact.state = 'sent'`;
  // Each part reads only as many rows as the page needs.
  const newest = (at: string) => sql`
    ${cursor ? sql`and (contact.${sql(at)}, contact.id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by contact.${sql(at)} desc, contact.id desc limit ${limit + 1}`;
  const [rows, [all]] = await Promise.all([
    sql<ContactLogRow[]>`
      (${selectContactAttempts(sql)} where ${ofLoan} ${newest('contacted_at')})
      union all
      (${selectSentMessages(sql)} where ${ofLoan} and ${isSent} ${newest('sent_at')})
      order by contacted_at desc, id desc limit ${limit + 1}`,
    sql<{ count: number }[]>`
      select (select count(*) from contact_attempts contact where ${ofLoan})
        + (select count(*) from loan_messages contact where ${ofLoan} and ${isSent}) as count`,
  ]);
  const page = pageOf(rows, { limit, valueOf: ({ contactedAt }) => contactedAt });
  return { ...page, count: all?.count ?? 0 };
}

type NewContactAttempt = LoanKey &
  Pick<ContactAttempt, 'id' | 'channel' | 'direction' | 'outcome' | 'note' | 'contactedAt'> & {
    readonly disputeReason?: ContactAttempt['disputeReason'] | undefined;
    /** The party contacted, if it was not the first borrower. */
    readonly partyId?: string | undefined;
    /**
     * Business date of the contact; the work queue uses it to see which loans were worked today.
     */
    readonly contactedOn: string;
    readonly paymentId?: string | undefined;
    readonly callId?: string | undefined;
    readonly loggedBy: string;
    readonly loggedAt: string;
    /**
     * The time at which the loan returns to the queue; null removes an agreed time, undefined
     * leaves it unchanged.
     */
    readonly tryAgainAt: string | null | undefined;
  };

/**
 * Inserts the contact and updates the loan's place in the queue according to its outcome. A contact
 * logged late never replaces a later one or its next attempt.
 */
export async function insertContactAttempt(
  transaction: Transaction,
  contact: NewContactAttempt,
): Promise<void> {
  const { portfolioId, loanId, contactedAt, contactedOn } = contact;
  const { queue } = outcomeRules[contact.outcome];
  await transaction`
    insert into contact_attempts (portfolio_id, id, loan_id, channel, direction, outcome, note,
      contacted_at, logged_by, logged_at, party_id, try_again_at, dispute_reason, payment_id, call_id)
    values (${portfolioId}, ${contact.id}, ${loanId}, ${contact.channel},
      ${contact.direction}, ${contact.outcome}, ${contact.note}, ${contactedAt},
      ${contact.loggedBy}, ${contact.loggedAt}, ${contact.partyId ?? null},
      ${contact.tryAgainAt ?? null}, ${contact.disputeReason ?? null},
      ${contact.paymentId ?? null}, ${contact.callId ?? null})`;
  await recordContactOnLoan(transaction, {
    portfolioId,
    loanId,
    contactedAt,
    contactedOn,
    isTry: queue === 'tried',
    tryAgainAt: contact.tryAgainAt,
  });
  if (contact.outcome === 'disputed' || contact.outcome === 'deceased') {
    const { id: contactId, outcome: cause } = contact;
    await insertContactPause(transaction, {
      portfolioId,
      loanId,
      contactId,
      cause,
      pausedAt: contactedAt,
    });
  }
}
