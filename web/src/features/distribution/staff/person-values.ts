import type { StaffRow } from '@bursar/contracts/distribution/staff';
import type { TFunction } from 'i18next';
import type { FormProblems } from '../../../lib/form-fields.ts';
import type { Invitation } from './staff.queries.ts';

/** What is entered about a person, in the names of the request. */
export type PersonValues = Pick<
  StaffRow,
  'name' | 'email' | 'language' | 'timeZone' | 'commissionRatePercent' | 'monthlyTargetMinor'
> & { readonly phone: string; readonly teamId: string | null };

export const emptyPerson: PersonValues = {
  name: '',
  email: '',
  phone: '',
  language: 'en',
  timeZone: null,
  commissionRatePercent: null,
  monthlyTargetMinor: null,
  teamId: null,
};

export function personOf(row: StaffRow): PersonValues {
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

type Words = TFunction<['staff', 'failures']>;

/** What the browser itself can tell; whether a phone number exists, or an address is taken, is the server’s to say. */
export function personProblems({ name, email }: PersonValues, t: Words): FormProblems {
  return {
    name: name.trim() === '' ? t('failures:name_missing') : undefined,
    email: email.trim() === '' ? t('failures:email_not_valid') : undefined,
  };
}

/** What is said where the contract refuses a field. */
export function personSays(t: Words): FormProblems {
  return {
    commissionRatePercent: t('problem.commission'),
    monthlyTargetMinor: t('problem.target'),
  };
}

/** Who is invited, and which portfolio a manager is to run: one that is there, or a new one. */
export type UserValues = PersonValues & {
  readonly id: string;
  readonly role: 'user' | 'admin';
  /** The visitor’s message that asked for the account: the invitation approves it. */
  readonly askedBy?: string;
  /** The id of one that is there, `new`, or null while none is chosen. */
  readonly portfolioId: string | null;
  readonly portfolio: {
    readonly name: string;
    readonly currency: string | null;
    readonly timeZone: string | null;
  };
};

export const NEW_PORTFOLIO = 'new';

export const emptyUser: Omit<UserValues, 'id'> = {
  ...emptyPerson,
  role: 'user',
  portfolioId: null,
  portfolio: { name: '', currency: null, timeZone: null },
};

/** What is sent; null while something of the portfolio is missing. */
export function userInvitation(values: UserValues): Invitation | null {
  const { role, portfolioId, portfolio, ...person } = values;
  if (role === 'admin') return { ...person, role };
  if (portfolioId === null) return null;
  if (portfolioId !== NEW_PORTFOLIO) return { ...person, role, portfolio: { id: portfolioId } };
  const { name, currency, timeZone } = portfolio;
  return name.trim() === '' || currency === null || timeZone === null
    ? null
    : { ...person, role, portfolio: { name: name.trim(), currency, timeZone } };
}
