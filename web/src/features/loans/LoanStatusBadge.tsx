import type { LoanStatus } from '@bursar/contracts/choices';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/status/StatusBadge.tsx';
import type { StatusTone } from '../../ui/status/StatusBadge.tsx';

/** Where a loan is in its life. How late it is stands beside it: lateness is no state. */
export function LoanStatusBadge({ status }: { status: LoanStatus }) {
  const { t } = useTranslation('loans');
  return <LoanStatusIn t={t} status={status} />;
}

/** The same where the words are at hand: a list has too many rows for each to look them up. */
export function LoanStatusIn({ t, status }: { t: TFunction<'loans'>; status: LoanStatus }) {
  return <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>;
}

const tones: Record<LoanStatus, StatusTone> = {
  submitted: 'neutral',
  approved: 'accent',
  active: 'good',
  closed: 'done',
  written_off: 'late',
  rejected: 'done',
  withdrawn: 'done',
};
