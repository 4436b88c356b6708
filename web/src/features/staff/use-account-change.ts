import type { StaffRow } from '@bursar/contracts/staff';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRowChange } from '../../lib/row-change.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { useUnreadable } from '../../ui/form/use-unreadable.ts';
import { notify } from '../../ui/overlay/notify.ts';
import { findPersonProblems, personDraftOf } from './person-draft.ts';
import type { PersonDraft } from './person-draft.ts';
import { accountQuery, useChangeStaff } from './staff.queries.ts';

/** An account being changed. Who was invited at another address is invited anew at this one. */
export function useAccountChange(account: StaffRow) {
  const { t } = useTranslation(['staff', 'failures']);
  const unreadable = useUnreadable();
  const isMailDelivered = useQuery(sessionQuery).data?.isMailDelivered !== false;
  const editing = useRowChange({
    name: `account.${account.id}`,
    row: account,
    draftOf: personDraftOf,
    problemsOf: (draft) => findPersonProblems(draft, { t, unreadable }),
    saving: useChangeStaff(account.id),
    latest: useQuery({ ...accountQuery(account.id), enabled: false }),
    onSaved: ({ name, email, status }, before) => {
      const isMoved = email.toLowerCase() !== before.email.toLowerCase();
      const isInvited = status === 'invited' && isMoved;
      const invited = isMailDelivered ? 'edit.savedAndInvited' : 'edit.savedAndWaiting';
      notify.success(t(isInvited ? invited : 'edit.saved', { name, email }));
    },
  });
  const contested = editing.contested.map((field) => t(fieldWords[field]));
  return { ...editing, contested, unreadable };
}

const fieldWords = {
  name: 'field.name',
  email: 'field.email',
  phone: 'field.phone',
  language: 'field.language',
  timeZone: 'field.timeZone',
  commissionRatePercent: 'field.commission',
  monthlyTargetMinor: 'field.target',
  teamId: 'field.team',
} as const satisfies Record<keyof PersonDraft, string>;
