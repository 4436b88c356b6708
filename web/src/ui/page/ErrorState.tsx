import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { Box } from '../layout/Box.tsx';
import { StateAction, StatePanel } from './StatePanel.tsx';
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
    <StatePanel
      role="alert"
      icon={<IconAlertTriangle size={22} stroke={1.5} />}
      isLate
      title={title}
      hint={safe}
    >
      {onRetry && (
        <StateAction>
          <Button onClick={onRetry} busy={retrying}>
            {t('error.tryAgain')}
          </Button>
        </StateAction>
      )}
      {requestId && (
        <Box as="p" tone="muted" size="caption" above={4} className={classes.request}>
          {t('error.requestId')} <code>{requestId}</code>
        </Box>
      )}
    </StatePanel>
  );
}
