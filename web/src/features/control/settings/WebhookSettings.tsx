import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { loadOf } from '../../../lib/load-of.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CreateButton } from '../../../ui/button/CreateButton.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { WebhookDrawer } from './WebhookDrawer.tsx';
import { NewWebhook } from './WebhookForm.tsx';
import { WebhookSecret } from './WebhookSecret.tsx';
import { WebhookState } from './WebhookState.tsx';
import { webhooksQuery, type Webhook } from './webhooks.queries.ts';

/** The addresses that receive events of the audit trail, each with its deliveries in a drawer. */
export function WebhookSettings() {
  const { t } = useTranslation('webhooks');
  const [search, setSearch] = useSearchParams();
  const [isNew, setNew] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const query = useQuery(webhooksQuery);
  const opened = query.data?.webhooks.find(({ id }) => id === search.get('webhook')) ?? null;
  const open = (webhookId: string | null) =>
    setSearch({ section: 'webhooks', ...(webhookId && { webhook: webhookId }) });
  const add = <CreateButton onClick={() => setNew(true)}>{t('add')}</CreateButton>;
  return (
    <Stack gap={4}>
      <Stack gap={1}>
        <Text as="h2" size="lead" weight="medium">
          {t('title')}
        </Text>
        <Text tone="muted">{t('hint')}</Text>
      </Stack>
      {secret !== null && <WebhookSecret secret={secret} onDone={() => setSecret(null)} />}
      <Loaded
        load={loadOf(query)}
        waiting={<TableToCome rows={4} />}
        isEmpty={({ webhooks }) => webhooks.length === 0}
        empty={<EmptyState title={t('none')} hint={t('noneHint')} action={add} />}
      >
        {({ webhooks }) => (
          <Stack gap={4}>
            <Box as="ul" line="between">
              {webhooks.map((webhook) => (
                <WebhookLine key={webhook.id} webhook={webhook} onOpen={() => open(webhook.id)} />
              ))}
            </Box>
            <Row>{add}</Row>
          </Stack>
        )}
      </Loaded>
      <NewWebhook
        opened={isNew}
        onClose={() => setNew(false)}
        onMade={(made) => {
          setNew(false);
          setSecret(made.secret);
        }}
      />
      <WebhookDrawer webhook={opened} onClose={() => open(null)} />
    </Stack>
  );
}

type WebhookLineProps = { readonly webhook: Webhook; readonly onOpen: () => void };

function WebhookLine({ webhook, onOpen }: WebhookLineProps) {
  const { t } = useTranslation('webhooks');
  const format = useFormat();
  const { name, url, portfolio, events, waiting, failed, lastDeliveredAt } = webhook;
  return (
    <Box as="li" flow="grid" columns="minmax(0, 1fr) auto" level="center" gap={3} pad={[3, 0]}>
      <Stack gap={1}>
        <Row gap={3}>
          <Text weight="medium">
            <bdi>{name}</bdi>
          </Text>
          <WebhookState state={webhook.state} />
        </Row>
        <Box tone="muted" size="table" breaks>
          <bdi dir="ltr">{url}</bdi>
        </Box>
        <Text tone="muted" size="table">
          <bdi>{portfolio.name}</bdi> ·{' '}
          {events === null
            ? t('allEvents')
            : t('events', { count: events.length, figure: format.count(events.length) })}
          {waiting > 0 && ` · ${t('waiting', { count: waiting, figure: format.count(waiting) })}`}
          {failed > 0 &&
            ` · ${t('failed', { count: failed, figure: format.count(failed) })}`} ·{' '}
          {lastDeliveredAt === null ? (
            t('neverDelivered')
          ) : (
            <>
              {t('lastDelivered')} <InstantText at={lastDeliveredAt} style="ago" />
            </>
          )}
        </Text>
      </Stack>
      <Button size="compact" onClick={onOpen} aria-label={t('openOf', { name })}>
        {t('open')}
      </Button>
    </Box>
  );
}
