import { useTranslation } from 'react-i18next';

/** The reason given for an assignment. */
export function MoveReason({ reason }: { readonly reason: string }) {
  const { t } = useTranslation('assignments');
  return <p>{t('history.reason', { reason })}</p>;
}
