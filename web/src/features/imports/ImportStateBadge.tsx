import type { TapeImport } from '@bursar/contracts/imports';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { StatusTone } from '../../ui/status/StatusBadge.tsx';

/** Where an import is on its way from the file to the books. */
export function ImportStateBadge({ tape }: { tape: Pick<TapeImport, 'state' | 'summary'> }) {
  const { t } = useTranslation('imports');
  const { state, summary } = tape;
  if (state === 'checked' && (summary?.errors ?? 0) > 0) {
    return <StatusBadge tone="late">{t('state.hasErrors')}</StatusBadge>;
  }
  return <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>;
}

const tones: Record<TapeImport['state'], StatusTone> = {
  checking: 'accent',
  checked: 'neutral',
  booking: 'accent',
  booked: 'good',
  undone: 'done',
  cancelled: 'done',
  failed: 'late',
};
