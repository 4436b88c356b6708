import type { TeamRow } from '@bursar/contracts/teams';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { useRowDraft } from '../../lib/row-draft.ts';
import { useUnreadable } from '../../ui/form/use-unreadable.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { findTeamProblems, teamDraftOf } from './team-draft.ts';
import type { TeamDraft } from './team-draft.ts';
import { teamQuery, useChangeTeam } from './teams.queries.ts';

/** A team being changed: what is typed, what somebody else changed meanwhile, and saving it. */
export function useTeamChange(team: TeamRow) {
  const { t } = useTranslation(['teams', 'failures']);
  const format = useFormat();
  const unreadable = useUnreadable();
  const saving = useChangeTeam(team.id);
  const latest = useQuery({ ...teamQuery(team.id), enabled: false });
  const editing = useRowDraft({ row: team, draftOf: teamDraftOf, isSending: saving.isPending });
  const { draft, contested } = editing;
  const form = useFormAttempt(findTeamProblems(draft, { t, unreadable }));
  return {
    draft,
    change: (changes: Partial<TeamDraft>) => {
      editing.change(changes);
      form.edited();
    },
    isUnsaved: editing.isUnsaved,
    form,
    unreadable,
    /** The fields that somebody else has changed as well since they were typed over. */
    notice:
      contested.length > 0
        ? t('edit.contested', {
            fields: format.list(contested.map((field) => t(fieldWords[field]))),
          })
        : undefined,
    isSaving: saving.isPending,
    save: () => {
      if (!form.begin()) return;
      saving.mutate(
        { ...draft, version: editing.version },
        {
          onSuccess: (changed) => {
            editing.settle(changed);
            form.reset();
            notify.success(t('edit.saved', { name: changed.name }));
          },
          onError: form.refuse,
        },
      );
    },
    isLoading: latest.isFetching,
    loadLatest: () => {
      void latest.refetch().then(({ error }) => (error ? form.refuse(error) : form.reset()));
    },
  };
}

const fieldWords = {
  name: 'field.name',
  commissionRatePercent: 'field.commission',
  monthlyTargetMinor: 'field.target',
} as const satisfies Record<keyof TeamDraft, string>;
