import { useTranslation } from 'react-i18next';
import { StatusBadge, type StatusTone } from '../../../ui/status/StatusBadge.tsx';
import type { Webhook, WebhookDelivery } from './webhooks.queries.ts';

export function WebhookState({ state }: Pick<Webhook, 'state'>) {
  const { t } = useTranslation('webhooks');
  const tone = state === 'active' ? 'good' : 'soon';
  return <StatusBadge tone={tone}>{t(`state.${state}`)}</StatusBadge>;
}

export function DeliveryState({ state }: Pick<WebhookDelivery, 'state'>) {
  const { t } = useTranslation('webhooks');
  return <StatusBadge tone={tones[state]}>{t(`delivery.${state}`)}</StatusBadge>;
}

const tones: Record<WebhookDelivery['state'], StatusTone> = {
  waiting: 'soon',
  delivered: 'good',
  failed: 'late',
};
