import type { StaffRow } from '@bursar/contracts/staff';
import { useQuery } from '@tanstack/react-query';
import { IconMailCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '../../lib/session-query.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { InvitationLink } from './InvitationLink.tsx';
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
  const isMailDelivered = useQuery(sessionQuery).data?.isMailDelivered !== false;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} tabIndex={-1} role="status" className={classes.focus}>
      <EmptyState
        icon={<IconMailCheck size={22} stroke={1.5} />}
        title={t(isMailDelivered ? 'invited.title' : 'invited.waiting', {
          name: account.name,
          email: account.email,
        })}
        hint={t(isMailDelivered ? 'invited.hint' : 'invited.waitingHint')}
        action={
          <div className={classes.ways}>
            {!isMailDelivered && <InvitationLink accountId={account.id} />}
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
