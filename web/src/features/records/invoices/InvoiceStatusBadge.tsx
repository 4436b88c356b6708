import type { InvoiceStatus } from '@bursar/contracts/choices';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type StatusTone } from '../../../ui/status/StatusBadge.tsx';

const tones: Readonly<Record<InvoiceStatus, StatusTone>> = {
  draft: 'draft',
  issued: 'open',
  'part-paid': 'soon',
  overdue: 'late',
  paid: 'good',
  credited: 'done',
  void: 'done',
  credit: 'neutral',
};

/** The status of an invoice as a dot and a text. */
export function InvoiceStatusBadge({ status }: { readonly status: InvoiceStatus }) {
  const { t } = useTranslation('invoices');
  return <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>;
}
