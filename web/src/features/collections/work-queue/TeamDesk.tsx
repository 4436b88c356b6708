import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { loadOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { percentOf } from '../../../lib/percent.ts';
import { useSession } from '../../../lib/session.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { Skeleton } from '../../../ui/page/Skeleton.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { CollectedOfTarget, LastActivity } from './AgentToday.tsx';
import { deskQuery, type DeskAgent } from './desk.queries.ts';
import classes from './TeamDesk.module.css';
import { useIsPhone } from '../../../ui/state/use-media.ts';

/** The work left and done per agent; the agent who is furthest behind comes first. */
export function TeamDesk() {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const role = useSession()?.role;
  const mayPlanAbsenceCover = useMay('assign-loans');
  const maySetTargets = useMay('set-collection-targets');
  const [targets, setTargets] = useState<'unused' | 'open' | 'closed'>('unused');
  const [reports, setReports] = useState<'unused' | 'open' | 'closed'>('unused');
  const query = useQuery(deskQuery);
  const { data } = query;
  const [act, setAct] = useState<Act | null>(null);
  const isPhone = useIsPhone();
  const options: DeskColumnsOptions = {
    currency: data?.currency ?? '',
    role: role === 'team' ? 'team' : 'user',
    hasTeams: new Set(data?.agents.map(({ team }) => team)).size > 1,
    mostNeglected: Math.max(1, ...(data?.agents.map(({ neglected }) => neglected) ?? [])),
    onAct: mayPlanAbsenceCover ? (kind, agent) => setAct({ kind, agent }) : null,
  };
  const wide = useDeskColumns(options);
  const narrow = useNarrowDeskColumns(options);
  const close = () => setAct(act && { ...act, kind: null });
  return (
    <Panel
      title={t('desk.title')}
      note={
        data && (
          <Row gap={3} lines={1}>
            {t('desk.note', { count: data.neglectedDays, days: format.count(data.neglectedDays) })}
            {maySetTargets && (
              <Button size="compact" onClick={() => setTargets('open')}>
                {t('targets.open')}
              </Button>
            )}
            <Button size="compact" onClick={() => setReports('open')}>
              {t('reports.open')}
            </Button>
          </Row>
        )
      }
    >
      <Loaded
        load={loadOf(query)}
        waiting={<Skeleton height="12rem" />}
        empty={<EmptyState title={t('desk.empty')} />}
        isEmpty={({ agents }) => agents.length === 0}
      >
        {({ agents }) => (
          <FigureTable
            label={t('desk.title')}
            columns={isPhone ? narrow : wide}
            rows={agents}
            rowId={({ id }) => id}
          />
        )}
      </Loaded>
      {data && targets !== 'unused' && (
        <Suspense>
          <TargetsDialog
            businessDate={data.businessDate}
            opened={targets === 'open'}
            onClose={() => setTargets('closed')}
          />
        </Suspense>
      )}
      {reports !== 'unused' && (
        <Suspense>
          <ReportsDialog
            mayChoose={role === 'user' && maySetTargets}
            opened={reports === 'open'}
            onClose={() => setReports('closed')}
          />
        </Suspense>
      )}
      {act && data && (
        <Suspense>
          <AbsenceCoverDialog
            key={act.agent.id}
            agent={act.agent}
            others={data.agents.filter(
              ({ id, team }) => id !== act.agent.id && team === act.agent.team,
            )}
            businessDate={data.businessDate}
            opened={act.kind === 'hand-over'}
            onClose={close}
          />
          <TakeQueueBackDialog
            agent={act.agent}
            opened={act.kind === 'take-back'}
            onClose={close}
          />
        </Suspense>
      )}
    </Panel>
  );
}

/** The agent remains while a dialog closes, so that its text does not vanish. */
type Act = { readonly kind: 'hand-over' | 'take-back' | null; readonly agent: DeskAgent };

/** Loaded on first use: the forms are larger than the desk. */
const AbsenceCoverDialog = lazy(async () => ({
  default: (await import('./AbsenceCoverDialog.tsx')).AbsenceCoverDialog,
}));
const TargetsDialog = lazy(async () => ({
  default: (await import('./TargetsDialog.tsx')).TargetsDialog,
}));
const ReportsDialog = lazy(async () => ({
  default: (await import('./ReportsDialog.tsx')).ReportsDialog,
}));
const TakeQueueBackDialog = lazy(async () => ({
  default: (await import('./AbsenceCoverDialog.tsx')).TakeQueueBackDialog,
}));

type DeskColumnsOptions = {
  readonly currency: string;
  /** The role whose loan lists the figures link to. */
  readonly role: 'user' | 'team';
  /** True for a manager, who has agents of several teams. */
  readonly hasTeams: boolean;
  /** The highest number of untouched loans, which alone is marked. */
  readonly mostNeglected: number;
  /** Null if the user may not arrange absence cover. */
  readonly onAct: ((kind: 'hand-over' | 'take-back', agent: DeskAgent) => void) | null;
};

const overdueLoans = { bucket: '1-30,31-60,61-90,91-180,180+' };

type DeskColumns = readonly FigureColumn<DeskAgent>[];

/** On narrow screens: the agents with their arrears, and the queue under the name. */
function useNarrowDeskColumns(options: DeskColumnsOptions): DeskColumns {
  const { onAct } = options;
  const { t } = useTranslation('work-queue');
  const wide = useDeskColumns(options);
  return [
    {
      id: 'agent',
      header: t('desk.agent'),
      wide: true,
      cell: (agent) =>
        onAct ? (
          <CellPair
            first={<AgentName agent={agent} />}
            second={
              <span className={classes.act}>
                <QueueButton agent={agent} onAct={onAct} />
              </span>
            }
          />
        ) : (
          <AgentName agent={agent} />
        ),
    },
    ...wide.filter(({ id }) => id === 'activity' || id === 'neglected' || id === 'collected'),
  ];
}

/** The columns of a desk: the agent, the loans, the work done and the results. */
function useDeskColumns(options: DeskColumnsOptions): DeskColumns {
  const { currency, role, hasTeams, mostNeglected, onAct } = options;
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const money = (amountMinor: number) => (
    <Money amountMinor={amountMinor} currency={currency} withCurrency={false} />
  );
  // Today's figure is above the week's: next to each other they would make the table wider than
  // its page.
  const doneColumn = (
    id: 'contacts' | 'promises',
    work: 'contacted' | 'promised',
    countsOf: (agent: DeskAgent) => readonly [today: number, week: number],
  ): FigureColumn<DeskAgent> => ({
    id,
    header: t(`desk.${id}`),
    align: 'end',
    cell: (agent) => {
      const [today, week] = countsOf(agent).map(format.count);
      return (
        <CellPair
          first={t('desk.today', { figure: today })}
          second={
            <AgentFigure agent={agent} role={role} filters={{ work }}>
              {t('desk.week', { figure: week })}
            </AgentFigure>
          }
        />
      );
    },
  });
  const figure = (
    id: string,
    header: string,
    cell: FigureColumn<DeskAgent>['cell'],
    filters?: Record<string, string>,
  ): FigureColumn<DeskAgent> => ({
    id,
    header,
    align: 'end',
    cell: (agent) =>
      filters ? (
        <AgentFigure agent={agent} role={role} filters={filters}>
          {cell(agent)}
        </AgentFigure>
      ) : (
        cell(agent)
      ),
  });
  return [
    {
      id: 'agent',
      header: t('desk.agent'),
      cell: (agent) => <AgentName agent={agent} />,
      wide: true,
    },
    ...(hasTeams
      ? [
          {
            id: 'team',
            header: t('desk.team'),
            cell: ({ team }: DeskAgent) => <bdi>{team ?? '–'}</bdi>,
          },
        ]
      : []),
    {
      id: 'activity',
      header: t('desk.activity'),
      cell: (agent) => <LastActivity agent={agent} />,
    },
    {
      id: 'loans',
      header: t('desk.loansAndOutstanding', { currency }),
      align: 'end',
      cell: (agent) => (
        <CellPair
          first={
            <AgentFigure agent={agent} role={role} filters={{ sort: '-outstanding' }}>
              {format.count(agent.loans)}
            </AgentFigure>
          }
          second={money(agent.outstandingMinor)}
        />
      ),
    },
    {
      id: 'overdue',
      header: t('desk.overdue'),
      align: 'end',
      cell: (agent) => (
        <CellPair
          first={
            <AgentFigure agent={agent} role={role} filters={overdueLoans}>
              {format.count(agent.overdue)}
            </AgentFigure>
          }
          second={money(agent.overdueMinor)}
        />
      ),
    },
    figure(
      'neglected',
      t('desk.neglected'),
      ({ neglected }) => (
        <Text as="span" {...(neglected === mostNeglected && { tone: 'late', weight: 'medium' })}>
          {format.count(neglected)}
        </Text>
      ),
      { work: 'neglected' },
    ),
    doneColumn('contacts', 'contacted', (agent) => [agent.contactsToday, agent.contactsWeek]),
    doneColumn('promises', 'promised', (agent) => [agent.promisesToday, agent.promisesWeek]),
    figure('kept', t('desk.kept'), ({ promisesKept, promisesSettled }) => {
      const keptPromiseShare = percentOf(promisesKept, promisesSettled);
      return keptPromiseShare === null ? '–' : format.percent(keptPromiseShare, 0);
    }),
    figure('collected', t('desk.collected', { currency }), (agent) => (
      <CollectedOfTarget agent={agent} currency={currency} />
    )),
    ...(onAct
      ? [
          {
            id: 'act',
            header: t('desk.queue'),
            align: 'action' as const,
            cell: (agent: DeskAgent) => <QueueButton agent={agent} onAct={onAct} />,
          },
        ]
      : []),
  ];
}

type AgentFigureProps = Pick<DeskColumnsOptions, 'role'> & {
  readonly agent: DeskAgent;
  readonly filters: Record<string, string>;
  readonly children: ReactNode;
};

/** A figure with a link to the loans behind it. */
function AgentFigure({ agent, role, filters, children }: AgentFigureProps) {
  return (
    <Link
      to={paths.loansOfAgent(role, agent.id, { status: 'active', ...filters })}
      className={classes.figure}
    >
      {children}
    </Link>
  );
}

type QueueButtonProps = {
  readonly agent: DeskAgent;
  readonly onAct: NonNullable<DeskColumnsOptions['onAct']>;
};

function QueueButton({ agent, onAct }: QueueButtonProps) {
  const { t } = useTranslation('work-queue');
  return (
    <Button
      size="compact"
      kind="quiet"
      onClick={() => onAct(agent.absenceCover ? 'take-back' : 'hand-over', agent)}
    >
      {t(agent.absenceCover ? 'handover.takeBack' : 'handover.action')}
    </Button>
  );
}

/** The agent's name with a link to the queue, and who covers an absence. */
function AgentName({ agent: { id, name, absenceCover } }: { agent: DeskAgent }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  return (
    <>
      <Link to={paths.queueOfAgent(id)}>
        <bdi>{name}</bdi>
      </Link>
      {absenceCover && (
        <Text as="div" tone="muted" size="caption" weight="text" className={classes.cover}>
          {t(absenceCover.isRunning ? 'handover.running' : 'handover.planned', {
            names: format.list(absenceCover.standIns.map((standIn) => `\u2068${standIn}\u2069`)),
            from: format.day(absenceCover.fromOn, 'short'),
            until: format.day(absenceCover.untilOn, 'short'),
          })}
        </Text>
      )}
    </>
  );
}
