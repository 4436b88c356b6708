import type {
  Application,
  ListApplications,
  ReadApplication,
} from '@bursar/contracts/intake/applications';
import type { ApplicationEvent, ApplicationStatus } from '@bursar/contracts/choices';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { westernDigits } from '@bursar/contracts/western-digits';
import { allOf, anyOf, matchesSearch, type Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { applicationsInScope, borrowersInScope, type Scope } from '../../../platform/scope.ts';
import { applicationNumberTaken } from '../../access/portfolios/portfolios.store.ts';
import { applicationReference } from '../../servicing/loans/application-reference.ts';
import { findBusinessCalendar } from '../../servicing/business-calendar/business-calendar.store.ts';
import { findProductVersion } from '../../servicing/products/products.store.ts';
import { listCoBorrowers } from './co-borrowers.store.ts';
import { findApprover, findHindrance, submitterOf } from './two-people.ts';
import type { MoveRecords } from '../../records/borrowers/borrower-merges.store.ts';

type Question = InputOf<ListApplications>['query'] & { readonly limit: number };

/** Lists applications in scope, most recently changed first, with counts by state. */
export async function listApplications(
  sql: Queryable,
  { scope, question }: { scope: Scope; question: Question },
): Promise<AnswerOf<ListApplications>> {
  const { q, status, productId, after, limit } = question;
  const cursor = readCursor(after, 'instant');
  const asked = allOf(sql, [
    applicationsInScope(sql, scope),
    ...(q ? [matches(sql, q)] : []),
    ...(productId ? [sql`application.product_id = ${productId}`] : []),
  ]);
  const [rows, counts] = await Promise.all([
    sql<ApplicationRow[]>`
      ${selectApplications(sql)}
      where ${asked} ${status ? sql`and application.status = ${status}` : sql``}
        ${cursor ? sql`and (application.changed_at, application.id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)` : sql``}
      order by application.changed_at desc, application.id desc limit ${limit + 1}`,
    sql<{ status: ApplicationStatus; currency: string; count: number; principalMinor: number }[]>`
      select application.status, application.currency, count(*)::int as count,
        sum(application.principal_minor)::bigint as principal_minor
      from loan_applications application ${joined(sql)} where ${asked} group by 1, 2`,
  ]);
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: ({ changedAt }) => changedAt });
  const currencies = [...new Set(counts.map(({ currency }) => currency))];
  return {
    rows: page.map(toApplication),
    nextCursor,
    counts: sumByStatus(counts),
    currency: currencies.length === 1 ? (currencies[0] ?? null) : null,
  };
}

function sumByStatus(
  counts: readonly { status: ApplicationStatus; count: number; principalMinor: number }[],
): AnswerOf<ListApplications>['counts'] {
  const sums = new Map<ApplicationStatus, { count: number; principalMinor: number }>();
  for (const { status, count, principalMinor } of counts) {
    const former = sums.get(status) ?? { count: 0, principalMinor: 0 };
    sums.set(status, {
      count: former.count + count,
      principalMinor: former.principalMinor + principalMinor,
    });
  }
  return [...sums].map(([status, sum]) => ({ status, ...sum }));
}

/**
 * Returns the condition that the borrower's search text has the words, or that the application has
 * the number.
 */
function matches(sql: Queryable, q: string): Fragment {
  const number = /^\s*(?:a-)?0*(\d{1,12})\s*$/i.exec(westernDigits(q))?.[1];
  return anyOf(sql, [
    matchesSearch(sql, sql`borrower.search_text`, q),
    ...(number ? [sql`application.number = ${number}`] : []),
  ]);
}

export async function findApplication(
  sql: Queryable,
  { scope, id }: { scope: Scope; id: string },
): Promise<AnswerOf<ReadApplication> | null> {
  const [row] = await sql<(ApplicationRow & { productVersionId: string; submittedById: string })[]>`
    ${selectApplications(sql)}
    where ${applicationsInScope(sql, scope)} and application.id = ${id}`;
  if (!row) return null;
  const { portfolioId } = row;
  const [version, events, coBorrowers] = await Promise.all([
    findProductVersion(sql, { portfolioId, id: row.productVersionId }),
    listEvents(sql, { portfolioId, id }),
    listCoBorrowers(sql, { portfolioId, id }),
  ]);
  if (!version) throw new Error(`application ${id} refers to missing product terms`);
  const { number: productVersion, terms } = version;
  const paidOut = row.loanId ? events.find(({ disbursement }) => disbursement !== null) : undefined;
  const businessCalendar = await findBusinessCalendar(sql, {
    portfolioId,
    at: paidOut?.madeAt ?? null,
  });
  const hindrance = await hindranceOf(sql, row, scope.accountId);
  const application = {
    ...toApplication(row),
    productVersion,
    terms,
    businessCalendar,
    coBorrowers,
  };
  return { ...application, hindrance, events };
}

async function hindranceOf(
  sql: Queryable,
  row: ApplicationRow & { readonly submittedById: string },
  accountId: string,
): Promise<AnswerOf<ReadApplication>['hindrance']> {
  const { portfolioId, id, status } = row;
  if (status === 'submitted') {
    return findHindrance(sql, { portfolioId, former: submitterOf(row), accountId });
  }
  if (status !== 'approved') return null;
  const former = await findApprover(sql, { portfolioId, id });
  return findHindrance(sql, { portfolioId, former, accountId });
}

type Key = { readonly portfolioId: string; readonly id: string };

type EventRow = {
  readonly id: string;
  readonly event: ApplicationEvent;
  readonly reason: string;
  readonly madeBy: string;
  readonly madeAt: string;
  /** This field and the next two are set only for a disbursement. */
  readonly day: string | null;
  readonly firstDueOn: string | null;
  readonly feeMinor: number | null;
};

async function listEvents(sql: Queryable, { portfolioId, id }: Key) {
  const rows = await sql<EventRow[]>`
    select event.id, event.event, event.reason, maker.name as made_by, event.made_at, event.day,
      event.first_due_on, event.fee_minor
    from application_events event
    join accounts maker on maker.id = event.made_by
    where event.portfolio_id = ${portfolioId} and event.application_id = ${id}
    order by event.number desc`;
  return rows.map(({ day, firstDueOn, feeMinor, ...event }) => ({
    ...event,
    disbursement:
      day === null || firstDueOn === null
        ? null
        : { disbursedOn: day, firstDueOn, feeMinor: feeMinor ?? 0 },
  }));
}

function selectApplications(sql: Queryable): Fragment {
  return sql`
    select application.id, application.number, application.status, application.borrower_id,
      borrower.name as borrower_name, application.product_id, product.name as product_name,
      application.product_version_id, application.portfolio_id, portfolio.name as portfolio_name,
      application.currency, application.purpose, application.principal_minor,
      trim_scale(application.annual_rate_percent)::text as annual_rate_percent,
      application.instalment_count, application.disburse_on, application.first_due_on,
      application.loan_id, submitter.name as submitted_by,
      application.submitted_by as submitted_by_id, application.submitted_at,
      application.changed_at
    from loan_applications application ${joined(sql)}
    join products product on product.portfolio_id = application.portfolio_id
      and product.id = application.product_id
    join accounts submitter on submitter.id = application.submitted_by`;
}

function joined(sql: Queryable): Fragment {
  return sql`
    join portfolios portfolio on portfolio.id = application.portfolio_id
    join borrowers borrower on borrower.portfolio_id = application.portfolio_id
      and borrower.id = application.borrower_id`;
}

type ApplicationRow = Omit<Application, 'reference' | 'borrower' | 'product' | 'portfolio'> & {
  readonly number: number;
  readonly borrowerId: string;
  readonly borrowerName: string | null;
  readonly productId: string;
  readonly productName: string;
  readonly portfolioId: string;
  readonly portfolioName: string;
};

function toApplication(row: ApplicationRow): Application {
  return {
    id: row.id,
    reference: applicationReference(row.number),
    status: row.status,
    borrower: { id: row.borrowerId, name: row.borrowerName },
    product: { id: row.productId, name: row.productName },
    portfolio: { id: row.portfolioId, name: row.portfolioName },
    currency: row.currency,
    purpose: row.purpose,
    principalMinor: row.principalMinor,
    annualRatePercent: row.annualRatePercent,
    instalmentCount: row.instalmentCount,
    disburseOn: row.disburseOn,
    firstDueOn: row.firstDueOn,
    loanId: row.loanId,
    submittedBy: row.submittedBy,
    submittedAt: row.submittedAt,
    changedAt: row.changedAt,
  };
}

export type LockedApplication = Pick<
  Application,
  | 'id'
  | 'status'
  | 'loanId'
  | 'currency'
  | 'purpose'
  | 'principalMinor'
  | 'annualRatePercent'
  | 'instalmentCount'
  | 'disburseOn'
  | 'firstDueOn'
  | 'submittedAt'
> & {
  readonly number: number;
  readonly submittedById: string;
  readonly borrowerId: string;
  readonly productId: string;
  readonly productVersionId: string;
};

/** Locks an application before it changes state; returns null outside the caller's scope. */
export async function lockApplication(
  transaction: Transaction,
  { portfolioId, id, scope }: Key & { readonly scope: Scope },
): Promise<LockedApplication | null> {
  const [row] = await transaction<LockedApplication[]>`
    select id, number, status, loan_id, currency, purpose, principal_minor,
      trim_scale(annual_rate_percent)::text as annual_rate_percent, instalment_count, disburse_on,
      first_due_on, borrower_id, product_id, product_version_id, submitted_at,
      submitted_by as submitted_by_id
    from loan_applications application
    where portfolio_id = ${portfolioId} and id = ${id} and ${applicationsInScope(transaction, scope)}
    for update`;
  return row ?? null;
}

export type NewApplication = Omit<
  LockedApplication,
  'status' | 'loanId' | 'number' | 'submittedAt' | 'submittedById'
> & {
  readonly portfolioId: string;
  readonly by: string;
  readonly at: string;
};

/** Inserts an application with the portfolio's next number. */
export async function insertApplication(
  transaction: Transaction,
  made: NewApplication,
): Promise<void> {
  await transaction`
    with ${applicationNumberTaken(transaction, made.portfolioId)}
    insert into loan_applications (portfolio_id, id, number, borrower_id, product_id,
      product_version_id, purpose, currency, principal_minor, annual_rate_percent,
      instalment_count, disburse_on, first_due_on, status, submitted_by, submitted_at, changed_at)
    select ${made.portfolioId}, ${made.id}, taken.number, ${made.borrowerId}, ${made.productId},
      ${made.productVersionId}, ${made.purpose}, ${made.currency}, ${made.principalMinor},
      ${made.annualRatePercent}, ${made.instalmentCount}, ${made.disburseOn}, ${made.firstDueOn},
      'submitted', ${made.by}, ${made.at}, ${made.at}
    from taken`;
}

export type Moved = Key & {
  readonly eventId: string;
  readonly event: ApplicationEvent;
  readonly reason: string;
  readonly status: ApplicationStatus;
  /** The loan that a disbursement creates, or that undoing it withdraws. */
  readonly loanId: string | null;
  readonly disbursement: Disbursement | null;
  readonly by: string;
  readonly at: string;
};

type Disbursement = {
  readonly disbursedOn: string;
  readonly firstDueOn: string;
  readonly feeMinor: number;
};

export async function moveApplication(transaction: Transaction, moved: Moved): Promise<void> {
  const { portfolioId, id, disbursement, loanId } = moved;
  await transaction`
    insert into application_events (portfolio_id, id, application_id, event, reason, loan_id, day,
      first_due_on, fee_minor, made_by, made_at)
    values (${portfolioId}, ${moved.eventId}, ${id}, ${moved.event}, ${moved.reason}, ${loanId},
      ${disbursement?.disbursedOn ?? null}, ${disbursement?.firstDueOn ?? null},
      ${disbursement?.feeMinor ?? null}, ${moved.by}, ${moved.at})`;
  await transaction`
    update loan_applications set status = ${moved.status}, changed_at = ${moved.at},
      loan_id = ${moved.status === 'active' ? loanId : null}
    where portfolio_id = ${portfolioId} and id = ${id}`;
}

export type EventFound = Pick<EventRow, 'event' | 'reason' | 'day' | 'firstDueOn'> & {
  readonly applicationId: string;
  readonly loanId: string | null;
};

/** Finds an event that was already recorded under this id. */
export async function findEvent(
  transaction: Transaction,
  { portfolioId, id }: Key,
): Promise<EventFound | null> {
  const [row] = await transaction<EventFound[]>`
    select application_id, event, reason, day, first_due_on, loan_id
    from application_events where portfolio_id = ${portfolioId} and id = ${id}`;
  return row ?? null;
}

/**
 * Locks the portfolio's row, which stores the last application and loan numbers. Call this before
 * locking a borrower, because merges lock in this order. A submission takes its number under this
 * lock.
 */
export async function holdNumbers(transaction: Transaction, portfolioId: string): Promise<void> {
  await transaction`select from portfolios where id = ${portfolioId} for no key update`;
}

/**
 * Returns whether the caller can reach the borrower and no merge replaced the record; locks the
 * borrower against a merge.
 */
export async function hasBorrower(
  transaction: Transaction,
  { portfolioId, id, scope }: Key & { readonly scope: Scope },
): Promise<boolean> {
  const rows = await transaction`
    select from borrowers borrower
    where portfolio_id = ${portfolioId} and id = ${id} and merged_into is null
      and ${borrowersInScope(transaction, scope)}
    for share`;
  return rows.length > 0;
}

/** Moves the applications of a merged borrower to the remaining one. */
export const moveApplicationsOfBorrower: MoveRecords = async (
  transaction,
  { portfolioId, survivorId, mergedId },
) => {
  await transaction`
    update loan_applications set borrower_id = ${survivorId}
    where portfolio_id = ${portfolioId} and borrower_id = ${mergedId}`;
};
