import { z } from 'zod';
import { accountStatuses, staffSorts } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
import { staffColumnIds } from '../list-columns.ts';
import { roles } from '../roles.ts';
import {
  amountMinor,
  currency,
  cursor,
  instant,
  nameText,
  namedRef,
  pageLimit,
  positiveOrZeroMinor,
  sharePercent,
  uuid,
  version,
} from '../values.ts';

export const staffRow = z.object({
  id: uuid,
  name: z.string(),
  email: z.string(),
  /** International format, such as `+14155550123`. */
  phone: z.string().nullable(),
  role: z.enum(roles),
  status: z.enum(accountStatuses),
  portfolio: namedRef.nullable(),
  team: namedRef.nullable(),
  language: z.enum(languages),
  timeZone: z.string().nullable(),
  photoChangedAt: instant.nullable(),
  commissionRatePercent: sharePercent.nullable(),
  monthlyTargetMinor: positiveOrZeroMinor.nullable(),
  currency: currency.nullable(),
  /**
   * All loans of an agent, of a desk's team or of a manager's portfolio, including ended ones. If
   * an agent's loans are moved, the ended ones move too.
   */
  loans: z.int(),
  /** The person's workload: active loans, as lists, tiles and sums show it. */
  activeLoans: z.int(),
  outstandingMinor: amountMinor,
  /** Loans over 30 days past due. */
  over30Loans: z.int(),
  /** Whether the account has set up a second factor. */
  hasSecondFactor: z.boolean(),
  lastSeenAt: instant.nullable(),
  createdAt: instant,
  /** Sent back with a change, so that no user overwrites a version they have not seen. */
  version,
});
export type StaffRow = z.infer<typeof staffRow>;

const staffQuestion = z.object({
  role: z.enum(roles).optional(),
  status: z.enum(accountStatuses).optional(),
  teamId: uuid.optional(),
  q: z.string().max(100).optional(),
  sort: z.enum(staffSorts).default('name'),
  direction: z.enum(['asc', 'desc']).default('asc'),
});

export const listStaff = endpoint({
  key: 'GET /api/staff',
  summary: 'List accounts in the caller’s scope with the loans they hold, in pages.',
  access: 'read-staff',
  query: staffQuestion.extend({
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({
    rows: z.array(staffRow),
    nextCursor: cursor.nullable(),
    /** Sums of all matches. Amounts are per currency, because an administrator may see several. */
    sums: z.object({
      count: z.int(),
      activeLoans: z.int(),
      over30Loans: z.int(),
      amounts: z.array(z.object({ currency, outstandingMinor: amountMinor })),
    }),
  }),
  failures: [],
});
export type ListStaff = typeof listStaff;

/** The rows of an export: all that match the filter, or the selected ones. */
const exported = staffQuestion.extend({
  accountIds: z.array(uuid).min(1).max(10_000).optional(),
  /** Rows that the user excluded from all matches. */
  exceptAccountIds: z.array(uuid).max(10_000).optional(),
  /** The columns of the file, in order. The default is every column. */
  columns: z.array(z.enum(staffColumnIds)).min(1).max(staffColumnIds.length).optional(),
});

export const exportStaffCsv = endpoint({
  key: 'POST /api/staff/export.csv',
  summary: 'Export accounts of a list, or the selected ones, as CSV.',
  access: 'read-staff',
  body: exported,
  answer: z.string(),
  answerType: 'text/csv',
  failures: [],
});
export type ExportStaffCsv = typeof exportStaffCsv;

export const exportStaffWorkbook = endpoint({
  key: 'POST /api/staff/export.xlsx',
  summary: 'Export accounts of a list, or the selected ones, as an Excel workbook.',
  access: 'read-staff',
  body: exported,
  answer: z.string(),
  answerType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  failures: [],
});
export type ExportStaffWorkbook = typeof exportStaffWorkbook;

const accountParams = z.object({ accountId: uuid });

export const readStaff = endpoint({
  key: 'GET /api/staff/:accountId',
  summary: 'Get an account in the caller’s scope.',
  access: 'read-staff',
  params: accountParams,
  answer: staffRow,
  failures: ['not_found'],
});
export type ReadStaff = typeof readStaff;

/** The input fields of a person. The server also checks name, email, phone, time zone and team. */
const staffInputs = z.object({
  name: nameText.max(120),
  email: z.string().max(254),
  phone: z.string().max(40).default(''),
  language: z.enum(languages).default('en'),
  timeZone: z.string().max(60).nullable().default(null),
  commissionRatePercent: sharePercent.nullable().default(null),
  monthlyTargetMinor: z.int().min(0).nullable().default(null),
  /**
   * The team of an agent, which only a manager can set; ignored for other roles and from other
   * callers.
   */
  teamId: uuid.nullable().default(null),
});

export const inviteStaff = endpoint({
  key: 'POST /api/staff',
  summary:
    'Invite a person by mail. Administrators invite administrators and managers; managers and desks invite agents.',
  access: 'manage-staff',
  body: staffInputs.extend({
    id: uuid,
    role: z.enum(['admin', 'user', 'agent']),
    /** The visitor’s message that requested the account; this call approves the request. */
    askedBy: uuid.optional(),
    /** A manager’s portfolio: an existing one or a new one. */
    portfolio: z
      .union([
        z.object({ id: uuid }),
        z.object({ name: nameText.min(1).max(120), currency, timeZone: z.string().max(60) }),
      ])
      .optional(),
  }),
  answer: staffRow,
  failures: [
    'role_not_yours_to_invite',
    'name_missing',
    'phone_not_valid',
    'time_zone_unknown',
    'email_not_valid',
    'currency_unknown',
    'portfolio_missing',
    'id_reused_with_different_content',
    'team_not_found',
    'email_already_used',
  ],
});
export type InviteStaff = typeof inviteStaff;

export const changeStaff = endpoint({
  key: 'PUT /api/staff/:accountId',
  summary: 'Update an account. Fails if it changed since it was read.',
  access: 'manage-staff',
  params: accountParams,
  body: staffInputs.extend({ version }),
  answer: staffRow,
  failures: [
    'not_found',
    'name_missing',
    'phone_not_valid',
    'time_zone_unknown',
    'email_not_valid',
    'team_not_found',
    'agent_holds_loans',
    'agent_has_absence_cover',
    'changed_since',
    'email_already_used',
  ],
});
export type ChangeStaff = typeof changeStaff;

export const reinstateStaff = endpoint({
  key: 'POST /api/staff/:accountId/reinstate',
  summary: 'Reinstate a suspended account.',
  access: 'manage-staff',
  params: accountParams,
  answer: staffRow,
  failures: ['not_found'],
});
export type ReinstateStaff = typeof reinstateStaff;

export const inviteAgain = endpoint({
  key: 'POST /api/staff/:accountId/invite',
  summary: 'Send a new invitation. Earlier links stop working.',
  access: 'manage-staff',
  params: accountParams,
  answer: z.object({ sentTo: z.string() }),
  failures: ['not_found', 'not_invited'],
});
export type InviteAgain = typeof inviteAgain;

export const handOverInvitation = endpoint({
  key: 'POST /api/staff/:accountId/invitation-link',
  summary:
    'Create an invitation link to hand over when no mail server is set up. Earlier links stop working.',
  access: 'manage-staff',
  params: accountParams,
  answer: z.object({ link: z.string() }),
  failures: ['mail_is_delivered', 'not_found', 'not_invited'],
});
export type HandOverInvitation = typeof handOverInvitation;

export const resetSecondFactor = endpoint({
  key: 'POST /api/staff/:accountId/second-factor/reset',
  summary: 'Reset the second factor of an account, so that its password alone signs in.',
  access: 'reset-second-factor',
  params: accountParams,
  answer: staffRow,
  failures: ['not_found', 'second_factor_not_on'],
});
export type ResetSecondFactor = typeof resetSecondFactor;

export const listPortfolios = endpoint({
  key: 'GET /api/portfolios',
  summary: 'List portfolios to which a manager can be assigned.',
  access: 'read-portfolios',
  answer: z.object({ portfolios: z.array(namedRef.extend({ currency, timeZone: z.string() })) }),
  failures: [],
});
export type ListPortfolios = typeof listPortfolios;
