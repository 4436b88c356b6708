import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { TitleButton } from '../../../ui/button/TitleButton.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import type { FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { ListHead } from './ListHead.tsx';
import { batchesQuery, usePropose, type Batch } from './letters.queries.ts';
import { LetterTable } from './LetterTable.tsx';

const BatchDialog = lazy(async () => ({
  default: (await import('./BatchDialog.tsx')).BatchDialog,
}));

const tones = { proposed: 'soon', released: 'good', discarded: 'done' } as const;

/** The proposed and settled batches, newest first. */
export function BatchList() {
  const { t } = useTranslation(['letters', 'contact-log']);
  const [search, setSearch] = useSearchParams();
  const query = useInfiniteQuery(batchesQuery);
  const open = (id: string | null) =>
    setSearch(id === null ? {} : { batch: id }, { replace: true, preventScrollReset: true });
  const openId = search.get('batch');
  return (
    <Stack gap={4}>
      <ListHead meaning={t('batch.meaning')}>
        <ProposeButton />
      </ListHead>
      <Loaded load={loadOf(query)} waiting={<TableToCome />}>
        {({ pages }) => {
          const batches = pages.flatMap((page) => page.batches);
          if (batches.length === 0) {
            return <EmptyState title={t('batch.none')} hint={t('batch.noneHint')} />;
          }
          return (
            <div>
              <BatchTable batches={batches} onOpen={open} />
              <MoreRows shown={batches.length} all={pages.at(-1)?.count ?? 0} pages={query} />
            </div>
          );
        }}
      </Loaded>
      {openId !== null && (
        <Suspense fallback={null}>
          <BatchDialog key={openId} batchId={openId} onClose={() => open(null)} />
        </Suspense>
      )}
    </Stack>
  );
}

function ProposeButton() {
  const { t } = useTranslation('letters');
  const format = useFormat();
  const proposing = usePropose();
  const propose = () =>
    proposing.mutate(undefined, {
      onSuccess: ({ messages, isDayOff }) => {
        const figure = format.count(messages);
        if (messages > 0) notify.success(t('batch.proposed', { count: messages, figure }));
        else notify.success(t(isDayOff ? 'batch.dayOff' : 'batch.nothing'));
      },
      onError: (cause) => notify.error(failureSentence(cause)),
    });
  return (
    <Button busy={proposing.isPending} onClick={propose}>
      {t('batch.propose')}
    </Button>
  );
}

type BatchTableProps = {
  readonly batches: readonly Batch[];
  readonly onOpen: (id: string) => void;
};

function BatchTable(props: BatchTableProps) {
  const { t } = useTranslation('letters');
  const { batches } = props;
  const columns = useBatchColumns(props);
  return <LetterTable label={t('tab.batches')} columns={columns} rows={batches} />;
}

type BatchColumns = readonly FigureColumn<Batch>[];

/**
 * Waiting batches are released after a look at their messages. On a phone, channel and day are below the template, and the counts below the state.
 */
function useBatchColumns({ batches, onOpen }: BatchTableProps) {
  const { t } = useTranslation(['letters', 'contact-log']);
  const format = useFormat();
  const titleOf = ({ id, templateName, day }: Batch) => (
    <TitleButton
      weight="medium"
      aria-label={t('batch.openNamed', { name: templateName, day: format.day(day) })}
      onClick={() => onOpen(id)}
    >
      <bdi>{templateName}</bdi>
    </TitleButton>
  );
  const channelOf = ({ channel }: Batch) => t(`contact-log:channel.${channel}`);
  const stateOf = ({ state }: Batch) => (
    <StatusBadge tone={tones[state]}>{t(`batchState.${state}`)}</StatusBadge>
  );
  const countOf = ({ state, proposed, sent }: Batch) => (state === 'released' ? sent : proposed);
  const messagesOf = (batch: Batch) => format.count(countOf(batch));
  const releaseOf = ({ id, state, templateName, day }: Batch) =>
    state === 'proposed' && (
      <Button
        size="compact"
        aria-label={t('batch.releaseNamed', { name: templateName, day: format.day(day) })}
        onClick={() => onOpen(id)}
      >
        {t('batch.release')}
      </Button>
    );
  const leftOutOf = ({ leftOut }: Batch) => format.count(leftOut);
  const template = { id: 'template', header: t('batch.template'), wide: 'name' as const };
  const state = { id: 'state', header: t('batch.state'), cell: stateOf };
  const wide: BatchColumns = [
    { ...template, wraps: true, cell: titleOf },
    { id: 'day', header: t('batch.day'), cell: ({ day }) => <DayText day={day} /> },
    { id: 'channel', header: t('batch.channel'), cell: channelOf },
    state,
    { id: 'messages', header: t('batch.messages'), align: 'end', cell: messagesOf },
    { id: 'leftOut', header: t('batch.leftOut'), align: 'end', cell: leftOutOf },
    ...(batches.some((batch) => batch.state === 'proposed')
      ? [{ id: 'actions', header: t('line.column'), align: 'action' as const, cell: releaseOf }]
      : []),
  ];
  const narrow: BatchColumns = [
    {
      ...template,
      cell: (batch) => (
        <CellPair
          first={titleOf(batch)}
          second={
            <>
              {channelOf(batch)} · <DayText day={batch.day} style="short" />
            </>
          }
        />
      ),
    },
    {
      ...state,
      cell: (batch) => (
        <CellPair
          first={stateOf(batch)}
          second={t('batch.counts', {
            count: countOf(batch),
            messages: messagesOf(batch),
            leftOut: leftOutOf(batch),
          })}
        />
      ),
    },
  ];
  return { wide, narrow };
}
