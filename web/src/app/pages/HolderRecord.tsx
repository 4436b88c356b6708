import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { AccountStatusBadge } from '../../features/distribution/staff/AccountStatusBadge.tsx';
import { staffListQuery } from '../../features/distribution/staff/staff.queries.ts';
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
import { TextLink } from '../../ui/link/TextLink.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableToCome } from '../../ui/page/PageShape.tsx';
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
  return <Earnings view={view} days={daysShown(view, calendar)} />;
}

type EarningsProps = {
  readonly view: ReturnType<typeof incomeViewFromSearch>;
  readonly days: ReturnType<typeof daysShown>;
};

function Earnings({ view, days }: EarningsProps) {
  const { data, isError } = useQuery(incomeQuery(days, view));
  if (isError || data?.own === null) return null;
  return data?.own ? (
    <OwnEarnings own={data.own} currency={data.currency} businessDate={data.businessDate} />
  ) : (
    <OwnEarningsSkeleton days={days} />
  );
}

const SHOWN_MAX = 8;

/** The most overdue of an agent's active loans, with a link to all of them. */
export function LoansOfAgent({ id }: { id: string }) {
  const { t } = useTranslation(['staff', 'work-queue']);
  const role = useSession()?.role;
  const isLender = role === 'user' || role === 'team';
  const query = useInfiniteQuery({
    ...loanListQuery({
      view: 'all',
      agentId: id,
      status: 'active',
      sort: 'arrears',
      direction: 'desc',
    }),
    enabled: isLender,
  });
  const page = query.data?.pages[0];
  if (!isLender || query.isError || page?.rows.length === 0) return null;
  return (
    <Panel
      title={t('record.loans')}
      note={
        <Row gap={4} lines={1}>
          <TextLink to={paths.queueOfAgent(id)}>{t('work-queue:queue.title')}</TextLink>
          <TextLink to={paths.loansOfAgent(role, id, { status: 'active' })}>
            {t('record.allLoans')}
          </TextLink>
        </Row>
      }
    >
      {page ? (
        <LateLoansTable loans={page.rows.slice(0, SHOWN_MAX)} isLinked />
      ) : (
        <TableToCome rows={SHOWN_MAX} />
      )}
    </Panel>
  );
}

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
  const page = query.data?.pages[0];
  if (!mayRead || query.isError || page?.rows.length === 0) return null;
  const list = isAdmin ? paths.allAgentsOfTeam(id) : paths.agentsOfTeam(id);
  return (
    <Panel
      title={t('record.agents')}
      note={page?.nextCursor && <TextLink to={list}>{t('record.allAgents')}</TextLink>}
    >
      {page ? (
        <FigureTable
          label={t('record.agents')}
          columns={
            isPhone ? narrowAgentColumns(t, format.count) : agentColumns(t, currencyOf(page.rows))
          }
          rows={page.rows}
          rowId={(agent) => agent.id}
        />
      ) : (
        <TableToCome rows={4} />
      )}
    </Panel>
  );
}

type AgentColumns = readonly FigureColumn<StaffRow>[];

/** Returns the currency that the agents' loans share; agents without loans have none. */
const currencyOf = (agents: readonly StaffRow[]): string | null =>
  sharedCurrency(agents.flatMap(({ currency }) => (currency === null ? [] : [{ currency }])));

const agentColumns = (t: TFunction<'staff'>, currency: string | null): AgentColumns => [
  { id: 'name', header: t('column.name'), cell: linkedName, wide: true, wraps: true },
  {
    id: 'status',
    header: t('column.status'),
    cell: (agent) => <AccountStatusBadge status={agent.status} />,
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
      agent.status === 'active' ? (
        linkedName(agent)
      ) : (
        <CellPair first={linkedName(agent)} second={<AccountStatusBadge status={agent.status} />} />
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

const linkedName = (agent: StaffRow) => (
  <TextLink to={paths.editAgent(agent.id)}>
    <bdi>{agent.name}</bdi>
  </TextLink>
);

const activeLoans = (agent: StaffRow) => <Count value={agent.activeLoans} />;

const lateLoans = (agent: StaffRow) => (
  <LateLoans late={agent.over30Loans} of={agent.activeLoans} />
);

const outstanding = (agent: StaffRow) =>
  agent.currency && <Money amountMinor={agent.outstandingMinor} currency={agent.currency} />;

/**
 * Shows the amount without its currency, which the column's head names; on a phone the figures
 * above name it.
 */
const outstandingAlone = ({ currency, outstandingMinor }: StaffRow) =>
  currency && <Money amountMinor={outstandingMinor} currency={currency} withCurrency={false} />;
