import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import type { StatusTone } from '../../../ui/status/StatusBadge.tsx';

type AccountStatusBadgeProps = { readonly status: StaffRow['status'] };

/** The status of an account, which decides whether it can sign in. */
export function AccountStatusBadge({ status }: AccountStatusBadgeProps) {
  const { t } = useTranslation('staff');
  return <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>;
}

const tones: Record<StaffRow['status'], StatusTone> = {
  active: 'neutral',
  invited: 'soon',
  suspended: 'done',
};
