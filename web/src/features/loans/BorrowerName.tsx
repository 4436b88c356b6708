import { useTranslation } from 'react-i18next';
import classes from './BorrowerName.module.css';

type BorrowerNameProps = { name: string | null; externalId: string | null };

/** A borrower’s name or, where a tape brought none, the number the tape knows the borrower by. */
export function BorrowerName({ name, externalId }: BorrowerNameProps) {
  return name === null ? <Nameless externalId={externalId} /> : <bdi>{name}</bdi>;
}

function Nameless({ externalId }: Pick<BorrowerNameProps, 'externalId'>) {
  const { t } = useTranslation('loans');
  return (
    <span className={classes.nameless}>
      {externalId === null ? t('borrower.nameless') : t('borrower.numbered', { externalId })}
    </span>
  );
}
