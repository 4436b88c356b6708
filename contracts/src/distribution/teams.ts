import { z } from 'zod';
import { accountStatuses, someOrNone } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { teamColumnIds } from '../list-columns.ts';
import { languages } from '../languages.ts';
import {
  amountMinor,
  currency,
  instant,
  nameText,
  namedRef,
  positiveOrZeroMinor,
  several,
  sharePercent,
  uuid,
  version,
} from '../values.ts';

export const teamRow = z.object({
  id: uuid,
  name: z.string(),
  portfolio: namedRef,
  commissionRatePercent: sharePercent.nullable(),
  monthlyTargetMinor: positiveOrZeroMinor.nullable(),
  currency,
  desks: z.array(
    z.object({ id: uuid, name: z.string(), email: z.string(), status: z.enum(accountStatuses) }),
  ),
  agents: z.int(),
  /** Number of loans, including ended ones. */
  loans: z.int(),
  /** The team's workload: active loans, as lists, tiles and sums show it. */
  activeLoans: z.int(),
  outstandingMinor: amountMinor,
  over30Loans: z.int(),
  /** The part of these figures that belongs to no agent yet. */
  withoutAgent: z.object({
    activeLoans: z.int(),
    outstandingMinor: amountMinor,
    over30Loans: z.int(),
  }),
  createdAt: instant,
  version,
});
export type TeamRow = z.infer<typeof teamRow>;

const teamsQuestion = z.object({
  q: z.string().max(100).optional(),
  /** Teams with a desk account that has this status. */
  deskStatus: z.enum(accountStatuses).optional(),
  agents: z.enum(someOrNone).optional(),
  /** Whether the team has loans over 30 days past due. */
  over30: z.enum(someOrNone).optional(),
  outstandingFromMinor: z.int().min(0).optional(),
  outstandingToMinor: z.int().min(0).optional(),
});

export const listTeams = endpoint({
  key: 'GET /api/teams',
  summary: 'List teams in the caller’s scope with their desks, agents and loans.',
  access: 'read-teams',
  query: teamsQuestion,
  answer: z.object({ teams: z.array(teamRow) }),
  failures: [],
});
export type ListTeams = typeof listTeams;

const exported = teamsQuestion.extend({
  /** The columns of the file, comma-separated and in order. The default is every column. */
  columns: several(teamColumnIds).optional(),
});

export const exportTeamsCsv = endpoint({
  key: 'GET /api/teams/export.csv',
  summary: 'Export the teams that match a filter as CSV.',
  access: 'read-teams',
  query: exported,
  answer: z.string(),
  answerType: 'text/csv',
  failures: [],
});
export type ExportTeamsCsv = typeof exportTeamsCsv;

export const exportTeamsWorkbook = endpoint({
  key: 'GET /api/teams/export.xlsx',
  summary: 'Export the teams that match a filter as an Excel workbook.',
  access: 'read-teams',
  query: exported,
  answer: z.string(),
  answerType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  failures: [],
});
export type ExportTeamsWorkbook = typeof exportTeamsWorkbook;

const teamParams = z.object({ teamId: uuid });

export const readTeam = endpoint({
  key: 'GET /api/teams/:teamId',
  summary: 'Get a team in the caller’s scope.',
  access: 'read-teams',
  params: teamParams,
  answer: teamRow,
  failures: ['not_found'],
});
export type ReadTeam = typeof readTeam;

const teamInputs = z.object({
  name: nameText.max(120),
  commissionRatePercent: sharePercent.nullable().default(null),
  monthlyTargetMinor: z.int().min(0).nullable().default(null),
});

export const createTeam = endpoint({
  key: 'POST /api/teams',
  summary: 'Create a team and invite its desk by mail.',
  access: 'manage-teams',
  body: teamInputs.extend({
    id: uuid,
    desk: z.object({
      id: uuid,
      name: nameText.max(120),
      email: z.string().max(254),
      phone: z.string().max(40).default(''),
      language: z.enum(languages).default('en'),
    }),
  }),
  answer: teamRow,
  failures: [
    'name_missing',
    'phone_not_valid',
    'email_not_valid',
    'team_name_already_used',
    'email_already_used',
    'id_reused_with_different_content',
  ],
});
export type CreateTeam = typeof createTeam;

export const changeTeam = endpoint({
  key: 'PUT /api/teams/:teamId',
  summary: 'Update a team. Fails if it changed since it was read.',
  access: 'manage-teams',
  params: teamParams,
  body: teamInputs.extend({ version }),
  answer: teamRow,
  failures: ['not_found', 'name_missing', 'changed_since', 'team_name_already_used'],
});
export type ChangeTeam = typeof changeTeam;
