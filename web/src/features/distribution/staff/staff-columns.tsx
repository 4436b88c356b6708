import type { StaffColumnId } from '@bursar/contracts/list-columns';
import type { StaffRow } from '@bursar/contracts/distribution/staff';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Count } from '../../../ui/format/Count.tsx';
import { EmailText } from '../../../ui/format/EmailText.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { PhoneText } from '../../../ui/format/PhoneText.tsx';
import { Rate } from '../../../ui/format/Rate.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { sumToCome } from '../../../ui/table/sum-to-come.tsx';
import type { StaffPage } from './staff.queries.ts';
import { AccountStatusBadge } from './AccountStatusBadge.tsx';
import { PersonName } from './StaffCard.tsx';
import { LateLoans } from '../people/LateLoans.tsx';

/** Columns that only some lists have; in the other lists, every row would have the same value. */
export type StaffColumn = 'role' | 'portfolio' | 'team';

type ColumnOptions = {
  readonly columns: readonly StaffColumn[];
  /** Columns that are hidden until the user chooses them. */
  readonly hidden?: readonly StaffColumn[];
  /**
   * The currency of the list, shown in the header of the outstanding amounts; null if each row
   * shows its own.
   */
  readonly currency: string | null;
};

/** The columns of all account lists. A sortable column has the id of the server's sort. */
export function staffColumns(
  t: TFunction<['staff', 'app']>,
  { columns: chosen, hidden = [], currency }: ColumnOptions,
): readonly Column<StaffRow>[] {
  const columns: Omit<Column<StaffRow, StaffColumnId>, 'header'>[] = [
    { id: 'name', cell: (row) => <PersonName row={row} />, main: true, sort: 'asc', width: 152 },
    {
      id: 'email',
      cell: (row) => <EmailText email={row.email} />,
      sort: 'asc',
      width: 208,
      grow: 2,
      spare: 2,
    },
    { id: 'role', cell: (row) => t(`app:role.${row.role}`), sort: 'asc', width: 100, grow: 0 },
    {
      id: 'status',
      cell: (row) => <AccountStatusBadge status={row.status} />,
      width: 100,
      grow: 0,
      spare: 1,
    },
    { id: 'portfolio', cell: (row) => nameOf(row.portfolio), width: 128 },
    { id: 'team', cell: (row) => nameOf(row.team), width: 96 },
    {
      id: 'loans',
      cell: (row) => (holdsLoans(row) ? <Count value={row.activeLoans} /> : none),
      align: 'end',
      sort: 'desc',
      width: 116,
      grow: 0,
    },
    {
      id: 'outstanding',
      cell: (row) => outstanding(row, currency === null),
      align: 'end',
      sort: 'desc',
      // Wide enough for billions with their currency.
      width: currency === null ? 168 : 148,
    },
    {
      id: 'over30',
      cell: (row) =>
        holdsLoans(row) ? <LateLoans late={row.over30Loans} of={row.activeLoans} /> : none,
      align: 'end',
      sort: 'desc',
      width: 132,
      grow: 0,
    },
    {
      id: 'lastSeen',
      cell: (row) => (row.lastSeenAt ? <InstantText at={row.lastSeenAt} style="ago" /> : none),
      width: 112,
      spare: 3,
    },
    { id: 'phone', cell: (row) => phone(row), width: 148, hidden: true },
    { id: 'commission', cell: commission, align: 'end', width: 112, hidden: true },
    { id: 'target', cell: target, align: 'end', width: 148, hidden: true },
    {
      id: 'created',
      cell: (row) => <InstantText at={row.createdAt} style="medium" />,
      sort: 'desc',
      width: 124,
      hidden: true,
    },
  ];
  return columns
    .filter(({ id }) => !isChoice(id) || chosen.includes(id))
    .map((column) => {
      const isAmount = column.id === 'outstanding' && currency !== null;
      const isHidden = column.hidden === true || hidden.some((id) => id === column.id);
      return {
        ...column,
        hidden: isHidden,
        header: t(`column.${column.id}`),
        ...(isAmount && { unit: currency }),
      };
    });
}

/** The footers of the columns; an amount appears only if all matching rows share a currency. */
export function staffSums(
  { activeLoans, over30Loans, amounts }: StaffPage['sums'],
  { withCurrency }: { withCurrency: boolean },
) {
  const [amount, ...others] = amounts;
  return {
    loans: <Count value={activeLoans} />,
    over30: <LateLoans late={over30Loans} of={activeLoans} />,
    ...(amount &&
      others.length === 0 && {
        outstanding: (
          <Money
            amountMinor={amount.outstandingMinor}
            currency={amount.currency}
            withCurrency={withCurrency}
          />
        ),
      }),
  };
}

export const staffSumsToCome = { loans: sumToCome, over30: sumToCome, outstanding: sumToCome };

const none = '–';

function isChoice(id: string): id is StaffColumn {
  return id === 'role' || id === 'portfolio' || id === 'team';
}

function nameOf(ref: { name: string } | null): ReactNode {
  return ref ? <bdi>{ref.name}</bdi> : none;
}

/** An administrator has no portfolio and therefore no loans. */
function holdsLoans({ portfolio }: StaffRow): boolean {
  return portfolio !== null;
}

function outstanding(row: StaffRow, withCurrency: boolean): ReactNode {
  if (row.currency === null) return none;
  const { outstandingMinor, currency } = row;
  return <Money amountMinor={outstandingMinor} currency={currency} withCurrency={withCurrency} />;
}

function phone(row: StaffRow): ReactNode {
  return row.phone ? <PhoneText number={row.phone} /> : none;
}

function commission(row: StaffRow): ReactNode {
  return row.commissionRatePercent ? <Rate percent={row.commissionRatePercent} /> : none;
}

function target({ monthlyTargetMinor, currency }: StaffRow): ReactNode {
  if (monthlyTargetMinor === null || currency === null) return none;
  return <Money amountMinor={monthlyTargetMinor} currency={currency} />;
}
