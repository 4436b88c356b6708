import { automaticReasonIn } from '@bursar/contracts/automatic-reasons';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';

/** The reason of an event: as its user wrote it or, if the system did, in the reader's language. */
export function ReasonText({ reason }: { readonly reason: string }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const automatic = automaticReasonIn(reason);
  if (automatic === null) return <bdi>{reason}</bdi>;
  if (automatic.kind !== 'paidOn') return <>{t(`reason.${automatic.kind}`)}</>;
  return <>{t('reason.paidOn', { day: format.day(automatic.day) })}</>;
}
