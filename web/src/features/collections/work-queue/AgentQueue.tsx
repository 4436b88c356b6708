import type { QueueItem, WaitingLoan, WorkedLoan } from '@bursar/contracts/collections/work-queue';
import { useQuery } from '@tanstack/react-query';
import { IconCircleCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { loadOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { percentOf } from '../../../lib/percent.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { Formatters } from '../../../ui/format/formatters.ts';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { ProgressBar } from '../../../ui/progress/ProgressBar.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import classes from './AgentQueue.module.css';
import { QueueCard, type QueueAction } from './QueueCard.tsx';
import { QueueList } from './QueueList.tsx';
import { DeskRoom, ProgressRoom, QueueSkeleton } from './QueueSkeleton.tsx';
import { useQueuePlace } from './use-queue-place.ts';
import { queueQuery, type Queue } from './work-queue.queries.ts';

const views = ['card', 'list'] as const;
type View = (typeof views)[number];

type AgentQueueProps = {
  /** Opens the form of an action; the page supplies it from another feature. */
  readonly onAct: (action: QueueAction, item: QueueItem) => void;
  /** Called when a loan is shown, so that the page can prefetch what its actions need. */
  readonly onShow: (item: QueueItem) => void;
};

/** An agent's queue for today, most urgent first, with shortcut keys. */
export function AgentQueue({ onAct, onShow }: AgentQueueProps) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const query = useQuery(queueQuery);
  const place = useQueuePlace(query.data?.items ?? []);
  const { current } = place;
  // A narrow screen shows either the card or the list.
  const [view, setView] = useState<View>('card');
  return (
    <Loaded load={loadOf(query)} waiting={<QueueSkeleton />}>
      {(data) => (
        <section aria-label={t('queue.title')}>
          <QueueProgress queue={data} />
          {current && (
            <Box flow="row" pad={[0, 0, 3]} className={classes.views}>
              <SegmentedChoice
                label={t('queue.view')}
                choices={views.map((value) => ({ value, label: t(`queue.views.${value}`) }))}
                chosen={view}
                onChoose={setView}
              />
            </Box>
          )}
          {place.dueCall && (
            <Row as="p" role="status" gap={3}>
              {t('queue.callDue', { name: place.dueCall.borrower ?? place.dueCall.reference })}
              <Button size="compact" onClick={() => place.go(0)}>
                {t('queue.openCall')}
              </Button>
            </Row>
          )}
          {current ? (
            <DeskRoom data-view={view}>
              <QueueList
                items={data.items}
                left={data.left}
                chosen={place.index}
                onChoose={(index) => {
                  place.go(index);
                  setView('card');
                }}
              />
              <QueueCard
                key={current.loanId}
                item={current}
                quietHours={data.quietHours}
                place={{ number: place.index + 1, of: data.left }}
                onNext={place.next}
                onPrevious={place.previous}
                onAct={onAct}
                onShow={onShow}
              />
            </DeskRoom>
          ) : (
            <div className={classes.done}>
              <EmptyState
                icon={<IconCircleCheck size={22} stroke={1.5} />}
                {...emptyTexts(data, { t, format })}
              />
            </div>
          )}
          <CallsToCome queue={data} />
          <WorkedToday worked={data.worked} />
        </section>
      )}
    </Loaded>
  );
}

type Translate = { readonly t: TFunction<'work-queue'>; readonly format: Formatters };

/** An empty queue is not the end of the work while calls are agreed. */
function emptyTexts({ waiting: [next] }: Queue, { t, format }: Translate) {
  if (!next) return { title: t('queue.empty'), hint: t('queue.emptyHint') };
  const time = format.instant(next.tryAgainAt);
  return { title: t('queue.emptyForNow'), hint: t('queue.nextCall', { time }) };
}

/** The loans that wait for an agreed call, the next one first. */
function CallsToCome({ queue: { waiting, waitingCount } }: { queue: Queue }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  if (waiting.length === 0) return null;
  const hidden = waitingCount - waiting.length;
  return (
    <Panel title={t('waiting.title')}>
      <ol>
        {waiting.map((loan) => (
          <LoanLine key={loan.loanId} loan={loan}>
            <span />
            <Text as="span" tone="muted" size="caption">
              <InstantText at={loan.tryAgainAt} />
            </Text>
          </LoanLine>
        ))}
      </ol>
      {hidden > 0 && (
        <Box as="p" tone="muted" size="caption" pad={[2, 0]}>
          {t('queue.more', { count: hidden, figure: format.count(hidden) })}
        </Box>
      )}
    </Panel>
  );
}

type LoanLineProps = {
  readonly loan: Pick<WaitingLoan, 'loanId' | 'reference' | 'borrower'>;
  readonly children: ReactNode;
};

/** One loan of a panel under the queue, with a link to its page. */
function LoanLine({ loan, children }: LoanLineProps) {
  return (
    <Box
      flow="grid"
      as="li"
      columns="minmax(0, 1fr) minmax(0, 1fr) auto"
      level="center"
      lines={0}
      gap={4}
      size="table"
      pad={[1, 0]}
      line="below"
      className={classes.workedRow}
    >
      <Box flow="row" as="span" lines={0} gap={2} shrinks breaks>
        <Link to={paths.loanDetails(loan.loanId)}>
          <bdi>{loan.borrower ?? loan.reference}</bdi>
        </Link>
        <Text as="span" tone="muted" size="caption">
          {loan.reference}
        </Text>
      </Box>
      {children}
    </Box>
  );
}

/** The day's progress and its results. */
function QueueProgress({ queue }: { queue: Queue }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const { progress, left, currency } = queue;
  const { done, contacts, promises, collectedMinor, promisesKept, promisesSettled } = progress;
  const keptPromiseShare = percentOf(promisesKept, promisesSettled);
  return (
    <ProgressRoom>
      <Box max="28rem">
        <ProgressBar label={t('progress.title')} done={done} all={done + left} />
      </Box>
      <Row as="dl" lines={2} gap={6} align="stretch" className={classes.figures}>
        <Figure name={t('progress.contacts')}>
          <Count value={contacts} />
        </Figure>
        <Figure name={t('progress.promises')}>
          <Count value={promises} />
        </Figure>
        <Figure name={t('progress.collected')}>
          <Money amountMinor={collectedMinor} currency={currency} />
        </Figure>
        <Figure name={t('progress.kept')}>
          {keptPromiseShare === null ? '–' : format.percent(keptPromiseShare, 0)}
        </Figure>
      </Row>
    </ProgressRoom>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text as="dt" tone="muted" size="caption">
        {name}
      </Text>
      <Text as="dd" weight="medium" tabular>
        {children}
      </Text>
    </div>
  );
}

/** Today's results per loan, newest first. */
function WorkedToday({ worked }: { worked: readonly WorkedLoan[] }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  if (worked.length === 0) return null;
  return (
    <Panel title={t('worked.title')}>
      <ol>
        {worked.map((loan) => (
          <LoanLine key={loan.loanId} loan={loan}>
            <span className={classes.what}>
              <Deeds loan={loan} />
            </span>
            <Row as="span" lines={0} gap={2} justify="end">
              {loan.isOpen && <StatusBadge tone="soon">{t('worked.open')}</StatusBadge>}
              {loan.tryAgainAt && (
                <StatusBadge tone="soon">
                  {t('worked.callBack', { time: format.instant(loan.tryAgainAt) })}
                </StatusBadge>
              )}
              <Text as="span" tone="muted" size="caption">
                <InstantText at={loan.at} style="time" />
              </Text>
            </Row>
          </LoanLine>
        ))}
      </ol>
    </Panel>
  );
}

function Deeds({ loan }: { loan: WorkedLoan }) {
  const { t } = useTranslation(['work-queue', 'contact-log']);
  const format = useFormat();
  const { outcome, promisedMinor, collectedMinor, currency } = loan;
  const amount = (minor: number) => `\u2068${format.money(minor, currency)}\u2069`;
  const deeds = [
    ...(outcome && (outcome !== 'promised' || promisedMinor === 0)
      ? [t(`contact-log:outcome.${outcome}`)]
      : []),
    ...(promisedMinor > 0 ? [t('worked.promised', { amount: amount(promisedMinor) })] : []),
    ...(collectedMinor > 0 ? [t('worked.collected', { amount: amount(collectedMinor) })] : []),
  ];
  return <>{deeds.join(' · ')}</>;
}
