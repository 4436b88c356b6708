import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import classes from './KeptNotice.module.css';

type KeptNoticeProps = {
  readonly isKept: boolean;
  /** It waits for the connection and goes out by itself. */
  readonly isWaiting?: boolean;
  readonly onDiscard: () => void;
};

/** Says of a form that it was begun earlier, or that it waits for the connection. */
export function KeptNotice({ isKept, isWaiting = false, onDiscard }: KeptNoticeProps) {
  const { t } = useTranslation('ui');
  if (isWaiting) {
    return (
      <p role="status" className={classes.notice}>
        {t('kept.waiting')}
      </p>
    );
  }
  if (!isKept) return null;
  return (
    <p role="status" className={classes.notice}>
      <span>{t('kept.fromBefore')}</span>
      <Button size="compact" kind="quiet" onClick={onDiscard}>
        {t('kept.discard')}
      </Button>
    </p>
  );
}
