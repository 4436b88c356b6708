import { ARREARS_SCALE } from '@bursar/loan-maths/buckets';
import type { StaffRow } from '@bursar/contracts/distribution/staff';
import type { TeamRow } from '@bursar/contracts/distribution/teams';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { AccountStatusBadge } from '../../features/distribution/staff/AccountStatusBadge.tsx';
import { accountQuery, staffListQuery } from '../../features/distribution/staff/staff.queries.ts';
import { teamQuery } from '../../features/distribution/teams/teams.queries.ts';
import { LateLoans } from '../../features/distribution/people/LateLoans.tsx';
import { incomeQuery } from '../../features/reporting/income/income.queries.ts';
import { daysShown, incomeViewFromSearch } from '../../features/reporting/income/income-range.ts';
import { OwnEarnings, OwnEarningsSkeleton } from '../../features/reporting/income/OwnEarnings.tsx';
import { loanListQuery } from '../../features/servicing/loans/loans.queries.ts';
import { paths } from '../../lib/paths.ts';
import { sessionQuery, useMay } from '../../lib/session-query.ts';
import { sharedCurrency } from '../../lib/shared-currency.ts';
import { useSession } from '../../lib/session.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Count } from '../../ui/format/Count.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { Text } from '../../ui/layout/Text.tsx';
import { TextLink } from '../../ui/link/TextLink.tsx';
import { EmptyLine } from '../../ui/page/EmptyLine.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableToCome } from '../../ui/page/PageShape.tsx';
import { Skeleton } from '../../ui/page/Skeleton.tsx';
import { useIsPhone } from '../../ui/state/use-media.ts';
import { CellPair } from '../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../ui/table/FigureTable.tsx';
import { headIn, LateLoansTable } from './LateLoansTable.tsx';

type HolderProps = { readonly holder: 'team' | 'agent'; readonly id: string };

/** The earnings of a team or an agent over the last twelve months. */
export function HolderIncome({ holder, id }: HolderProps) {
  const calendar = useQuery(sessionQuery).data?.portfolio;
  const mayRead = useMay('read-income');
  if (!calendar || !mayRead) return null;
  const view = incomeViewFromSearch(new URLSearchParams({ [holder]: id }));
  const { businessDate } = calendar;
  return <Earnings view={view} days={daysShown(view, calendar)} businessDate={businessDate} />;
}

type EarningsProps = {
  readonly view: ReturnType<typeof incomeViewFromSearch>;
  readonly days: ReturnType<typeof daysShown>;
  readonly businessDate: string;
};

function Earnings({ view, days, businessDate }: EarningsProps) {
  const { data, failureCount, isPaused } = useQuery(incomeQuery(days, view));
  // Without an answer, a placeholder would keep the form of an account without loans from showing.
  if (data?.own === null || (!data && (failureCount > 0 || isPaused))) return null;
  return data?.own ? (
    <OwnEarnings own={data.own} currency={data.currency} businessDate={data.businessDate} />
  ) : (
    <OwnEarningsSkeleton businessDate={businessDate} />
  );
}

const SHOWN_MAX = 8;

/**
 * The most overdue of an agent's loans, with links to the queue and to all of them; nothing for an
 * agent without active loans.
 */
export function LoansOfAgent({ id }: { id: string }) {
  const { t } = useTranslation(['staff', 'work-queue', 'ui']);
  const format = useFormat();
  const role = useSession()?.role;
  const isLender = role === 'user' || role === 'team';
  const activeLoans = useQuery(accountQuery(id)).data?.activeLoans ?? 0;
  const isShown = isLender && activeLoans > 0;
  const query = useInfiniteQuery({
    ...loanListQuery({ view: 'all', agentId: id, ...overdue, sort: 'arrears', direction: 'desc' }),
    enabled: isShown,
  });
  const page = query.data?.pages[0];
  if (!isShown || query.isError) return null;
  const shown = page?.rows.slice(0, SHOWN_MAX) ?? [];
  const all = page?.sums.count ?? 0;
  const isNoneOverdue = page?.rows.length === 0;
  return (
    <Panel
      title={t('record.overdue')}
      note={
        <Row gap={4} lines={1}>
          {page ? (
            !isNoneOverdue &&
            t('ui:table.shownOf', {
              count: all,
              shown: format.count(shown.length),
              all: format.count(all),
            })
          ) : (
            <Skeleton width="4rem" height="1lh" />
          )}
          <TextLink to={paths.queueOfAgent(id)}>{t('work-queue:queue.title')}</TextLink>
          {isNoneOverdue ? (
            <TextLink to={paths.loansOfAgent(role, id, active)}>{t('record.allActive')}</TextLink>
          ) : (
            <TextLink to={paths.loansOfAgent(role, id, overdue)}>{t('record.allOverdue')}</TextLink>
          )}
        </Row>
      }
    >
      {page ? (
        isNoneOverdue ? (
          <EmptyLine title={t('record.noneOverdue')} />
        ) : (
          <LateLoansTable label={t('record.overdue')} loans={shown} isLinked />
        )
      ) : (
        <TableToCome rows={SHOWN_MAX} />
      )}
    </Panel>
  );
}

const active = { status: 'active' } as const;

const overdue = {
  ...active,
  bucket: ARREARS_SCALE.filter((bucket) => bucket !== 'current').join(','),
} as const;

/**
 * The first agents of a team by name, each with loan figures; a link opens the list if there are
 * more.
 */
export function AgentsOfTeam({ id }: { id: string }) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  const isPhone = useIsPhone();
  const isAdmin = useSession()?.role === 'admin';
  const mayRead = useMay('read-staff');
  const query = useInfiniteQuery({
    ...staffListQuery({ role: 'agent', teamId: id, sort: 'name', direction: 'asc' }),
    enabled: mayRead,
  });
  const team = useQuery(teamQuery(id)).data;
  const page = query.data?.pages[0];
  if (!mayRead || query.isError || page?.rows.length === 0) return null;
  const list = isAdmin ? paths.allAgentsOfTeam(id) : paths.agentsOfTeam(id);
  const isWhole = page?.nextCursor === null;
  const currency = page ? currencyOf(page.rows) : null;
  return (
    <Panel
      title={t('record.agents')}
      note={page?.nextCursor && <TextLink to={list}>{t('record.allAgents')}</TextLink>}
    >
      {page && team ? (
        <FigureTable
          label={t('record.agents')}
          columns={isPhone ? narrowAgentColumns(t, format.count) : agentColumns(t, currency)}
          rows={[...page.rows, ...(isWhole ? linesWithoutAgent(team) : [])]}
          rowId={(agent) => agent.id}
          {...(isWhole && {
            foot: {
              name: t('record.allLoansOfTeam'),
              loans: activeLoans(team),
              over30: lateLoans(team),
              outstanding:
                isPhone || currency !== null ? outstandingAlone(team) : outstanding(team),
            },
          })}
        />
      ) : (
        <TableToCome rows={4} />
      )}
    </Panel>
  );
}

/** An agent's loans, or those of the team that no agent has. */
type AgentLine = Pick<
  StaffRow,
  'id' | 'currency' | 'activeLoans' | 'over30Loans' | 'outstandingMinor'
> & {
  readonly name: string | null;
  readonly status: StaffRow['status'] | null;
};

/** Returns the line with which the agents' figures add up to those of the team. */
function linesWithoutAgent({ withoutAgent, currency }: TeamRow): readonly AgentLine[] {
  return withoutAgent.activeLoans === 0
    ? []
    : [{ ...withoutAgent, id: 'none', name: null, status: null, currency }];
}

type AgentColumns = readonly FigureColumn<AgentLine>[];
type Holding = Pick<AgentLine, 'currency' | 'activeLoans' | 'over30Loans' | 'outstandingMinor'>;

/** Returns the currency that the agents' loans share; agents without loans have none. */
const currencyOf = (agents: readonly StaffRow[]): string | null =>
  sharedCurrency(agents.flatMap(({ currency }) => (currency === null ? [] : [{ currency }])));

const agentColumns = (t: TFunction<'staff'>, currency: string | null): AgentColumns => [
  { id: 'name', header: t('column.name'), cell: linkedName(t), wide: true, wraps: true },
  {
    id: 'status',
    header: t('column.status'),
    cell: ({ status }) => status && <AccountStatusBadge status={status} />,
  },
  { id: 'loans', header: t('column.loans'), cell: activeLoans, align: 'end' },
  { id: 'over30', header: t('column.over30'), cell: lateLoans, align: 'end' },
  {
    id: 'outstanding',
    header: headIn(t, t('column.outstanding'), currency),
    cell: currency === null ? outstanding : outstandingAlone,
    align: 'end',
  },
];

/** On a phone only an unusual status shows, and two figures share a column. */
const narrowAgentColumns = (
  t: TFunction<'staff'>,
  count: (value: number) => string,
): AgentColumns => [
  {
    id: 'name',
    header: t('column.name'),
    cell: (agent) =>
      agent.status === null || agent.status === 'active' ? (
        linkedName(t)(agent)
      ) : (
        <CellPair
          first={linkedName(t)(agent)}
          second={<AccountStatusBadge status={agent.status} />}
        />
      ),
    wide: true,
    wraps: true,
  },
  { id: 'loans', header: t('column.loans'), cell: activeLoans, align: 'end' },
  {
    id: 'outstanding',
    header: t('column.outstanding'),
    cell: (agent) => (
      <CellPair
        first={outstandingAlone(agent)}
        second={t('card.over30', { count: agent.over30Loans, figure: count(agent.over30Loans) })}
      />
    ),
    align: 'end',
  },
];

const linkedName = (t: TFunction<'staff'>) => (agent: AgentLine) =>
  agent.name === null ? (
    <Text as="span" tone="muted">
      {t('record.noAgent')}
    </Text>
  ) : (
    <TextLink to={paths.editAgent(agent.id)}>
      <bdi>{agent.name}</bdi>
    </TextLink>
  );

const activeLoans = (agent: Holding) => <Count value={agent.activeLoans} />;

const lateLoans = (agent: Holding) => <LateLoans late={agent.over30Loans} of={agent.activeLoans} />;

const outstanding = (agent: Holding) =>
  agent.currency && <Money amountMinor={agent.outstandingMinor} currency={agent.currency} />;

/**
 * Shows the amount without its currency, which the column's head names; on a phone the figures
 * above name it.
 */
const outstandingAlone = ({ currency, outstandingMinor }: Holding) =>
  currency && <Money amountMinor={outstandingMinor} currency={currency} withCurrency={false} />;
