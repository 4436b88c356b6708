import type { PaymentPromise } from '@bursar/contracts/servicing/promises';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import type { StatusTone } from '../../../ui/status/StatusBadge.tsx';

const tones = {
  waiting: 'accent',
  kept: 'good',
  'partly-kept': 'soon',
  broken: 'late',
  replaced: 'done',
} as const satisfies Record<PaymentPromise['state'], StatusTone>;

export function PromiseBadge({ state }: Pick<PaymentPromise, 'state'>) {
  const { t } = useTranslation('contact-log');
  return <StatusBadge tone={tones[state]}>{t(`promiseState.${state}`)}</StatusBadge>;
}
