import type { StaffRow } from '@bursar/contracts/distribution/staff';
import type { TFunction } from 'i18next';
import type { FormProblems } from '../../../lib/form-fields.ts';
import type { Invitation } from './staff.queries.ts';

/** A person's form values, with the field names of the request. */
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

type Translate = TFunction<['staff', 'failures']>;

/**
 * Finds missing values. Only the server can check phone numbers and whether an email address is
 * already used.
 */
export function personProblems({ name, email }: PersonValues, t: Translate): FormProblems {
  return {
    name: name.trim() === '' ? t('failures:name_missing') : undefined,
    email: email.trim() === '' ? t('failures:email_not_valid') : undefined,
  };
}

/** Sentences for fields that the contract refuses. */
export function personMessages(t: Translate): FormProblems {
  return {
    commissionRatePercent: t('problem.commission'),
    monthlyTargetMinor: t('problem.target'),
  };
}

/** The data of an invited user and the portfolio of a manager: an existing one or a new one. */
export type UserValues = PersonValues & {
  readonly id: string;
  readonly role: 'user' | 'admin';
  /** The access request that this invitation approves. */
  readonly askedBy?: string;
  /** The id of an existing portfolio, `new`, or null while none is chosen. */
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

/** Builds the request; null while the portfolio is incomplete. */
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
