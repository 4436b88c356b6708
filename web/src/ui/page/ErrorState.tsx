import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import classes from './StatePanel.module.css';

export type ErrorStateProps = {
  /** What happened, in one sentence. */
  title: string;
  /** What is safe: "Nothing was changed." */
  safe?: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** The request's number, to be quoted to whoever looks into it. */
  requestId?: string | undefined;
};

/** Something failed: what happened, what is safe, and *Try again*. */
export function ErrorState(props: ErrorStateProps) {
  const { title, safe, onRetry, retrying = false, requestId } = props;
  const { t } = useTranslation('ui');
  return (
    <div className={classes.panel} role="alert">
      <span className={`${classes.icon} ${classes.late}`} aria-hidden="true">
        <IconAlertTriangle size={22} stroke={1.5} />
      </span>
      <p className={classes.title}>{title}</p>
      {safe && <p className={classes.hint}>{safe}</p>}
      {onRetry && (
        <Row gap={2} align="stretch" justify="center" className={classes.action}>
          <Button onClick={onRetry} busy={retrying}>
            {t('error.tryAgain')}
          </Button>
        </Row>
      )}
      {requestId && (
        <Text tone="muted" size="caption" className={classes.request}>
          {t('error.requestId')} <code>{requestId}</code>
        </Text>
      )}
    </div>
  );
}
