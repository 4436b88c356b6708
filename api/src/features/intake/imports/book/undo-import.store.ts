import type { AnswerOf } from '@bursar/contracts/endpoint';
import { importObstacles, loanStatuses, type ImportObstacle } from '@bursar/contracts/choices';
import { columnOf, factsWith, keysOf } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';
import type { ListImportObstacles } from '@bursar/contracts/intake/imports';
import { auditWithdrawnLoans, factsOfCall, type AuditedCall } from '../../../../platform/audit.ts';
import type { Fragment } from '../../../../platform/conditions.ts';
import {
  plannedByValues,
  type Queryable,
  type Transaction,
} from '../../../../platform/database.ts';
import { bookOpposites } from '../../../servicing/ledger/ledger.store.ts';
import { activitySinceImport } from '../../../servicing/loans/activity-since-import.store.ts';
import { isRecovering } from '../../../servicing/loan-account/loan-can.ts';
import { withdrawImportedLoans } from '../../../servicing/loan-account/loan-withdrawals.store.ts';
import { loanReference } from '../../../servicing/loan-lists/loans.store.ts';
import {
  chargesPaidBy,
  allocationsAsJson,
  type Reallocated,
} from '../../../servicing/loan-account/reversals.store.ts';
import type { ImportKey } from '../imports.store.ts';

type Posting = { readonly postedBy: string; readonly postedAt: string };

/** The states in which a payment is a recovery and moves no earlier payment. */
const recovering = loanStatuses.filter(isRecovering);

type ObstructedLoan = {
  readonly loanId: string;
  readonly referenceNumber: number;
  readonly obstacles: ImportObstacle[];
  readonly count: number;
};

/**
 * Lists up to 200 of the loans that the import booked or updated and that users have worked on
 * since, each with what was done, and counts all such loans.
 */
export async function listObstacles(
  database: Queryable,
  { portfolioId, importId }: ImportKey,
): Promise<AnswerOf<ListImportObstacles>> {
  const sql = plannedByValues(database);
  const marks = importObstacles.map((kind) =>
    isOfNewerTape(kind)
      ? sql`null::text`
      : sql`case when ${activitySinceImport[kind](sql)} then ${kind}::text end`,
  );
  const rows = await sql<ObstructedLoan[]>`
    select loan_id, reference_number, obstacles, count(*) over ()::int as count
    from (
      select loan.id as loan_id, loan.reference_number,
        array_remove(array[${listed(sql, marks)}], null) as obstacles
      from loans loan
      where loan.portfolio_id = ${portfolioId} and loan.import_id = ${importId}
      union all
      select compared.loan_id, loan.reference_number, compared.obstacles
      from (
        -- Subqueries per row keep the plan right when the table statistics date from before any payment.
        select compared.portfolio_id, compared.loan_id,
          array(
            select 'lost-since-update' from loan_state state
            where state.portfolio_id = compared.portfolio_id and state.loan_id = compared.loan_id
              -- A payment from a tape cannot be undone after the loan was written off.
              and compared.payment is not null and state.status = any(${recovering}::text[])
            union all
            select later.obstacle from payments ours
            cross join lateral (
              -- Nor can it be undone after the loan was rescheduled.
              select 'rescheduled-since-update' as obstacle where exists (
                select from effective_reschedules later
                where later.portfolio_id = ours.portfolio_id and later.loan_id = ours.loan_id
                  and later.number > ours.number)
              union all
              select 'paid-since-update' where exists (
                select from effective_payments later
                where later.portfolio_id = ours.portfolio_id and later.loan_id = ours.loan_id
                  and later.reversal_id is null and later.number > ours.number)
            ) later
            where ours.portfolio_id = compared.portfolio_id
              and ours.id = (compared.payment ->> 'id')::uuid
            union all
            select 'number-taken-since-update' from borrowers own
            where own.portfolio_id = compared.portfolio_id and own.id = compared.borrower_id
              and (${isFormerNumberTaken(sql)})
          ) as obstacles
        from import_comparisons compared
        where compared.portfolio_id = ${portfolioId} and compared.import_id = ${importId}
          and compared.kind = 'changed'
        offset 0
      ) compared
      join loans loan on loan.portfolio_id = compared.portfolio_id and loan.id = compared.loan_id
    ) worked
    where cardinality(obstacles) > 0
    order by reference_number
    limit ${OBSTRUCTED_SHOWN}`;
  return {
    count: rows[0]?.count ?? 0,
    loans: rows.map(({ loanId, referenceNumber, obstacles }) => {
      return { loanId, reference: loanReference(referenceNumber), obstacles };
    }),
  };
}

/**
 * Maximum number of loans listed. Users who have worked on more loans did so in bulk, and can undo
 * that in bulk.
 */
const OBSTRUCTED_SHOWN = 200;

type OfNewerTape = Extract<ImportObstacle, `${string}-since-update`>;

const isOfNewerTape = (kind: ImportObstacle): kind is OfNewerTape => kind.endsWith('-since-update');

function listed(sql: Queryable, parts: readonly Fragment[]): Fragment {
  return parts.reduce((all, part) => sql`${all}, ${part}`);
}

/**
 * SQL condition: the undo would give the borrower `own` back a number that only one borrower can
 * have and that another record has now.
 */
function isFormerNumberTaken(sql: Queryable): Fragment {
  return uniqueFacts
    .map((key) => {
      const [column, change] = [sql(columnOf(key)), sql`compared.facts -> 'borrower' -> ${key}`];
      return sql`own.${column} = ${change} ->> 'to' and exists (
        select from borrowers other
        where other.portfolio_id = own.portfolio_id and other.${column} = ${change} ->> 'from'
          and other.id <> own.id)`;
    })
    .reduce((any, one) => sql`${any} or ${one}`);
}

const uniqueFacts = keysOf(factsWith(borrowerFacts, 'isUnique'));

/** Reverses each opening entry of the import, on the entry's own day. */
export function reverseOpeningEntries(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
  posting: Posting,
): Promise<void> {
  const loans = transaction`
    select id from loans where portfolio_id = ${portfolioId} and import_id = ${importId}`;
  const event = 'undo-import';
  return bookOpposites(transaction, { ...posting, portfolioId, loans, sourceId: importId, event });
}

type LoanKey = { readonly portfolioId: string; readonly loanId: string };
/**
 * Returns whether a loan's agreed schedule is older than the one that a tape's payment was booked
 * on, and so lacks the charges that the tape restated. Tapes booked before November 2026 left the
 * agreed schedule as it was.
 */
export async function isAgreedBefore(
  transaction: Transaction,
  { portfolioId, loanId, paymentId }: LoanKey & { readonly paymentId: string },
): Promise<boolean> {
  const [older] = await transaction`
    select from loan_state state
    join schedule_versions live on live.portfolio_id = state.portfolio_id
      and live.loan_id = state.loan_id and live.version = state.schedule_version
    join payment_allocations paid on paid.portfolio_id = state.portfolio_id
      and paid.payment_id = ${paymentId} and paid.schedule_version > live.agreed_version
    where state.portfolio_id = ${portfolioId} and state.loan_id = ${loanId}
    limit 1`;
  return older !== undefined;
}

/**
 * Lists payments of the loan that were reversed after a tape's payment was booked, which may itself
 * be one of them.
 */
export function listReversedSince(
  transaction: Transaction,
  { portfolioId, loanId, paymentId }: LoanKey & { readonly paymentId: string },
): Promise<{ valueDate: string; number: number }[]> {
  return transaction<{ valueDate: string; number: number }[]>`
    select reversed.value_date, reversed.number
    ${reversedOfLoan(transaction)}
    where reversed.portfolio_id = ${portfolioId} and reversed.loan_id = ${loanId}
      and entry.number > (
        select number from payments where portfolio_id = ${portfolioId} and id = ${paymentId})`;
}

/**
 * Selects from the reversed payments of a loan with the ledger entries of their reversals: a
 * reversal has no number of its own, so its ledger entry gives the order of events.
 */
const reversedOfLoan = (sql: Queryable): Fragment => sql`
  from payments reversed
  join payment_reversals reversal on reversal.portfolio_id = reversed.portfolio_id
    and reversal.payment_id = reversed.id
  join ledger_transactions entry on entry.portfolio_id = reversed.portfolio_id
    and entry.loan_id = reversed.loan_id and entry.source_id = reversal.id`;

/** Reads how payments were allocated before a given payment moved them, by payment id. */
export async function listFormerAllocations(
  transaction: Transaction,
  { portfolioId, loanId, causeId }: LoanKey & { readonly causeId: string },
): Promise<ReadonlyMap<string, Pick<Reallocated, 'allocations' | 'charges' | 'creditMinor'>>> {
  const rows = await transaction<
    (Pick<Reallocated, 'allocations' | 'charges' | 'creditMinor'> & { paymentId: string })[]
  >`
    select paid.id as payment_id, coalesce(former.credit_minor, paid.credit_minor) as credit_minor,
      coalesce((
        select ${allocationsAsJson(transaction)}
        from (
          select portfolio_id, payment_id as placed_by, instalment_number, principal_minor,
            interest_minor, fees_minor, penalties_minor from payment_allocations
          union all
          select portfolio_id, reallocation_id, instalment_number, principal_minor,
            interest_minor, fees_minor, penalties_minor from reallocation_allocations
        ) portion
        where portion.portfolio_id = paid.portfolio_id
          and portion.placed_by = coalesce(former.id, paid.id)
      ), '[]') as allocations,
      ${chargesPaidBy(transaction, {
        portfolioId: transaction`paid.portfolio_id`,
        id: transaction`coalesce(former.id, paid.id)`,
      })} as charges
    from payments paid
    join payment_reallocations moved on moved.portfolio_id = paid.portfolio_id
      and moved.payment_id = paid.id and moved.cause_id = ${causeId}
    left join payment_reallocations former on former.portfolio_id = moved.portfolio_id
      and former.payment_id = moved.payment_id and former.number = moved.number - 1
    where paid.portfolio_id = ${portfolioId} and paid.loan_id = ${loanId}`;
  return new Map(rows.map(({ paymentId, ...allocation }) => [paymentId, allocation]));
}

export async function withdrawLoans(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
  {
    postedBy,
    postedAt,
    requestId,
    apiKeyName,
  }: Posting & Pick<AuditedCall, 'requestId' | 'apiKeyName'>,
): Promise<number> {
  const imported = transaction`
    select loan.id from loans loan
    where loan.portfolio_id = ${portfolioId} and loan.import_id = ${importId}`;
  const withdrawing = { portfolioId, importId, imported, at: postedAt };
  const count = await withdrawImportedLoans(transaction, withdrawing);
  await auditWithdrawnLoans(transaction, imported, {
    portfolioId,
    actorId: postedBy,
    requestId,
    at: postedAt,
    facts: factsOfCall({ apiKeyName }),
  });
  return count;
}

export async function markUndone(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
  { postedBy, postedAt }: Posting,
): Promise<void> {
  await transaction`
    update imports set state = 'undone', undone_by = ${postedBy}, undone_at = ${postedAt}
    where portfolio_id = ${portfolioId} and id = ${importId}`;
}
