import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Fact } from '../../../ui/layout/Fact.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { Note } from '../../../ui/status/Note.tsx';
import { eventText } from '../../access/audit-events/event-text.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { EditWebhook } from './WebhookForm.tsx';
import { WebhookDeliveries } from './WebhookDeliveries.tsx';
import { WebhookSecret } from './WebhookSecret.tsx';
import { WebhookState } from './WebhookState.tsx';
import {
  usePauseWebhook,
  useRemoveWebhook,
  useRotateSecret,
  type Webhook,
} from './webhooks.queries.ts';

type WebhookDrawerProps = { readonly webhook: Webhook | null; readonly onClose: () => void };

/** One webhook with its settings and deliveries. */
export function WebhookDrawer({ webhook, onClose }: WebhookDrawerProps) {
  const { t } = useTranslation('webhooks');
  const shown = useLastShown(webhook);
  return (
    <SideDrawer
      opened={webhook !== null}
      onClose={onClose}
      title={<bdi>{shown?.name ?? t('title')}</bdi>}
      size="record"
    >
      {shown && <OpenWebhook key={shown.id} webhook={shown} onRemoved={onClose} />}
    </SideDrawer>
  );
}

type OpenWebhookProps = { readonly webhook: Webhook; readonly onRemoved: () => void };

function OpenWebhook({ webhook, onRemoved }: OpenWebhookProps) {
  const { t } = useTranslation('webhooks');
  const [secret, setSecret] = useState<string | null>(null);
  const { pausedBecause, earlierSecretUntil } = webhook;
  return (
    <Stack gap={5}>
      {pausedBecause && <Note kind="soon">{t(`pausedBecause.${pausedBecause}`)}</Note>}
      <WebhookFacts webhook={webhook} />
      {secret !== null && <WebhookSecret secret={secret} onDone={() => setSecret(null)} />}
      {secret === null && earlierSecretUntil && (
        <Note kind="neutral">
          {t('secret.overlap')} <InstantText at={earlierSecretUntil} />
        </Note>
      )}
      <WebhookActions webhook={webhook} onSecret={setSecret} onRemoved={onRemoved} />
      <WebhookDeliveries webhookId={webhook.id} />
    </Stack>
  );
}

function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const { t: tAudit } = useTranslation('audit');
  const format = useFormat();
  const { url, portfolio, events, state, lastDeliveredAt } = webhook;
  return (
    <Stack as="dl" gap={2} size="table">
      <Fact name={t('fact.state')}>
        <WebhookState state={state} />
      </Fact>
      <Fact name={t('fact.url')}>
        <bdi dir="ltr">{url}</bdi>
      </Fact>
      <Fact name={t('fact.portfolio')}>
        <bdi>{portfolio.name}</bdi>
      </Fact>
      <Fact name={t('fact.events')}>
        {events === null
          ? t('allEvents')
          : format.list(events.map((event) => eventText(tAudit, event)))}
      </Fact>
      <Fact name={t('fact.lastDelivered')}>
        {lastDeliveredAt === null ? t('neverDelivered') : <InstantText at={lastDeliveredAt} />}
      </Fact>
    </Stack>
  );
}

type WebhookActionsProps = OpenWebhookProps & { readonly onSecret: (secret: string) => void };
type Asked = 'edit' | 'secret' | 'remove' | null;

function WebhookActions({ webhook, onSecret, onRemoved }: WebhookActionsProps) {
  const { t } = useTranslation('webhooks');
  const [asked, setAsked] = useState<Asked>(null);
  const pausing = usePauseWebhook(webhook.id);
  const rotating = useRotateSecret(webhook);
  const removing = useRemoveWebhook(webhook.id);
  const close = () => setAsked(null);
  const onError = (cause: Error) => notify.error(failureSentence(cause));
  const isActive = webhook.state === 'active';
  const rotate = () =>
    rotating.mutate(undefined, {
      onSuccess: (made) => onSecret(made.secret),
      onError,
      onSettled: close,
    });
  const remove = () =>
    removing.mutate(undefined, {
      onSuccess: () => {
        notify.success(t('removed', { name: webhook.name }));
        onRemoved();
      },
      onError,
      onSettled: close,
    });
  return (
    <Row gap={2} align="stretch">
      <Button onClick={() => setAsked('edit')}>{t('change')}</Button>
      <Button
        busy={pausing.isPending}
        onClick={() => pausing.mutate(isActive ? 'paused' : 'active', { onError })}
      >
        {t(isActive ? 'pause' : 'resume')}
      </Button>
      <Button onClick={() => setAsked('secret')}>{t('secret.renew')}</Button>
      <Button onClick={() => setAsked('remove')}>{t('remove')}</Button>
      <EditWebhook webhook={webhook} opened={asked === 'edit'} onClose={close} />
      <ConfirmDialog
        opened={asked === 'secret'}
        onClose={close}
        title={t('secret.renewTitle')}
        confirmLabel={t('secret.renew')}
        busy={rotating.isPending}
        onConfirm={rotate}
      >
        {t('secret.renewText')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'remove'}
        onClose={close}
        title={t('removeTitle', { name: webhook.name })}
        confirmLabel={t('remove')}
        tone="danger"
        busy={removing.isPending}
        onConfirm={remove}
      >
        {t('removeText')}
      </ConfirmDialog>
    </Row>
  );
}
