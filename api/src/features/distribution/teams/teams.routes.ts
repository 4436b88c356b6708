import {
  changeTeam as changeContract,
  createTeam as createContract,
  exportTeamsCsv as exportCsvContract,
  exportTeamsWorkbook as exportWorkbookContract,
  listTeams,
  readTeam,
} from '@bursar/contracts/distribution/teams';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { staffContextOf } from '../staff/staff-context.ts';
import { changeTeam } from './change-team.ts';
import { createTeam } from './create-team.ts';
import { exportTeamsCsv, exportTeamsWorkbook } from './export-teams.ts';
import { listTeamRows } from './teams.store.ts';

export function bindTeamRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listTeams, async ({ query, session: { scope, businessDate } }) =>
    succeed({ teams: await listTeamRows(database, { scope, businessDate, ...query }) }),
  );

  bindEndpoint(platform, exportCsvContract, async ({ query, session, reply }) => {
    const { scope, businessDate } = session;
    const teams = await listTeamRows(database, { scope, businessDate, ...query });
    reply.header('content-disposition', `attachment; filename="teams-${businessDate}.csv"`);
    return succeed(exportTeamsCsv({ teams, columns: query.columns }));
  });

  bindEndpoint(platform, exportWorkbookContract, async ({ query, session, reply }) => {
    const { scope, businessDate } = session;
    const teams = await listTeamRows(database, { scope, businessDate, ...query });
    reply.header('content-disposition', `attachment; filename="teams-${businessDate}.xlsx"`);
    return succeed(await exportTeamsWorkbook({ teams, columns: query.columns }));
  });

  bindEndpoint(platform, readTeam, async ({ params, session: { scope, businessDate } }) => {
    const [team] = await listTeamRows(database, { scope, businessDate, ...params });
    return team ? succeed(team) : refuse('not_found');
  });

  bindEndpoint(platform, createContract, ({ body, context }) =>
    createTeam(database, body, staffContextOf(platform, context)),
  );

  bindEndpoint(platform, changeContract, ({ params, body, context }) =>
    changeTeam(database, { ...body, ...params }, staffContextOf(platform, context)),
  );
}
