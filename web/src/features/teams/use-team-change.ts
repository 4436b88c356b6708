import type { TeamRow } from '@bursar/contracts/teams';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRowChange } from '../../lib/row-change.ts';
import { useUnreadable } from '../../ui/form/use-unreadable.ts';
import { notify } from '../../ui/overlay/notify.ts';
import { findTeamProblems, teamDraftOf } from './team-draft.ts';
import type { TeamDraft } from './team-draft.ts';
import { teamQuery, useChangeTeam } from './teams.queries.ts';

/** A team being changed. */
export function useTeamChange(team: TeamRow) {
  const { t } = useTranslation(['teams', 'failures']);
  const unreadable = useUnreadable();
  const editing = useRowChange({
    name: `team.${team.id}`,
    row: team,
    draftOf: teamDraftOf,
    problemsOf: (draft) => findTeamProblems(draft, { t, unreadable }),
    saving: useChangeTeam(team.id),
    latest: useQuery({ ...teamQuery(team.id), enabled: false }),
    onSaved: ({ name }) => notify.success(t('edit.saved', { name })),
  });
  const contested = editing.contested.map((field) => t(fieldWords[field]));
  return { ...editing, contested, unreadable };
}

const fieldWords = {
  name: 'field.name',
  commissionRatePercent: 'field.commission',
  monthlyTargetMinor: 'field.target',
} as const satisfies Record<keyof TeamDraft, string>;
