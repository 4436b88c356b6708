import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { percentOf } from '../../../lib/percent.ts';
import { IconButton } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Text } from '../../../ui/layout/Text.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { useMedia } from '../../../ui/state/use-media.ts';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import type { FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { CollectedOfTarget, LastActivity } from './AgentToday.tsx';
import type { DeskAgent } from './desk.queries.ts';
import classes from './TeamDesk.module.css';

/**
 * The size of the desk's table, by the width of the window. The menu takes a part of the width of
 * `narrow` and `small`, which are for tablets and small laptops.
 */
type DeskSize = 'phone' | 'narrow' | 'small' | 'wide';

export function useDeskSize(): DeskSize {
  const isPhone = useMedia('(max-width: 47em)');
  const isNarrow = useMedia('(max-width: 68em)');
  const isSmall = useMedia('(max-width: 82em)');
  if (isPhone) return 'phone';
  if (isNarrow) return 'narrow';
  return isSmall ? 'small' : 'wide';
}

type DeskColumnsOptions = {
  readonly size: DeskSize;
  readonly currency: string;
  /** The role whose loan lists the figures link to. */
  readonly role: 'user' | 'team';
  /** True if the agents are of several teams. */
  readonly hasTeams: boolean;
  /** The highest number of untouched loans per agent; only this number is marked. */
  readonly mostNeglected: number;
  /** Null if the user may not arrange absence cover. */
  readonly onAct: ((kind: 'hand-over' | 'take-back', agent: DeskAgent) => void) | null;
};

const overdueLoans = { bucket: '1-30,31-60,61-90,91-180,180+' };

type DeskColumn = FigureColumn<DeskAgent>;

/**
 * The columns that fit: the agent, the loans, the work done and the results. Never more than eight:
 * further figures are in the reports.
 */
export function useDeskColumns(options: DeskColumnsOptions): readonly DeskColumn[] {
  const { size, role, onAct } = options;
  const agent = useAgentColumn(options);
  const activeLoans = useActiveLoansColumn(options);
  const overdue = useOverdueColumns(options);
  const results = useResultColumns(options);
  const { t } = useTranslation('work-queue');
  return [
    agent,
    ...(size === 'wide' ? [activeLoans] : []),
    ...(size === 'phone' || size === 'narrow'
      ? [overdue.overdueAndNeglected]
      : [overdue.overdue, overdue.neglected]),
    ...(size === 'phone' ? [] : [results.contacts, results.promises]),
    results.collected,
    ...(onAct
      ? [
          {
            id: 'act',
            header: t('desk.queue'),
            align: 'action' as const,
            cell: (one: DeskAgent) => <AgentMenu role={role} agent={one} onAct={onAct} />,
          },
        ]
      : []),
  ];
}

/** The agent, and below the name the team and the last activity; a phone lacks room for the team. */
function useAgentColumn({ size, hasTeams }: DeskColumnsOptions): DeskColumn {
  const { t } = useTranslation('work-queue');
  return {
    id: 'agent',
    header: t('desk.agent'),
    wide: true,
    wraps: size === 'narrow',
    cell: (agent) => (
      <CellPair
        first={<AgentName agent={agent} />}
        second={
          <>
            {hasTeams && size !== 'phone' && agent.team !== null && (
              <>
                <bdi>{agent.team}</bdi>
                {' · '}
              </>
            )}
            <LastActivity agent={agent} />
          </>
        }
      />
    ),
  };
}

function useActiveLoansColumn({ currency, role }: DeskColumnsOptions): DeskColumn {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  return {
    id: 'loans',
    header: t('desk.loansAndOutstanding'),
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
    header: t('desk.overdueAndPrincipal'),
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
    header: t('desk.overdue'),
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
  const contacts: DeskColumn = {
    id: 'contacts',
    header: t('desk.contacts'),
    align: 'end',
    cell: (agent) => (
      <CellPair
        first={t('desk.today', { figure: format.count(agent.contactsToday) })}
        second={week(agent, 'contacted', agent.contactsWeek)}
      />
    ),
  };
  const promises: DeskColumn = {
    id: 'promises',
    header: t('desk.promises'),
    align: 'end',
    cell: (agent) => (
      <CellPair
        first={week(agent, 'promised', agent.promisesWeek)}
        second={t('desk.keptShare', { share: shareKept(agent) })}
      />
    ),
  };
  const isShort = size !== 'wide';
  const collected: DeskColumn = {
    id: 'collected',
    header: t(isShort ? 'desk.collectedShort' : 'desk.collected'),
    align: 'end',
    cell: (agent) => <CollectedOfTarget agent={agent} currency={currency} isShort={isShort} />,
  };
  return { contacts, promises, collected };
}

type AgentFigureProps = Pick<DeskColumnsOptions, 'role'> & {
  readonly agent: DeskAgent;
  readonly filters: Record<string, string>;
  readonly children: ReactNode;
};

/** A figure with a link to the loans behind it. */
function AgentFigure({ agent, role, filters, children }: AgentFigureProps) {
  return (
    <TextLink quiet plain to={paths.loansOfAgent(role, agent.id, { status: 'active', ...filters })}>
      {children}
    </TextLink>
  );
}

type AgentMenuProps = Pick<DeskColumnsOptions, 'role'> & {
  readonly agent: DeskAgent;
  readonly onAct: NonNullable<DeskColumnsOptions['onAct']>;
};

/** Actions on an agent: open the queue or the loans, and start or end the cover of an absence. */
function AgentMenu({ role, agent, onAct }: AgentMenuProps) {
  const { t } = useTranslation('work-queue');
  const { id, name, absenceCover } = agent;
  return (
    <Menu
      trigger={
        <IconButton
          size="compact"
          label={t('desk.more', { name })}
          icon={<IconDots size={18} stroke={1.5} />}
        />
      }
      actions={[
        { id: 'queue', label: t('desk.openQueue'), to: paths.queueOfAgent(id) },
        {
          id: 'loans',
          label: t('desk.openLoans'),
          to: paths.loansOfAgent(role, id, { status: 'active' }),
        },
        absenceCover
          ? {
              id: 'take-back',
              label: t('handover.takeBack'),
              apart: true,
              onSelect: () => onAct('take-back', agent),
            }
          : {
              id: 'hand-over',
              label: t('handover.action'),
              apart: true,
              onSelect: () => onAct('hand-over', agent),
            },
      ]}
    />
  );
}

/** The agent's name with a link to the queue, and who covers an absence. */
function AgentName({ agent: { id, name, absenceCover } }: { agent: DeskAgent }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  return (
    <>
      <TextLink plain weight="medium" to={paths.queueOfAgent(id)}>
        <bdi>{name}</bdi>
      </TextLink>
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
