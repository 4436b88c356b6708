import type { StaffRow } from '@bursar/contracts/staff';
import { IconMailCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import classes from './Invited.module.css';

type InvitedProps = {
  readonly account: StaffRow;
  readonly onNext: () => void;
  /** The way back to the list. */
  readonly toList: ReactNode;
};

/** After an invitation: where the mail went and what happens next. It takes the focus of the form it follows. */
export function Invited({ account, onNext, toList }: InvitedProps) {
  const { t } = useTranslation('staff');
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} tabIndex={-1} role="status" className={classes.focus}>
      <EmptyState
        icon={<IconMailCheck size={22} stroke={1.5} />}
        title={t('invited.title', { name: account.name, email: account.email })}
        hint={t('invited.hint')}
        action={
          <div className={classes.ways}>
            {toList}
            <Button kind="primary" onClick={onNext}>
              {t('invited.next')}
            </Button>
          </div>
        }
      />
    </div>
  );
}
