import type { QueueItem } from '@bursar/contracts/collections/work-queue';
import { useQuery } from '@tanstack/react-query';
import { IconCircleCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../../lib/load-of.ts';
import { percentOf } from '../../../lib/percent.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { Count } from '../../../ui/format/Count.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import type { Formatters } from '../../../ui/format/formatters.ts';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { ProgressBar } from '../../../ui/progress/ProgressBar.tsx';
import classes from './AgentQueue.module.css';
import { AbsenceNotes, awayText } from './AbsenceNotes.tsx';
import { CallsToCome, CoveredAgreements, WorkedToday } from './QueuePanels.tsx';
import { QueueChoice, useQueueId } from './QueueChoice.tsx';
import { QueueCard, type OnAct } from './QueueCard.tsx';
import { QueueList } from './QueueList.tsx';
import { DeskRoom, ProgressRoom, QueueSkeleton } from './QueueSkeleton.tsx';
import { useQueuePlace } from './use-queue-place.ts';
import { queueQuery, type Queue } from './work-queue.queries.ts';

const views = ['card', 'list'] as const;
export type QueueView = (typeof views)[number];

type AgentQueueProps = {
  /** Opens the form of an action; the page supplies it from another feature. */
  readonly onAct: OnAct;
  /** The loan that the call form is about: its card stays, even if the loan leaves the queue. */
  readonly called: QueueItem | null;
  /** The call form, in the place of the list. */
  readonly panel: ReactNode;
  /** Called when a loan is shown, so that the page can prefetch what its actions need. */
  readonly onShow: (item: QueueItem) => void;
};

/** An agent's queue for today, most urgent first, with shortcut keys. */
export function AgentQueue({ onAct, called, panel, onShow }: AgentQueueProps) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const queueId = useQueueId();
  const query = useQuery(queueQuery(queueId));
  const place = useQueuePlace(query.data?.items ?? []);
  const current = called
    ? (query.data?.items.find(({ loanId }) => loanId === called.loanId) ?? called)
    : place.current;
  const desk = useFocusAfterPanel(panel !== null);
  // A narrow screen shows either the card or the list.
  const [view, setView] = useState<QueueView>('card');
  return (
    <Loaded load={loadOf(query)} waiting={<QueueSkeleton />}>
      {(data) => (
        <section ref={desk} aria-label={t('queue.title')}>
          <QueueProgress queue={data} />
          <AbsenceNotes queue={data} />
          {panel === null && <QueueChoice queue={data} />}
          {current && <QueueViewChoice view={view} onChoose={setView} />}
          {place.dueCall && (
            <Box flow="row" as="p" role="status" gap={3} below={3}>
              {t('queue.callDue', { name: place.dueCall.borrower ?? place.dueCall.reference })}
              <Button size="compact" onClick={() => place.go(0)}>
                {t('queue.openCall')}
              </Button>
            </Box>
          )}
          {current ? (
            <DeskRoom data-view={view}>
              {panel ?? (
                <QueueList
                  items={data.items}
                  currency={data.currency}
                  left={data.left}
                  chosen={place.index}
                  onChoose={(index) => {
                    place.go(index);
                    setView('card');
                  }}
                />
              )}
              <QueueCard
                key={current.loanId}
                item={current}
                quietHours={data.quietHours}
                place={{ number: place.index + 1, of: data.left }}
                onNext={called ? stay : place.next}
                onPrevious={called ? stay : place.previous}
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
          <Stack gap={6} className={classes.panels}>
            <CallsToCome queue={data} />
            <CoveredAgreements covers={data.covers} />
            <WorkedToday worked={data.worked} />
          </Stack>
        </section>
      )}
    </Loaded>
  );
}

/**
 * Focuses the current loan when a panel closes and the list appears in its place again, unless a
 * part of the page has the focus.
 */
function useFocusAfterPanel(isOpen: boolean) {
  const desk = useRef<HTMLElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    // The page as a whole may have the focus, because the list was gone before the panel was there.
    if (!isClosed || !document.activeElement?.contains(desk.current)) return;
    desk.current
      ?.querySelector<HTMLElement>('li > button[aria-current="true"]')
      ?.focus({ preventScroll: true });
  }, [isOpen]);
  return desk;
}

type QueueViewChoiceProps = {
  readonly view: QueueView;
  readonly onChoose: (view: QueueView) => void;
};

/** Lets the user of a narrow screen switch between the list of the queue and the current loan. */
export function QueueViewChoice({ view, onChoose }: QueueViewChoiceProps) {
  const { t } = useTranslation('work-queue');
  return (
    <Box flow="row" pad={[0, 0, 3]} className={classes.views}>
      <SegmentedChoice
        label={t('queue.view')}
        choices={views.map((value) => ({ value, label: t(`queue.views.${value}`) }))}
        chosen={view}
        onChoose={onChoose}
      />
    </Box>
  );
}

/**
 * Used in place of the moves through the queue while a call form is open, so that the loan of the
 * form stays the current one.
 */
const stay = () => undefined;

type Translate = {
  readonly t: TFunction<'work-queue'>;
  readonly format: Formatters;
  /** The agent's name, if another user reads the queue. */
  readonly of?: string;
};

/**
 * Returns the title and the hint of an empty queue. For an absent agent, the title says so. If
 * agreed calls are still to come, it does not claim that the work is done.
 */
export function emptyTexts({ waiting: [next], absence }: Queue, { t, format, of }: Translate) {
  if (absence) {
    const title = awayText(absence, { t, format, of });
    return of === undefined ? { title, hint: t('absence.hint') } : { title };
  }
  if (!next) return { title: t('queue.empty'), hint: t('queue.emptyHint') };
  const time = format.instant(next.tryAgainAt);
  return { title: t('queue.emptyForNow'), hint: t('queue.nextCall', { time }) };
}

/**
 * The day's progress and results, the amount collected this month, and the share of promises kept
 * in the last 30 days.
 */
export function QueueProgress({ queue }: { queue: Queue }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const { progress, left, currency } = queue;
  const { done, contacts, promises, collectedMinor, promisesKept, promisesSettled } = progress;
  const { month } = progress;
  const keptPromiseShare = percentOf(promisesKept, promisesSettled);
  const share =
    month.targetMinor === null ? null : percentOf(month.collectedMinor, month.targetMinor);
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
        <Figure name={t('progress.kept')}>
          {keptPromiseShare === null ? '–' : format.percent(keptPromiseShare, 0)}
        </Figure>
        <Figure name={t('progress.collected')}>
          <Money amountMinor={collectedMinor} currency={currency} />
        </Figure>
        <Figure name={t('progress.month')}>
          <Money amountMinor={month.collectedMinor} currency={currency} />
          {month.targetMinor !== null && (
            <Text as="span" tone="muted" size="caption">
              {' '}
              {t('desk.ofTarget', {
                share: share === null ? '–' : format.percent(share, 0),
                target: format.money(month.targetMinor, currency),
              })}
            </Text>
          )}
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
