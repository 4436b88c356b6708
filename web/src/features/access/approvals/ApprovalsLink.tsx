import { IconClipboardCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { IconLink } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import classes from './ApprovalsLink.module.css';
import { useWaitingCount } from './use-waiting-count.ts';

/** A header link with the number of requests that the user can decide; hidden if there are none. */
export function ApprovalsLink() {
  const { t } = useTranslation();
  const format = useFormat();
  const count = useWaitingCount();
  if (count === 0) return null;
  const figure = format.count(count);
  return (
    <IconLink
      to={paths.approvals}
      className={classes.link}
      label={t('approvalsWaiting', { count, figure })}
      icon={
        <>
          <IconClipboardCheck size={18} stroke={1.5} />
          {/* A separate figure, since Arabic writes "two" without a number. */}
          <span className={classes.count} data-count={count > 99 ? '99+' : figure} />
        </>
      }
    />
  );
}
