import type { Approval } from '@bursar/contracts/approvals';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';

const tones = {
  waiting: 'soon',
  approved: 'good',
  declined: 'late',
  withdrawn: 'done',
  failed: 'late',
} as const satisfies Record<Approval['state'], string>;

/** Where a request stands. */
export function ApprovalStateBadge({ state }: { state: Approval['state'] }) {
  const { t } = useTranslation('approvals');
  return <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>;
}
