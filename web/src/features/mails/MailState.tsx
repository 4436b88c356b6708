import type { MailRow } from '@bursar/contracts/mails';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { StatusTone } from '../../ui/status/StatusBadge.tsx';

export function MailState({ state }: { state: MailRow['state'] }) {
  const { t } = useTranslation('mails');
  return <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>;
}

const tones: Record<MailRow['state'], StatusTone> = {
  waiting: 'soon',
  sent: 'good',
  failed: 'late',
};
