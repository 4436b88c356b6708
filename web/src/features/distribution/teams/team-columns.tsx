import type { TeamColumnId } from '@bursar/contracts/list-columns';
import type { TeamRow } from '@bursar/contracts/distribution/teams';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Count } from '../../../ui/format/Count.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Rate } from '../../../ui/format/Rate.tsx';
import type { Column } from '../../../ui/table/columns.ts';
import { sumToCome } from '../../../ui/table/sum-to-come.tsx';
import { LateLoans } from '../people/LateLoans.tsx';

type ColumnOptions = {
  /** `hidden` if all teams share one portfolio: the user can still choose the column. */
  readonly portfolio: 'shown' | 'hidden' | 'none';
  /**
   * The currency of the list, shown in the headers of the amount columns; null if each row shows
   * its own.
   */
  readonly currency: string | null;
};

export function teamColumns(
  t: TFunction<'teams'>,
  { portfolio, currency }: ColumnOptions,
): readonly Column<TeamRow>[] {
  const money = (team: TeamRow, amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={team.currency} withCurrency={currency === null} />
  );
  const columns: Omit<Column<TeamRow, TeamColumnId>, 'header'>[] = [
    { id: 'name', cell: (team) => <bdi>{team.name}</bdi>, main: true, sort: 'asc', width: 168 },
    {
      id: 'portfolio',
      cell: (team) => <bdi>{team.portfolio.name}</bdi>,
      width: 152,
      hidden: portfolio === 'hidden',
    },
    { id: 'desks', cell: desks, width: 176, grow: 2, spare: 1 },
    {
      id: 'agents',
      cell: (team) => <Count value={team.agents} />,
      align: 'end',
      sort: 'desc',
      width: 96,
      grow: 0,
    },
    {
      id: 'loans',
      cell: (team) => <Count value={team.activeLoans} />,
      align: 'end',
      sort: 'desc',
      width: 120,
      grow: 0,
    },
    {
      id: 'outstanding',
      cell: (team) => money(team, team.outstandingMinor),
      align: 'end',
      sort: 'desc',
      width: 168,
    },
    {
      id: 'over30',
      cell: (team) => <LateLoans late={team.over30Loans} of={team.activeLoans} />,
      align: 'end',
      sort: 'desc',
      width: 132,
      grow: 0,
    },
    {
      id: 'commission',
      cell: ({ commissionRatePercent: percent }) => (percent ? <Rate percent={percent} /> : none),
      align: 'end',
      width: 120,
      spare: 2,
    },
    {
      id: 'target',
      cell: (team) =>
        team.monthlyTargetMinor === null ? none : money(team, team.monthlyTargetMinor),
      align: 'end',
      width: 152,
      hidden: true,
    },
  ];
  return columns
    .filter(({ id }) => id !== 'portfolio' || portfolio !== 'none')
    .map((column) => {
      const isAmount = amountColumns.includes(column.id) && currency !== null;
      return {
        ...column,
        header: t(`column.${column.id}`),
        ...(isAmount && { unit: currency }),
      };
    });
}

/** The footers of the columns; an amount appears only if all teams share a currency. */
export function teamSums(
  teams: readonly TeamRow[],
  { withCurrency }: { withCurrency: boolean },
): Readonly<Record<string, ReactNode>> {
  const total = (figure: (team: TeamRow) => number) =>
    teams.reduce((sum, team) => sum + figure(team), 0);
  const [currency, ...others] = new Set(teams.map((team) => team.currency));
  return {
    agents: <Count value={total((team) => team.agents)} />,
    loans: <Count value={total((team) => team.activeLoans)} />,
    over30: (
      <LateLoans late={total((team) => team.over30Loans)} of={total((team) => team.activeLoans)} />
    ),
    ...(currency !== undefined &&
      others.length === 0 && {
        outstanding: (
          <Money
            amountMinor={total((team) => team.outstandingMinor)}
            currency={currency}
            withCurrency={withCurrency}
          />
        ),
      }),
  };
}

export const teamSumsToCome = {
  agents: sumToCome,
  loans: sumToCome,
  over30: sumToCome,
  outstanding: sumToCome,
};

const amountColumns = ['outstanding', 'target'];

const none = '–';

function desks(team: TeamRow): ReactNode {
  if (team.desks.length === 0) return none;
  return team.desks.map(({ id, name }, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <bdi>{name}</bdi>
    </span>
  ));
}
