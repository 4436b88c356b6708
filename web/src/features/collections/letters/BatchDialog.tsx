import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import {
  batchQuery,
  useBatchFile,
  useDiscard,
  useRelease,
  type Batch,
  type BatchedMessage,
} from './letters.queries.ts';
import { shownCharacters } from '../../../lib/shown-characters.ts';

type BatchDialogProps = { readonly batchId: string; readonly onClose: () => void };

/** A batch with its messages. A user ticks the messages to leave out, and releases all others. */
export function BatchDialog({ batchId, onClose }: BatchDialogProps) {
  const { t } = useTranslation('letters');
  const format = useFormat();
  const [releaseId] = useState(() => uuidv7());
  const [leaveOut, setLeaveOut] = useState<readonly string[]>([]);
  const query = useInfiniteQuery(batchQuery(batchId));
  const releasing = useRelease(batchId);
  const batch = query.data?.pages[0]?.batch;
  const count = (batch?.proposed ?? 0) - leaveOut.length;
  const submit = () =>
    releasing.mutate(
      { id: releaseId, leaveOut: [...leaveOut] },
      {
        onSuccess: ({ sent, leftOut }) => {
          setLeaveOut([]);
          const figure = format.count(sent);
          const done = t('release.done', { count: sent, figure });
          const left = t('release.left', { count: leftOut, figure: format.count(leftOut) });
          notify.success(leftOut > 0 ? `${done} ${left}` : done);
        },
      },
    );
  const toggle = (id: string) =>
    setLeaveOut((before) =>
      before.includes(id) ? before.filter((one) => one !== id) : [...before, id],
    );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={batch ? t('release.title', { name: batch.templateName }) : t('tab.batches')}
      submitLabel={
        batch?.state === 'proposed'
          ? t('release.submit', { count, figure: format.count(count) })
          : null
      }
      onSubmit={submit}
      busy={releasing.isPending}
      failure={releasing.error ? failureSentence(releasing.error) : undefined}
      size="broad"
    >
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={8} />}>
        {({ pages }) => {
          const messages = pages.flatMap((page) => page.messages);
          return (
            <Stack gap={4}>
              {batch && <Head batch={batch} onClose={onClose} />}
              <Messages
                messages={messages}
                leaveOut={leaveOut}
                onToggle={batch?.state === 'proposed' ? toggle : null}
              />
              <MoreRows shown={messages.length} pages={query} />
            </Stack>
          );
        }}
      </Loaded>
    </FormDialog>
  );
}

type HeadProps = { readonly batch: Batch; readonly onClose: () => void };

/** The state of the batch, and what can be done with it except releasing it. */
function Head({ batch, onClose }: HeadProps) {
  const { t } = useTranslation(['letters', 'contact-log']);
  const discarding = useDiscard(batch.id);
  const file = useBatchFile(batch);
  const sayFailure = (cause: Error) => void notify.error(failureSentence(cause));
  const { channel, state, settledBy, settledAt } = batch;
  return (
    <Row gap={3} lines={2} justify="between">
      <Text tone="muted" size="table">
        {t(`contact-log:channel.${channel}`)} · <DayText day={batch.day} />
        {settledBy !== null && settledAt !== null && (
          <>
            {' · '}
            {t(batch.releasedItself ? 'release.itself' : `release.${state}By`, {
              name: settledBy,
            })}{' '}
            <InstantText at={settledAt} />
          </>
        )}
      </Text>
      {state === 'proposed' && (
        <Button
          size="compact"
          busy={discarding.isPending}
          onClick={() =>
            discarding.mutate(undefined, {
              onSuccess: () => {
                onClose();
                notify.success(t('release.discardDone'));
              },
              onError: sayFailure,
            })
          }
        >
          {t('release.discard')}
        </Button>
      )}
      {state === 'released' && channel !== 'email' && batch.sent > 0 && (
        <Button
          size="compact"
          busy={file.isPending}
          onClick={() => file.mutate(undefined, { onError: sayFailure })}
        >
          {t(channel === 'letter' ? 'release.print' : 'release.csv')}
        </Button>
      )}
    </Row>
  );
}

type MessagesProps = {
  readonly messages: readonly BatchedMessage[];
  readonly leaveOut: readonly string[];
  /** Null after the batch was settled. */
  readonly onToggle: ((id: string) => void) | null;
};

function Messages({ messages, leaveOut, onToggle }: MessagesProps) {
  const { t } = useTranslation('letters');
  const format = useFormat();
  return (
    <FigureTable
      label={t('batch.messages')}
      columns={[
        {
          id: 'borrower',
          header: t('message.borrower'),
          wide: true,
          wraps: true,
          cell: ({ loanId, borrower, reference, unprintable }) => (
            <>
              <bdi>{borrower ?? t('message.nameless')}</bdi>
              {' · '}
              <Link to={paths.loanDetails(loanId)}>{reference}</Link>
              {unprintable.length > 0 && (
                <Text tone="muted" size="table">
                  {t('message.unprintable', { characters: shownCharacters(unprintable) })}
                </Text>
              )}
            </>
          ),
        },
        {
          id: 'late',
          header: t('message.daysLate'),
          align: 'end',
          cell: ({ daysLate }) => format.count(daysLate),
        },
        {
          id: 'amount',
          header: t('message.late'),
          align: 'end',
          cell: ({ lateMinor, currency }) => <Money amountMinor={lateMinor} currency={currency} />,
        },
        {
          id: 'state',
          header: onToggle ? t('message.leaveOut') : t('batch.state'),
          wraps: true,
          cell: (message) =>
            onToggle ? (
              <TickBox
                aria-label={t('message.leaveOutNamed', { reference: message.reference })}
                checked={leaveOut.includes(message.id)}
                onChange={() => onToggle(message.id)}
              />
            ) : (
              <MessageState message={message} />
            ),
        },
      ]}
      rows={messages}
      rowId={({ id }) => id}
      rowMark={({ state }) => (state === 'left-out' ? 'done' : undefined)}
    />
  );
}

function MessageState({ message: { state, reason, emptyField } }: { message: BatchedMessage }) {
  const { t } = useTranslation('letters');
  if (reason === null) return <>{t(`messageState.${state}`)}</>;
  const field = emptyField === null ? '' : t(`field.${emptyField}`);
  return <>{t(`reason.${reason}`, { field })}</>;
}
