import type { Readable } from 'node:stream';
import { teamColumnIds, type TeamColumnId } from '@bursar/contracts/list-columns';
import type { TeamRow } from '@bursar/contracts/distribution/teams';
import {
  chooseColumns,
  fileColumns,
  plainAmount,
  writeTableCsv,
  writeTableWorkbook,
} from '../../../platform/table-file.ts';

type Export = {
  readonly teams: readonly TeamRow[];
  /** Comma-separated names of the columns to export; all columns if omitted. */
  readonly columns: string | undefined;
};

export const exportTeamsCsv = (request: Export): Readable =>
  writeTableCsv(columnsOf(request), onePage(request.teams));

export const exportTeamsWorkbook = (request: Export): Promise<Buffer> =>
  writeTableWorkbook(columnsOf(request), onePage(request.teams), 'Teams');

function columnsOf({ columns: shown }: Export) {
  const names = shown?.split(',');
  return chooseColumns(
    columns,
    names?.flatMap((name) => teamColumnIds.filter((id) => id === name)),
  );
}

async function* onePage(teams: readonly TeamRow[]): AsyncGenerator<readonly TeamRow[]> {
  yield teams;
}

const { text, number, amount } = fileColumns<TeamRow, TeamColumnId>();

const columns = [
  text('name', 'name', (team) => team.name),
  text('portfolio', 'portfolio', (team) => team.portfolio.name),
  text('desks', 'desks', (team) => team.desks.map(({ email }) => email).join(' ')),
  number('agents', 'agents', (team) => String(team.agents)),
  number('loans', 'loans', (team) => String(team.loans)),
  number('active_loans', 'loans', (team) => String(team.activeLoans)),
  text('currency', ['outstanding', 'target'], (team) => team.currency),
  amount('outstanding', 'outstanding', (team) => plainAmount(team.outstandingMinor, team.currency)),
  number('loans_over_30_days', 'over30', (team) => String(team.over30Loans)),
  number('commission_rate_percent', 'commission', (team) => team.commissionRatePercent),
  amount('monthly_target', 'target', (team) =>
    team.monthlyTargetMinor === null ? null : plainAmount(team.monthlyTargetMinor, team.currency),
  ),
];
