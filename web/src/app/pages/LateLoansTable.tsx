import type { LoanRow } from '@bursar/contracts/servicing/loans';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrearsBadge } from '../../features/servicing/loan-account/ArrearsBadge.tsx';
import { paths } from '../../lib/paths.ts';
import { sharedCurrency } from '../../lib/shared-currency.ts';
import { Money } from '../../ui/format/Money.tsx';
import { TextLink } from '../../ui/link/TextLink.tsx';
import { useIsPhone } from '../../ui/state/use-media.ts';
import { CellPair } from '../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../ui/table/FigureTable.tsx';

type LateLoansTableProps = {
  /** The accessible name: the title of the panel. */
  readonly label: string;
  readonly loans: readonly LoanRow[];
  /** False for an administrator, who cannot open a loan. */
  readonly isLinked: boolean;
};

/** A few overdue loans, each with its days past due and its amount in arrears. */
export function LateLoansTable({ label, loans, isLinked }: LateLoansTableProps) {
  const { t } = useTranslation(['staff', 'loans']);
  const isPhone = useIsPhone();
  const reference = isLinked ? linkedReference : plainReference;
  const columns = isPhone
    ? narrowColumns(t, reference)
    : wideColumns(t, reference, sharedCurrency(loans));
  return <FigureTable label={label} columns={columns} rows={loans} rowId={(loan) => loan.id} />;
}

type Translate = ReturnType<typeof useTranslation<['staff', 'loans']>>['t'];

type LoanColumns = readonly FigureColumn<LoanRow>[];

type Cell = (loan: LoanRow) => ReactNode;

const wideColumns = (t: Translate, reference: Cell, currency: string | null): LoanColumns => [
  { id: 'reference', header: t('loans:column.reference'), cell: reference },
  {
    id: 'borrower',
    header: t('loans:column.borrower'),
    cell: (loan) => <bdi>{loan.borrower.name}</bdi>,
    wide: true,
    wraps: true,
  },
  { id: 'arrears', header: t('loans:column.arrears'), cell: lateness },
  {
    id: 'inArrears',
    header: headIn(t, t('loans:column.arrearsAmount'), currency),
    cell: inArrears,
    align: 'end',
  },
  {
    id: 'outstanding',
    header: headIn(t, t('record.principal'), currency),
    cell: (loan) => (
      <Money
        amountMinor={loan.outstandingMinor}
        currency={loan.currency}
        withCurrency={currency === null}
      />
    ),
    align: 'end',
  },
];

/**
 * On a phone the borrower is shown below the reference; the loan's page has the balance, and the
 * figures above name the currency.
 */
const narrowColumns = (t: Translate, reference: Cell): LoanColumns => [
  {
    id: 'reference',
    header: t('loans:column.reference'),
    cell: (loan) => <CellPair first={reference(loan)} second={<bdi>{loan.borrower.name}</bdi>} />,
    wide: true,
  },
  { id: 'arrears', header: t('loans:column.arrears'), cell: lateness },
  {
    id: 'inArrears',
    header: t('loans:column.arrearsAmount'),
    cell: inArrears,
    align: 'end',
  },
];

/** Returns a column's head, with the currency if all its amounts share one. */
export const headIn = (t: TFunction<'staff'>, header: string, currency: string | null): string =>
  currency === null ? header : t('column.inCurrency', { header, currency });

const linkedReference = (loan: LoanRow) => (
  <TextLink to={paths.loanDetails(loan.id)}>{loan.reference}</TextLink>
);

const plainReference = (loan: LoanRow) => <bdi>{loan.reference}</bdi>;

const lateness = (loan: LoanRow) => (
  <ArrearsBadge bucket={loan.bucket} daysPastDue={loan.daysPastDue} />
);

const inArrears = (loan: LoanRow) => (
  <Money amountMinor={loan.arrearsMinor} currency={loan.currency} withCurrency={false} />
);
