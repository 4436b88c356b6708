import { borrowerFacts, loanFacts } from '@bursar/contracts/facts';
import type { BinaryColumns } from '../../../platform/copy-binary.ts';
import type { CopyColumns } from '../../../platform/copy-rows.ts';
import { factCopyColumns } from '../../../platform/facts.ts';
import type { BoardedLoan, InstalmentToBoard } from './loan-to-board.ts';

type Load<Row> = { readonly table: string; readonly columns: CopyColumns<Row> };

export const borrowerColumns: Load<BoardedLoan> = {
  table: 'borrowers',
  columns: {
    portfolio_id: ({ boarding }) => boarding.portfolioId,
    id: ({ borrowerId }) => borrowerId,
    external_id: ({ loan }) => loan.borrower.externalId,
    ...factCopyColumns(borrowerFacts, ({ loan }: BoardedLoan) => loan.borrower),
    is_from_tape: ({ boarding }) => String(boarding.importId !== null),
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
    // Each period's interest is the annual rate divided by the periods of a year, as 30/360 gives.
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
    principal_paid_minor: ({ loan }) => loan.balances.principalPaidMinor,
    interest_paid_minor: ({ loan }) => loan.balances.interestPaidMinor,
    penalties_paid_minor: ({ loan }) => loan.balances.penaltiesPaidMinor,
    written_off_principal_minor: ({ loan }) => loan.writtenOffPrincipalMinor,
    oldest_unpaid_due_on: ({ loan }) => loan.balances.oldestUnpaid?.dueOn ?? null,
    oldest_unpaid_minor: ({ loan }) => loan.balances.oldestUnpaid?.unpaidMinor ?? 0,
  },
};

type InstalmentRow = {
  readonly portfolioId: string;
  readonly loanId: string;
  readonly number: number;
  readonly instalment: InstalmentToBoard;
};

export const instalmentColumns: {
  readonly table: string;
  readonly columns: BinaryColumns<InstalmentRow>;
} = {
  table: 'instalments',
  columns: {
    portfolio_id: { type: 'uuid', of: ({ portfolioId }) => portfolioId },
    loan_id: { type: 'uuid', of: ({ loanId }) => loanId },
    number: { type: 'smallint', of: ({ number }) => number },
    due_on: { type: 'date', of: ({ instalment }) => instalment.dueOn },
    principal_minor: { type: 'bigint', of: ({ instalment }) => instalment.principalMinor },
    interest_minor: { type: 'bigint', of: ({ instalment }) => instalment.interestMinor },
    penalties_minor: { type: 'bigint', of: ({ instalment }) => instalment.penaltyMinor },
    principal_paid_minor: { type: 'bigint', of: ({ instalment }) => instalment.principalPaidMinor },
    interest_paid_minor: { type: 'bigint', of: ({ instalment }) => instalment.interestPaidMinor },
    penalties_paid_minor: { type: 'bigint', of: ({ instalment }) => instalment.penaltyPaidMinor },
  },
};
