import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import type { StatusTone } from '../../../ui/status/StatusBadge.tsx';

type AccountStatusBadgeProps = {
  readonly status: StaffRow['status'];
  /**
   * True in a list: an active account, the usual case, is then shown as plain text without a dot.
   */
  readonly listed?: boolean;
};

/** The status of an account, which decides whether it can sign in. */
export function AccountStatusBadge({ status, listed = false }: AccountStatusBadgeProps) {
  const { t } = useTranslation('staff');
  const text = t(`status.${status}`);
  if (listed && status === 'active') return <span>{text}</span>;
  return <StatusBadge tone={tones[status]}>{text}</StatusBadge>;
}

const tones: Record<StaffRow['status'], StatusTone> = {
  active: 'good',
  invited: 'soon',
  suspended: 'done',
};
