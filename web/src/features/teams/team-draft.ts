import type { TeamRow } from '@bursar/contracts/teams';
import type { TFunction } from 'i18next';
import type { FormProblems } from '../../lib/form-attempt.ts';
import type { Language } from '../../lib/languages.ts';
import { findShareAndTargetProblems } from '../../lib/share-and-target.ts';
import type { Unreadable } from '../../ui/form/use-unreadable.ts';

/** What is entered about a team, in the names of the request. */
export type TeamDraft = Pick<TeamRow, 'name' | 'commissionRatePercent' | 'monthlyTargetMinor'>;

export type DeskDraft = {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly language: Language['code'];
};

export const emptyTeam: TeamDraft = {
  name: '',
  commissionRatePercent: null,
  monthlyTargetMinor: null,
};

export const emptyDesk: DeskDraft = { name: '', email: '', phone: '', language: 'en' };

export function teamDraftOf(team: TeamRow): TeamDraft {
  const { name, commissionRatePercent, monthlyTargetMinor } = team;
  return { name, commissionRatePercent, monthlyTargetMinor };
}

type Words = TFunction<['teams', 'failures']>;

export function findTeamProblems(
  draft: TeamDraft,
  { t, unreadable }: { readonly t: Words; readonly unreadable: Unreadable },
): FormProblems {
  return {
    name: draft.name.trim() === '' ? t('failures:name_missing') : undefined,
    ...findShareAndTargetProblems(draft, {
      unreadable,
      says: { share: t('problem.commission'), target: t('problem.target') },
    }),
  };
}

/** What the browser itself can tell of the desk’s account; the rest is the server’s to say. */
export function findDeskProblems(desk: DeskDraft, t: Words): FormProblems {
  return {
    'desk.name': desk.name.trim() === '' ? t('problem.deskNameMissing') : undefined,
    'desk.email': desk.email.trim() === '' ? t('failures:email_not_valid') : undefined,
  };
}
