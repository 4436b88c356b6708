import { uuidv7 } from 'uuidv7';
import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import type { CopyColumns } from '../../platform/copy-rows.ts';
import { factCopyColumns } from '../../platform/facts.ts';
import { isActive } from './arrears.ts';
import type { BoardedLoan, InstalmentToBoard, LoanToBoard } from './loan-to-board.ts';

type Load<Row> = { readonly table: string; readonly columns: CopyColumns<Row> };

export const borrowerColumns: Load<BoardedLoan> = {
  table: 'borrowers',
  columns: {
    portfolio_id: ({ boarding }) => boarding.portfolioId,
    id: ({ borrowerId }) => borrowerId,
    external_id: ({ loan }) => loan.borrower.externalId,
    ...factCopyColumns(borrowerFacts, ({ loan }: BoardedLoan) => loan.borrower),
    created_at: ({ boarding }) => boarding.postedAt,
  },
};

export const loanColumns: Load<BoardedLoan> = {
  table: 'loans',
  columns: {
    portfolio_id: ({ boarding }) => boarding.portfolioId,
    id: ({ id }) => id,
    reference_number: ({ referenceNumber }) => referenceNumber,
    borrower_id: ({ borrowerId }) => borrowerId,
    product_id: ({ boarding }) => boarding.productId,
    ...factCopyColumns(loanFacts, ({ loan }: BoardedLoan) => loan),
    currency: ({ boarding }) => boarding.currency,
    schedule_method: () => 'equal_instalments',
    // Interest is the rate divided by the periods of a year, which is what 30/360 comes to.
    day_count: () => '30/360',
    instalment_rounding: ({ loan }) => loan.instalmentRounding,
    import_id: ({ boarding }) => boarding.importId,
    created_at: ({ boarding }) => boarding.postedAt,
  },
};

export const loanStateColumns: Load<BoardedLoan> = {
  table: 'loan_state',
  columns: {
    portfolio_id: ({ boarding }) => boarding.portfolioId,
    loan_id: ({ id }) => id,
    status: ({ loan }) => loan.status,
    outstanding_principal_minor: ({ loan }) => loan.outstandingPrincipalMinor,
    principal_paid_minor: ({ loan }) => paid(loan, 'principalPaidMinor'),
    interest_paid_minor: ({ loan }) => paid(loan, 'interestPaidMinor'),
    penalties_paid_minor: ({ loan }) => paid(loan, 'penaltyPaidMinor'),
    written_off_principal_minor: ({ loan }) => loan.writtenOffPrincipalMinor,
    oldest_unpaid_due_on: ({ loan }) => oldestUnpaid(loan)?.dueOn ?? null,
    oldest_unpaid_minor: ({ loan }) => unpaidOf(oldestUnpaid(loan)),
  },
};

type InstalmentRow = {
  readonly portfolioId: string;
  readonly loanId: string;
  readonly number: number;
  readonly instalment: InstalmentToBoard;
};

export const instalmentColumns: Load<InstalmentRow> = {
  table: 'instalments',
  columns: {
    portfolio_id: ({ portfolioId }) => portfolioId,
    loan_id: ({ loanId }) => loanId,
    number: ({ number }) => number,
    due_on: ({ instalment }) => instalment.dueOn,
    principal_minor: ({ instalment }) => instalment.principalMinor,
    interest_minor: ({ instalment }) => instalment.interestMinor,
    penalties_minor: ({ instalment }) => instalment.penaltyMinor,
    principal_paid_minor: ({ instalment }) => instalment.principalPaidMinor,
    interest_paid_minor: ({ instalment }) => instalment.interestPaidMinor,
    penalties_paid_minor: ({ instalment }) => instalment.penaltyPaidMinor,
  },
};

export const auditColumns: Load<BoardedLoan> = {
  table: 'audit_events',
  columns: {
    id: () => uuidv7(),
    portfolio_id: ({ boarding }) => boarding.portfolioId,
    actor_id: ({ boarding }) => boarding.postedBy,
    event: () => 'board-loan',
    subject: () => 'loan',
    subject_id: ({ id }) => id,
    after: ({ loan, boarding }) =>
      JSON.stringify({
        status: loan.status,
        outstandingMinor: loan.outstandingPrincipalMinor,
        externalId: loan.externalId,
        importId: boarding.importId,
      }),
    request_id: ({ boarding }) => boarding.requestId,
    at: ({ boarding }) => boarding.postedAt,
  },
};

type PaidPart = 'principalPaidMinor' | 'interestPaidMinor' | 'penaltyPaidMinor';

function paid({ instalments }: LoanToBoard, part: PaidPart): number {
  return instalments.reduce((sum, instalment) => sum + instalment[part], 0);
}

/** Only an active loan waits for an instalment: a lost one keeps its schedule, but nothing falls due. */
function oldestUnpaid({ status, instalments }: LoanToBoard): InstalmentToBoard | undefined {
  if (!isActive(status)) return undefined;
  return instalments.find((instalment) => unpaidOf(instalment) > 0);
}

function unpaidOf(instalment: InstalmentToBoard | undefined): number {
  if (!instalment) return 0;
  const due = instalment.principalMinor + instalment.interestMinor + instalment.penaltyMinor;
  const { principalPaidMinor, interestPaidMinor, penaltyPaidMinor } = instalment;
  return due - principalPaidMinor - interestPaidMinor - penaltyPaidMinor;
}
