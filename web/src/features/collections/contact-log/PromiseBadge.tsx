import type { PromiseLine } from '@bursar/contracts/servicing/promises';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import type { StatusTone } from '../../../ui/status/StatusBadge.tsx';

const tones = {
  waiting: 'accent',
  kept: 'good',
  'partly-kept': 'soon',
  broken: 'late',
  replaced: 'done',
} as const satisfies Record<PromiseLine['state'], StatusTone>;

export function PromiseBadge({ state }: Pick<PromiseLine, 'state'>) {
  const { t } = useTranslation('contact-log');
  return <StatusBadge tone={tones[state]}>{t(`promiseState.${state}`)}</StatusBadge>;
}
