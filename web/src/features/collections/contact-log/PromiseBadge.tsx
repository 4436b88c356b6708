import type { PromiseLine } from '@bursar/contracts/servicing/promises';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import type { StatusTone } from '../../../ui/status/StatusBadge.tsx';

/** The state of a promise line, or of a request for a promise that is not approved. */
export type ShownPromiseState =
  | PromiseLine['state']
  | 'asked'
  | 'declined'
  | 'withdrawn'
  | 'failed';

const tones = {
  waiting: 'open',
  kept: 'good',
  'partly-kept': 'soon',
  broken: 'late',
  replaced: 'done',
  asked: 'soon',
  declined: 'done',
  withdrawn: 'done',
  failed: 'done',
} as const satisfies Record<ShownPromiseState, StatusTone>;

export function PromiseBadge({ state }: { readonly state: ShownPromiseState }) {
  const { t } = useTranslation('contact-log');
  return <StatusBadge tone={tones[state]}>{t(`promiseState.${state}`)}</StatusBadge>;
}
