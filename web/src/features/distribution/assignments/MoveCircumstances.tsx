import { useTranslation } from 'react-i18next';

type MoveCircumstancesProps = {
  readonly madeBy: string;
  /** Empty if none was given. */
  readonly reason: string;
};

/** The person who moved loans, and the reason given. */
export function MoveCircumstances({ madeBy, reason }: MoveCircumstancesProps) {
  const { t } = useTranslation('assignments');
  return (
    <>
      <p>{t('moves.by', { name: madeBy })}</p>
      {reason !== '' && <p>{t('history.reason', { reason })}</p>}
    </>
  );
}
