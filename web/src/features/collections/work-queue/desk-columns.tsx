import { IconArrowBackUp, IconArrowsExchange } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { percentOf } from '../../../lib/percent.ts';
import { RowButton } from '../../../ui/button/RowButton.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Text } from '../../../ui/layout/Text.tsx';
import { useMedia } from '../../../ui/state/use-media.ts';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import type { FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { CollectedOfTarget, LastActivity } from './AgentToday.tsx';
import type { DeskAgent } from './desk.queries.ts';
import classes from './TeamDesk.module.css';

/** The width for the table: `small` next to the menu of a tablet, `medium` next to a laptop's. */
type DeskSize = 'phone' | 'small' | 'medium' | 'wide';

export function useDeskSize(): DeskSize {
  const isPhone = useMedia('(max-width: 47em)');
  const isSmall = useMedia('(max-width: 72em)');
  const isMedium = useMedia('(max-width: 84em)');
  if (isPhone) return 'phone';
  if (isSmall) return 'small';
  return isMedium ? 'medium' : 'wide';
}

type DeskColumnsOptions = {
  readonly size: DeskSize;
  readonly currency: string;
  /** The role whose loan lists the figures link to. */
  readonly role: 'user' | 'team';
  /** True for a manager, who has agents of several teams. */
  readonly hasTeams: boolean;
  /** The highest number of untouched loans per agent; only this number is marked. */
  readonly mostNeglected: number;
  /** Null if the user may not arrange absence cover. */
  readonly onAct: ((kind: 'hand-over' | 'take-back', agent: DeskAgent) => void) | null;
};

const overdueLoans = { bucket: '1-30,31-60,61-90,91-180,180+' };

type DeskColumn = FigureColumn<DeskAgent>;

/** The columns that fit: the agent, the loans, the work done and the results. */
export function useDeskColumns(options: DeskColumnsOptions): readonly DeskColumn[] {
  const { size, onAct } = options;
  const agents = useAgentColumns(options);
  const activeLoans = useActiveLoansColumn(options);
  const overdue = useOverdueColumns(options);
  const results = useResultColumns(options);
  const { t } = useTranslation('work-queue');
  return [
    ...(size === 'wide' ? agents.apart : [agents.inOne]),
    ...(size === 'wide' || size === 'medium' ? [activeLoans] : []),
    ...(size === 'phone' ? [overdue.overdueAndNeglected] : [overdue.overdue, overdue.neglected]),
    ...(size === 'phone' ? [] : [results.contacts]),
    ...(size === 'small' ? [results.promisesAndKept] : []),
    ...(size === 'medium' || size === 'wide' ? [results.promises, results.kept] : []),
    results.collected,
    ...(onAct
      ? [
          {
            id: 'act',
            header: t('desk.queue'),
            align: 'action' as const,
            cell: (agent: DeskAgent) => (
              <QueueButton isIcon={size !== 'wide'} agent={agent} onAct={onAct} />
            ),
          },
        ]
      : []),
  ];
}

/**
 * The agent, the team and the last activity, each in a column or below each other; a phone lacks the
 * width for the team.
 */
function useAgentColumns({ size, hasTeams }: DeskColumnsOptions) {
  const { t } = useTranslation('work-queue');
  const agent: DeskColumn = {
    id: 'agent',
    header: t('desk.agent'),
    cell: (one) => <AgentName agent={one} />,
    wide: true,
  };
  const team: DeskColumn = {
    id: 'team',
    header: t('desk.team'),
    cell: (one) => <bdi>{one.team ?? '–'}</bdi>,
  };
  const activity: DeskColumn = {
    id: 'activity',
    header: t('desk.activity'),
    cell: (one) => <LastActivity agent={one} />,
  };
  const inOne: DeskColumn = {
    ...agent,
    cell: (one) => (
      <CellPair
        first={<AgentName agent={one} />}
        second={
          <>
            {hasTeams && size !== 'phone' && one.team !== null && (
              <>
                <bdi>{one.team}</bdi>
                {' · '}
              </>
            )}
            <LastActivity agent={one} />
          </>
        }
      />
    ),
  };
  return { apart: [agent, ...(hasTeams ? [team] : []), activity], inOne };
}

function useActiveLoansColumn({ currency, role }: DeskColumnsOptions): DeskColumn {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  return {
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
        second={
          <Money amountMinor={agent.outstandingMinor} currency={currency} withCurrency={false} />
        }
      />
    ),
  };
}

function useOverdueColumns({ currency, role, mostNeglected }: DeskColumnsOptions) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const overdueOf = (agent: DeskAgent) => (
    <AgentFigure agent={agent} role={role} filters={overdueLoans}>
      {format.count(agent.overdue)}
    </AgentFigure>
  );
  const neglectedOf = (agent: DeskAgent, text: string) => (
    <AgentFigure agent={agent} role={role} filters={{ work: 'neglected' }}>
      <Text
        as="span"
        {...(agent.neglected === mostNeglected && { tone: 'late', weight: 'medium' })}
      >
        {text}
      </Text>
    </AgentFigure>
  );
  const overdue: DeskColumn = {
    id: 'overdue',
    header: t('desk.overdue'),
    align: 'end',
    cell: (agent) => (
      <CellPair
        first={overdueOf(agent)}
        second={<Money amountMinor={agent.overdueMinor} currency={currency} withCurrency={false} />}
      />
    ),
  };
  const neglected: DeskColumn = {
    id: 'neglected',
    header: t('desk.neglected'),
    align: 'end',
    cell: (agent) => neglectedOf(agent, format.count(agent.neglected)),
  };
  const overdueAndNeglected: DeskColumn = {
    ...overdue,
    cell: (agent) => (
      <CellPair
        first={overdueOf(agent)}
        second={neglectedOf(
          agent,
          t('desk.neglectedCount', { figure: format.count(agent.neglected) }),
        )}
      />
    ),
  };
  return { overdue, neglected, overdueAndNeglected };
}

function useResultColumns({ size, currency, role }: DeskColumnsOptions) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const week = (agent: DeskAgent, work: 'contacted' | 'promised', figure: number) => (
    <AgentFigure agent={agent} role={role} filters={{ work }}>
      {t('desk.week', { figure: format.count(figure) })}
    </AgentFigure>
  );
  const shareKept = ({ promisesKept, promisesSettled }: DeskAgent): string => {
    const share = percentOf(promisesKept, promisesSettled);
    return share === null ? '–' : format.percent(share, 0);
  };
  // Today's figure is above the week's: next to each other they would make the table wider than
  // its page.
  const doneColumn = (id: 'contacts' | 'promises', work: 'contacted' | 'promised'): DeskColumn => ({
    id,
    header: t(`desk.${id}`),
    align: 'end',
    cell: (agent) => (
      <CellPair
        first={t('desk.today', { figure: format.count(agent[`${id}Today`]) })}
        second={week(agent, work, agent[`${id}Week`])}
      />
    ),
  });
  const contacts = doneColumn('contacts', 'contacted');
  const promises = doneColumn('promises', 'promised');
  const promisesAndKept: DeskColumn = {
    ...promises,
    cell: (agent) => (
      <CellPair
        first={week(agent, 'promised', agent.promisesWeek)}
        second={t('desk.keptShare', { share: shareKept(agent) })}
      />
    ),
  };
  const kept: DeskColumn = { id: 'kept', header: t('desk.kept'), align: 'end', cell: shareKept };
  const isShort = size === 'phone' || size === 'small';
  const collected: DeskColumn = {
    id: 'collected',
    header: t(isShort ? 'desk.collectedShort' : 'desk.collected', { currency }),
    align: 'end',
    cell: (agent) => <CollectedOfTarget agent={agent} currency={currency} isShort={isShort} />,
  };
  return { contacts, promises, promisesAndKept, kept, collected };
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
  readonly isIcon: boolean;
  readonly agent: DeskAgent;
  readonly onAct: NonNullable<DeskColumnsOptions['onAct']>;
};

function QueueButton({ isIcon, agent, onAct }: QueueButtonProps) {
  const { t } = useTranslation('work-queue');
  const label = t(agent.absenceCover ? 'handover.takeBack' : 'handover.action');
  const act = () => onAct(agent.absenceCover ? 'take-back' : 'hand-over', agent);
  const icon = agent.absenceCover ? (
    <IconArrowBackUp size={18} stroke={1.5} className="mirrors" />
  ) : (
    <IconArrowsExchange size={18} stroke={1.5} />
  );
  return <RowButton label={label} icon={icon} isIcon={isIcon} onClick={act} />;
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
            names: format.list(absenceCover.standIns.map((standIn) => isolated(standIn))),
            from: format.day(absenceCover.fromOn, 'short'),
            until: format.day(absenceCover.untilOn, 'short'),
          })}
        </Text>
      )}
    </>
  );
}
