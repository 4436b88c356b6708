import type { TeamRow } from '@bursar/contracts/teams';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { differs } from '../../lib/row-draft.ts';
import { useUnreadable } from '../../ui/form/use-unreadable.ts';
import { emptyDesk, emptyTeam, findDeskProblems, findTeamProblems } from './team-draft.ts';
import type { DeskDraft, TeamDraft } from './team-draft.ts';
import { useCreateTeam } from './teams.queries.ts';

/** A team being made, and making it once together with its desk’s account. */
export function useTeamCreation() {
  const { t } = useTranslation(['teams', 'failures']);
  const unreadable = useUnreadable();
  // Made with the form and kept on every retry, so that no team is made and no desk invited twice.
  const [ids] = useState(() => ({ team: uuidv7(), desk: uuidv7() }));
  const [draft, setDraft] = useState(emptyTeam);
  const [desk, setDesk] = useState(emptyDesk);
  const [created, setCreated] = useState<TeamRow | null>(null);
  const form = useFormAttempt({
    ...findTeamProblems(draft, { t, unreadable }),
    ...findDeskProblems(desk, t),
  });
  const creating = useCreateTeam();
  return {
    draft,
    change: (changes: Partial<TeamDraft>) => {
      setDraft((now) => ({ ...now, ...changes }));
      form.edited();
    },
    desk,
    changeDesk: (changes: Partial<DeskDraft>) => {
      setDesk((now) => ({ ...now, ...changes }));
      form.edited();
    },
    form,
    unreadable,
    isSending: creating.isPending,
    isUnsaved: differs(draft, emptyTeam) || differs(desk, emptyDesk),
    created,
    send: () => {
      if (!form.begin()) return;
      creating.mutate(
        { ...draft, id: ids.team, desk: { ...desk, id: ids.desk } },
        { onSuccess: setCreated, onError: form.refuse },
      );
    },
  };
}
