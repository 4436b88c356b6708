import {
  deliveryFailures,
  deliveryStates,
  DELIVERY_DAYS,
} from '@bursar/contracts/control/webhooks.values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { DrawerSection } from '../../../ui/overlay/DrawerSection.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { eventText } from '../../access/audit-events/event-text.ts';
import { DeliveryState } from './WebhookState.tsx';
import {
  deliveriesQuery,
  useReplayDelivery,
  useReplaySince,
  type WebhookDelivery,
} from './webhooks.queries.ts';

type Shown = WebhookDelivery['state'] | 'all';

/** The deliveries to a webhook with its answers, the newest event first. */
export function WebhookDeliveries({ webhookId }: { readonly webhookId: string }) {
  const { t } = useTranslation('webhooks');
  const [shown, setShown] = useState<Shown>('all');
  const query = useInfiniteQuery({
    ...deliveriesQuery(webhookId, shown === 'all' ? null : shown),
    // An attempt ends within seconds, and the list shows how it ended.
    refetchInterval: 5_000,
  });
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <DrawerSection
      label={t('deliveries')}
      title={t('deliveries')}
      action={<ReplaySince webhookId={webhookId} />}
    >
      <SegmentedChoice<Shown>
        label={t('fact.state')}
        choices={[
          { value: 'all', label: t('delivery.all') },
          ...deliveryStates.map((value) => ({ value, label: t(`delivery.${value}`) })),
        ]}
        chosen={shown}
        onChoose={setShown}
      />
      <Loaded
        load={loadOf(query)}
        waiting={<TableToCome rows={4} />}
        isEmpty={() => deliveries.length === 0}
        empty={<Text tone="muted">{t('delivery.none')}</Text>}
      >
        {() => (
          <Stack gap={3}>
            <Box as="ul" line="between">
              {deliveries.map((delivery) => (
                <DeliveryLine key={delivery.eventId} webhookId={webhookId} delivery={delivery} />
              ))}
            </Box>
            <MoreRows shown={deliveries.length} pages={query} />
          </Stack>
        )}
      </Loaded>
    </DrawerSection>
  );
}

type DeliveryLineProps = { readonly webhookId: string; readonly delivery: WebhookDelivery };

function DeliveryLine({ webhookId, delivery }: DeliveryLineProps) {
  const { t } = useTranslation('webhooks');
  const { t: tAudit } = useTranslation('audit');
  const format = useFormat();
  const replaying = useReplayDelivery(webhookId);
  const { eventId, event, eventAt, state, attempts, nextAttemptAt, status } = delivery;
  const name = eventText(tAudit, event);
  const replay = () =>
    replaying.mutate(eventId, {
      onSuccess: () => notify.success(t('replay.one')),
      onError: (cause) => notify.error(failureSentence(cause)),
    });
  return (
    <Box as="li" flow="grid" columns="minmax(0, 1fr) auto" level="start" gap={3} pad={[3, 0]}>
      <Stack gap={1}>
        <Row gap={3}>
          <Text weight="medium">{name}</Text>
          <DeliveryState state={state} />
        </Row>
        <Text tone="muted" size="table">
          <InstantText at={eventAt} />
          {attempts > 0 &&
            ` · ${t('attempts', { count: attempts, figure: format.count(attempts) })}`}
          {status !== null && ` · ${t('answered', { status: String(status) })}`}
          {nextAttemptAt !== null && attempts > 0 && (
            <>
              {' '}
              · {t('next')} <InstantText at={nextAttemptAt} />
            </>
          )}
        </Text>
        <Answer delivery={delivery} />
      </Stack>
      <Button
        size="compact"
        busy={replaying.isPending}
        onClick={replay}
        aria-label={t('replay.againOf', { event: name, time: format.instant(eventAt, 'minute') })}
      >
        {t('replay.again')}
      </Button>
    </Box>
  );
}

/**
 * The reason why the latest attempt failed, if its status does not say so, and the start of the
 * answer.
 */
function Answer({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks');
  const { failure, answer } = delivery;
  const known = deliveryFailures.find((one) => one === failure);
  return (
    <>
      {failure !== null && known !== 'not-accepted' && (
        <Box tone="late" size="table" breaks>
          {known ? t(`failure.${known}`) : <bdi dir="ltr">{failure}</bdi>}
        </Box>
      )}
      {answer !== '' && (
        <Box tone="muted" size="table" breaks>
          <bdi dir="ltr">{answer}</bdi>
        </Box>
      )}
    </>
  );
}

const HOUR_MS = 3_600_000;
const periods = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  // One hour less than the age limit for a replay, so that the request arrives before the limit has
  // passed.
  month: (DELIVERY_DAYS * 24 - 1) * HOUR_MS,
} as const;
type Period = keyof typeof periods;
const periodNames: readonly Period[] = ['hour', 'day', 'week', 'month'];

function ReplaySince({ webhookId }: { readonly webhookId: string }) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const [period, setPeriod] = useState<Period>('day');
  const replaying = useReplaySince(webhookId);
  const close = () => setOpen(false);
  const replay = () =>
    replaying.mutate(
      { since: new Date(Date.now() - periods[period]).toISOString() },
      {
        onSuccess: ({ queued }) => {
          notify.success(t('replay.many', { count: queued, figure: format.count(queued) }));
          close();
        },
      },
    );
  return (
    <>
      <Button size="compact" onClick={() => setOpen(true)}>
        {t('replay.since')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={close}
        title={t('replay.title')}
        confirmLabel={t('replay.confirm')}
        busy={replaying.isPending}
        failure={replaying.error ? failureSentence(replaying.error) : undefined}
        onConfirm={replay}
      >
        <Stack gap={4}>
          <p>{t('replay.text')}</p>
          <SelectField<Period>
            id="replay-period"
            label={t('replay.period')}
            options={periodNames.map((value) => ({ value, label: t(`replay.of.${value}`) }))}
            value={period}
            onChange={setPeriod}
            required
          />
        </Stack>
      </ConfirmDialog>
    </>
  );
}
