import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import type { StatusTone } from '../../../ui/status/StatusBadge.tsx';

/**
 * The status of an account, which decides whether it can sign in. Most accounts are active, so only
 * the others have a dot.
 */
export function AccountStatusBadge({ status }: { status: StaffRow['status'] }) {
  const { t } = useTranslation('staff');
  const text = t(`status.${status}`);
  if (status === 'active') return <span>{text}</span>;
  return <StatusBadge tone={tones[status]}>{text}</StatusBadge>;
}

const tones: Record<Exclude<StaffRow['status'], 'active'>, StatusTone> = {
  invited: 'soon',
  suspended: 'done',
};
