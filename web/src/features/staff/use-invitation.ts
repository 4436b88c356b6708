import type { StaffRow } from '@bursar/contracts/staff';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import type { FormProblems } from '../../lib/form-attempt.ts';
import { differs } from '../../lib/row-draft.ts';
import { useUnreadable } from '../../ui/form/use-unreadable.ts';
import { emptyPerson, findPersonProblems } from './person-draft.ts';
import type { PersonDraft } from './person-draft.ts';
import { useInviteStaff } from './staff.queries.ts';
import type { Invitation } from './staff.queries.ts';

type Place = Pick<Invitation, 'role' | 'portfolio'>;

type InvitationOptions = {
  /** The role and, where it needs one, the portfolio; null while it is not told. */
  readonly place: Place | null;
  /** What is wrong with the fields beside the person’s own. */
  readonly problems?: FormProblems;
};

/** An invitation being written, and sending it once. */
export function useInvitation({ place, problems = {} }: InvitationOptions) {
  const { t } = useTranslation(['staff', 'failures']);
  const unreadable = useUnreadable();
  // The account’s id is made with the form and kept on every retry, so that nobody is invited twice.
  const [id, setId] = useState(uuidv7);
  const [draft, setDraft] = useState(emptyPerson);
  const [invited, setInvited] = useState<StaffRow | null>(null);
  const form = useFormAttempt({ ...findPersonProblems(draft, { t, unreadable }), ...problems });
  const inviting = useInviteStaff();
  return {
    draft,
    change: (changes: Partial<PersonDraft>) => {
      setDraft((now) => ({ ...now, ...changes }));
      form.edited();
    },
    form,
    unreadable,
    isSending: inviting.isPending,
    isUnsaved: differs(draft, { ...emptyPerson, language: draft.language, teamId: draft.teamId }),
    invited,
    send: () => {
      if (!form.begin() || place === null) return;
      inviting.mutate({ ...draft, ...place, id }, { onSuccess: setInvited, onError: form.refuse });
    },
    /** Begins another one; the next person is likely to speak the same language. */
    next: () => {
      setId(uuidv7());
      setDraft({ ...emptyPerson, language: draft.language, teamId: draft.teamId });
      setInvited(null);
      form.reset();
    },
  };
}
