import type { ApplicationStatus } from '@bursar/contracts/choices';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type StatusTone } from '../../../ui/status/StatusBadge.tsx';

export function ApplicationStatusBadge({ status }: { readonly status: ApplicationStatus }) {
  const { t } = useTranslation('applications');
  return <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>;
}

const tones: Record<ApplicationStatus, StatusTone> = {
  submitted: 'soon',
  approved: 'open',
  active: 'neutral',
  rejected: 'done',
  withdrawn: 'done',
};
