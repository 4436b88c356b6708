import type { Readable } from 'node:stream';
import type { TeamRow } from '@bursar/contracts/teams';
import {
  numberColumn,
  plainAmount,
  textColumn,
  writeTableCsv,
  writeTableWorkbook,
} from '../../platform/table-file.ts';

export const exportTeamsCsv = (teams: readonly TeamRow[]): Readable =>
  writeTableCsv(columns, onePage(teams));

export const exportTeamsWorkbook = (teams: readonly TeamRow[]): Promise<Buffer> =>
  writeTableWorkbook(columns, onePage(teams), 'Teams');

async function* onePage(teams: readonly TeamRow[]): AsyncGenerator<readonly TeamRow[]> {
  yield teams;
}

const columns = [
  textColumn<TeamRow>('name', (team) => team.name),
  textColumn<TeamRow>('portfolio', (team) => team.portfolio.name),
  textColumn<TeamRow>('desks', (team) => team.desks.map(({ email }) => email).join(' ')),
  numberColumn<TeamRow>('agents', (team) => String(team.agents)),
  numberColumn<TeamRow>('loans', (team) => String(team.loans)),
  numberColumn<TeamRow>('active_loans', (team) => String(team.activeLoans)),
  textColumn<TeamRow>('currency', (team) => team.currency),
  numberColumn<TeamRow>('outstanding', (team) => plainAmount(team.outstandingMinor, team.currency)),
  numberColumn<TeamRow>('loans_over_30_days', (team) => String(team.over30Loans)),
  numberColumn<TeamRow>('commission_rate_percent', (team) => team.commissionRatePercent),
  numberColumn<TeamRow>('monthly_target', (team) =>
    team.monthlyTargetMinor === null ? null : plainAmount(team.monthlyTargetMinor, team.currency),
  ),
];
