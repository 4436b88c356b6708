import type { StaffRow } from '@bursar/contracts/staff';
import type { TFunction } from 'i18next';
import type { FormProblems } from '../../lib/form-attempt.ts';
import { findShareAndTargetProblems } from '../../lib/share-and-target.ts';
import type { Unreadable } from '../../ui/form/use-unreadable.ts';

/** What is entered about a person, in the names of the request. */
export type PersonDraft = Pick<
  StaffRow,
  'name' | 'email' | 'language' | 'timeZone' | 'commissionRatePercent' | 'monthlyTargetMinor'
> & { readonly phone: string; readonly teamId: string | null };

export const emptyPerson: PersonDraft = {
  name: '',
  email: '',
  phone: '',
  language: 'en',
  timeZone: null,
  commissionRatePercent: null,
  monthlyTargetMinor: null,
  teamId: null,
};

export function personDraftOf(row: StaffRow): PersonDraft {
  const { name, email, phone, language, timeZone, team } = row;
  const { commissionRatePercent, monthlyTargetMinor } = row;
  return {
    name,
    email,
    phone: phone ?? '',
    language,
    timeZone,
    commissionRatePercent,
    monthlyTargetMinor,
    teamId: team?.id ?? null,
  };
}

type Checking = {
  readonly t: TFunction<['staff', 'failures']>;
  readonly unreadable: Unreadable;
};

/** What the browser itself can tell; whether a phone number exists, or an address is taken, is the server’s to say. */
export function findPersonProblems(draft: PersonDraft, { t, unreadable }: Checking): FormProblems {
  return {
    name: draft.name.trim() === '' ? t('failures:name_missing') : undefined,
    email: draft.email.trim() === '' ? t('failures:email_not_valid') : undefined,
    ...findShareAndTargetProblems(draft, {
      unreadable,
      says: { share: t('problem.commission'), target: t('problem.target') },
    }),
  };
}
