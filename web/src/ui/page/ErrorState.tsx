import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { Box } from '../layout/Box.tsx';
import { StateAction, StatePanel } from './StatePanel.tsx';
import classes from './StatePanel.module.css';

export type ErrorStateProps = {
  /** Says what happened, in one sentence. */
  title: string;
  /** Says what was not affected: "Nothing was changed." */
  safe?: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** The id of the request, for the user to quote to support. */
  requestId?: string | undefined;
};

/** The callbacks with which the failed parts of the page load again. */
const retries = new Set<() => void>();

/** Returns whether the page shows a failure that can be retried. */
export const isFailureShown = (): boolean => retries.size > 0;

/**
 * A failure: what happened, what was not affected, and *Try again*. If several parts of a page
 * failed, the style sheet shows only the first in full, and its button retries all of them.
 */
export function ErrorState(props: ErrorStateProps) {
  const { title, safe, onRetry, retrying = false, requestId } = props;
  const { t } = useTranslation('ui');
  useEffect(() => {
    if (!onRetry) return undefined;
    retries.add(onRetry);
    return () => {
      retries.delete(onRetry);
    };
  }, [onRetry]);
  return (
    <div className={classes.failure} data-quiet={t('error.notLoaded')}>
      <StatePanel
        role="alert"
        icon={<IconAlertTriangle size={22} stroke={1.5} />}
        isLate
        title={title}
        hint={safe}
      >
        {onRetry && (
          <StateAction>
            <Button onClick={() => retries.forEach((retry) => retry())} busy={retrying}>
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
    </div>
  );
}
