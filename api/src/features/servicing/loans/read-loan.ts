import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { FactValues } from '@bursar/contracts/fact-kinds';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import { quoteLoanPayoff } from '@bursar/contracts/servicing/loan-to-replay';
import type { AllocationOrder, Rounding } from '@bursar/loan-maths';
import type { Instalment, ReadLoan } from '@bursar/contracts/servicing/loans';
import type { Database, Queryable } from '../../../platform/database.ts';
import { factColumns, plainRates } from '../../../platform/facts.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { inScope, todayOf, type Viewer } from '../../../platform/scope.ts';
import { applicationReference } from './application-reference.ts';
import { isActive } from '../loan-account/arrears.ts';
import { readCharged } from '../charges/read-charged.ts';
import { readCharges, type LoanCharges } from '../loan-account/charges.store.ts';
import {
  listInstalments,
  remainingOf,
  type InstalmentRow,
} from '../loan-account/instalments.store.ts';
import { isRecovering, loanCan } from '../loan-account/loan-can.ts';
import { readWriteOffState } from '../loan-account/write-off-state.store.ts';
import {
  holdersOfListed,
  loanColumns,
  shownTags,
  toLoanRow,
  type LoanListRow,
} from '../loan-lists/loans.store.ts';
import { quietHoursNow } from './quiet-hours-now.ts';
import { productOfLoan, waysOfLoan } from '../products/products.store.ts';

type Asked = Viewer & {
  readonly loanId: string;
  readonly now: Date;
  readonly mayReadApplications: boolean;
};

/** Reads a loan with its schedule. A loan outside the scope does not exist for the caller. */
export function readLoan(database: Database, asked: Asked): Promise<Read> {
  const { loanId, now, scope, businessDate } = asked;
  return readCharged(database, { loanId, now, session: { scope, businessDate } }, (sql) =>
    readLoanIn(sql, asked),
  );
}

type Read = Outcome<AnswerOf<ReadLoan>, 'not_found'>;

async function readLoanIn(database: Queryable, asked: Asked): Promise<Read> {
  const { loanId, now } = asked;
  const row = await findLoan(database, asked);
  if (!row) return refuse('not_found');
  const instalments = await listInstalments(database, { portfolioId: row.portfolioId, loanId });
  const key = { portfolioId: row.portfolioId, loanId };
  const { charges } = await readCharges(database, key, instalments);
  const owes = isActive(row.status);
  const loss = isRecovering(row.status) ? await readWriteOffState(database, key) : null;
  return succeed({
    ...toLoanRow(row),
    ...plainRates(loanFacts, row),
    product: { id: row.productId, name: row.productName, version: row.productVersion },
    application: asked.mayReadApplications ? applicationOf(row) : null,
    allocationOrder: row.allocationOrder,
    instalmentRounding: row.instalmentRounding,
    instalmentMultipleMinor: row.instalmentMultipleMinor,
    gracePrincipal: row.gracePrincipal,
    graceInterest: row.graceInterest,
    scheduleMethod: row.scheduleMethod,
    dayCount: row.dayCount,
    borrower: borrowerOf(row),
    quietHours: quietHoursNow(quietHoursOf(row), now),
    nextDueMinor: owes ? row.oldestUnpaidMinor : 0,
    remainingMinor: owes ? sumOf(instalments) : 0,
    payoffMinor: owes ? payoffToday(row, { instalments, charges }) : null,
    creditMinor: row.creditMinor,
    scheduleVersion: row.scheduleVersion,
    rescheduledOn: row.rescheduledOn,
    charges: [...charges],
    principalPaidMinor: row.principalPaidMinor,
    interestPaidMinor: row.interestPaidMinor,
    feePaidMinor: row.feePaidMinor,
    penaltyPaidMinor: row.penaltyPaidMinor,
    writtenOffPrincipalMinor: row.writtenOffPrincipalMinor,
    lastPaymentOn: row.lastPaymentOn,
    heldSince: row.heldSince,
    import: row.importId && row.fileName ? { id: row.importId, fileName: row.fileName } : null,
    businessDate: row.today,
    instalments: shownInstalments(instalments, row.scheduleVersion).map((instalment) =>
      toInstalment(instalment, row.today),
    ),
    paymentRefusal:
      loss?.recoverableMinor === 0 ? 'loss_is_recovered' : loanCan.acceptPayment(row.status),
    loss,
  });
}

type LoanDetailRow = LoanListRow &
  FactValues<typeof loanFacts> &
  FactValues<typeof borrowerFacts> & {
    portfolioId: string;
    productId: string;
    productName: string;
    productVersion: number | null;
    applicationId: string | null;
    applicationNumber: number | null;
    allocationOrder: AllocationOrder;
    instalmentRounding: Rounding | null;
    instalmentMultipleMinor: number | null;
    gracePrincipal: number | null;
    graceInterest: number | null;
    scheduleMethod: string;
    dayCount: string;
    oldestUnpaidMinor: number;
    creditMinor: number;
    scheduleVersion: number;
    rescheduledOn: string | null;
    principalPaidMinor: number;
    interestPaidMinor: number;
    feePaidMinor: number;
    penaltyPaidMinor: number;
    writtenOffPrincipalMinor: number;
    lastPaymentOn: string | null;
    heldSince: string | null;
    importId: string | null;
    fileName: string | null;
    borrowerExternalId: string | null;
    phone: string | null;
    email: string | null;
    withdrawnChannels: string[];
    quietFrom: string;
    quietUntil: string;
    timeZone: string;
  };

async function findLoan(sql: Queryable, { loanId, now, scope, businessDate }: Asked) {
  const viewer = { scope, businessDate };
  const today = todayOf(sql, viewer, 'state');
  const at = now.toISOString();
  const reader = viewer.scope.role;
  const [row] = await sql<LoanDetailRow[]>`
    select ${loanColumns(sql, viewer)}, loan.portfolio_id, loan.product_id,
      product.name as product_name, version.number as product_version,
      application.id as application_id, application.number as application_number,
      ${waysOfLoan(sql)}, ${factColumns(sql, loanFacts, { alias: 'loan', reader })},
      ${factColumns(sql, borrowerFacts, { alias: 'borrower', reader })}, loan.schedule_method,
      loan.day_count, state.credit_minor, state.schedule_version, state.oldest_unpaid_minor,
      state.principal_paid_minor, state.interest_paid_minor,
      state.fees_paid_minor as fee_paid_minor,
      state.penalties_paid_minor as penalty_paid_minor, state.written_off_principal_minor,
      state.last_payment_on, (
        select max(made.value_date) from effective_reschedules made
        where made.portfolio_id = loan.portfolio_id and made.loan_id = loan.id
      ) as rescheduled_on, loan.import_id, import.file_name,
      borrower.external_id as borrower_external_id,
      borrower_reach(loan.portfolio_id, loan.borrower_id, 'phone', ${today}) as phone,
      borrower_reach(loan.portfolio_id, loan.borrower_id, 'email', ${today}) as email,
      withdrawn_channels(loan.portfolio_id, loan.borrower_id, ${at}) as withdrawn_channels,
      to_char(portfolio.quiet_from, 'HH24:MI') as quiet_from,
      to_char(portfolio.quiet_until, 'HH24:MI') as quiet_until, portfolio.time_zone,
      (select made_at from assignments assignment
        where assignment.portfolio_id = loan.portfolio_id and assignment.loan_id = loan.id
        order by assignment.number desc, made_at desc limit 1
      ) as held_since,
      (select coalesce(${shownTags(sql)}, '[]')
        from loan_tags tagged
        join tags tag on tag.portfolio_id = tagged.portfolio_id and tag.id = tagged.tag_id
        where tagged.portfolio_id = loan.portfolio_id and tagged.loan_id = loan.id
      ) as tags
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    join loan_list_rows listed
      on listed.portfolio_id = state.portfolio_id and listed.loan_id = state.loan_id
    ${holdersOfListed(sql)}
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    ${productOfLoan(sql)}
    left join loan_applications application
      on application.portfolio_id = loan.portfolio_id and application.loan_id = loan.id
    join portfolios portfolio on portfolio.id = loan.portfolio_id
    left join imports import
      on import.portfolio_id = loan.portfolio_id and import.id = loan.import_id
    where ${inScope(sql, viewer.scope, 'state')} and state.loan_id = ${loanId}`;
  return row;
}

function applicationOf({ applicationId, applicationNumber }: LoanDetailRow) {
  if (applicationId === null || applicationNumber === null) return null;
  return { id: applicationId, reference: applicationReference(applicationNumber) };
}

function quietHoursOf({ quietFrom, quietUntil, timeZone }: LoanDetailRow) {
  return { from: quietFrom, until: quietUntil, timeZone };
}

function borrowerOf(row: LoanDetailRow): AnswerOf<ReadLoan>['borrower'] {
  return {
    id: row.borrowerId,
    externalId: row.borrowerExternalId,
    phone: row.phone,
    email: row.email,
    ...plainRates(borrowerFacts, row),
    withdrawnChannels: row.withdrawnChannels,
  };
}

type Owed = Pick<LoanCharges, 'charges'> & { readonly instalments: readonly InstalmentRow[] };

/**
 * Returns the amount that pays off the loan today; null if the loan is disbursed on a later day.
 */
function payoffToday(row: LoanDetailRow, owed: Owed): number | null {
  const quote = quoteLoanPayoff({ ...row, ...owed }, row.today);
  return quote.ok ? quote.value.totalMinor : null;
}

const sumOf = (instalments: readonly InstalmentRow[]): number =>
  instalments.reduce((total, instalment) => total + remainingOf(instalment), 0);

/**
 * Leaves out instalments without an amount, unless the schedule is in its first version. Later
 * versions can have such rows, for example after a reschedule.
 */
export const shownInstalments = (rows: readonly InstalmentRow[], version: number) =>
  version === 1
    ? rows
    : rows.filter(({ principalMinor, interestMinor, feeMinor, penaltyMinor }) => {
        return principalMinor + interestMinor + feeMinor + penaltyMinor > 0;
      });

export function toInstalment(row: InstalmentRow, today: string): Instalment {
  return { ...row, isClaim: row.isClaim ?? false, state: stateOf(row, today) };
}

function stateOf(row: InstalmentRow, today: string): Instalment['state'] {
  const paid =
    row.principalPaidMinor + row.interestPaidMinor + row.feePaidMinor + row.penaltyPaidMinor;
  // An instalment with no amount counts as paid only from its due day on.
  if (paid === 0 && remainingOf(row) === 0 && row.dueOn > today) return 'upcoming';
  if (remainingOf(row) === 0) return 'paid';
  if (row.dueOn < today) return 'overdue';
  if (paid > 0) return 'partly-paid';
  return row.dueOn === today ? 'due' : 'upcoming';
}
