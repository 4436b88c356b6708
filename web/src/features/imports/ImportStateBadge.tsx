import type { TapeImport } from '@bursar/contracts/imports';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { StatusTone } from '../../ui/status/StatusBadge.tsx';

/** Where an import is on its way from the file to the books. */
export function ImportStateBadge({ state }: { state: TapeImport['state'] }) {
  const { t } = useTranslation('imports');
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
