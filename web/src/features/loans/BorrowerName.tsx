import { useTranslation } from 'react-i18next';
import classes from './BorrowerName.module.css';

type BorrowerNameProps = { name: string | null; externalId: string | null };

/** A borrower’s name or, where a tape brought none, the number the tape knows the borrower by. */
export function BorrowerName({ name, externalId }: BorrowerNameProps) {
  const { t } = useTranslation('loans');
  if (name !== null) return <bdi>{name}</bdi>;
  return (
    <span className={classes.nameless}>
      {externalId === null ? t('borrower.nameless') : t('borrower.numbered', { externalId })}
    </span>
  );
}
