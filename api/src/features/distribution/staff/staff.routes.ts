import {
  readAccountRecovery as readRecoveryContract,
  releaseRecovery as releaseRecoveryContract,
  startRecovery as startRecoveryContract,
} from '@bursar/contracts/access/account-recovery';
import { listColleagues } from '@bursar/contracts/distribution/colleagues';
import {
  changeStaff as changeContract,
  exportStaffCsv as exportCsvContract,
  exportStaffWorkbook as exportWorkbookContract,
  handOverInvitation as handOverInvitationContract,
  inviteAgain as inviteAgainContract,
  inviteStaff as inviteContract,
  listPortfolios,
  listStaff,
  readStaff,
  reinstateStaff as reinstateContract,
  resetSecondFactor as resetSecondFactorContract,
} from '@bursar/contracts/distribution/staff';
import {
  changeManyStaff as changeManyContract,
  previewSuspension as previewSuspensionContract,
  suspendStaff as suspendContract,
} from '@bursar/contracts/access/suspensions';
import type { CommandContext } from '../../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { portfoliosInScope } from '../../../platform/scope.ts';
import { changeManyStaff } from './change-many.ts';
import { changeStaff } from './change-staff.ts';
import { exportStaffCsv, exportStaffWorkbook } from './export-staff.ts';
import { handOverInvitation, inviteAgain } from './invite-again.ts';
import { inviteStaff } from './invite-staff.ts';
import { previewSuspension } from './preview-suspension.ts';
import { reinstateStaff } from './reinstate-staff.ts';
import { readAccountRecovery, releaseRecovery, startRecovery } from './recover-account.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { staffContextOf } from './staff-context.ts';
import { findStaff, listColleaguesOf, listStaffRows, sumStaff } from './staff.store.ts';
import { suspendStaff } from './suspend-staff.ts';

export function bindStaffRoutes(platform: Platform): void {
  bindReads(platform);
  bindCommands(platform);
  bindRecoveries(platform);
}

function bindRecoveries(platform: Platform): void {
  const { database } = platform;
  const contextOf = (context: CommandContext) => staffContextOf(platform, context);

  bindEndpoint(platform, readRecoveryContract, ({ params, context }) =>
    readAccountRecovery(database, params.accountId, contextOf(context)),
  );

  bindEndpoint(platform, startRecoveryContract, ({ params, context }) =>
    startRecovery(database, params.accountId, contextOf(context)),
  );

  bindEndpoint(platform, releaseRecoveryContract, ({ params, context }) =>
    releaseRecovery(database, params.accountId, contextOf(context)),
  );
}

function bindReads(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listStaff, async ({ query, session: { scope, businessDate } }) => {
    const [page, sums] = await Promise.all([
      listStaffRows(database, { scope, businessDate, query }),
      sumStaff(database, { scope, businessDate, filter: query }),
    ]);
    return succeed({ ...page, sums });
  });

  bindEndpoint(platform, listColleagues, async ({ session: { scope } }) =>
    succeed({ colleagues: await listColleaguesOf(database, scope) }),
  );

  bindEndpoint(platform, exportCsvContract, async ({ body, session, reply }) => {
    const { scope, businessDate } = session;
    reply.header('content-disposition', `attachment; filename="people-${businessDate}.csv"`);
    return succeed(exportStaffCsv(database, { scope, businessDate, query: body }));
  });

  bindEndpoint(platform, exportWorkbookContract, async ({ body, session, reply }) => {
    const { scope, businessDate } = session;
    reply.header('content-disposition', `attachment; filename="people-${businessDate}.xlsx"`);
    return succeed(await exportStaffWorkbook(database, { scope, businessDate, query: body }));
  });

  bindEndpoint(platform, readStaff, async ({ params, session: { scope, businessDate } }) => {
    const row = await findStaff(database, { scope, businessDate, ...params });
    return row ? succeed(row) : refuse('not_found');
  });

  bindEndpoint(platform, previewSuspensionContract, async ({ body, session: { scope } }) =>
    succeed(await previewSuspension(database, { scope, ...body })),
  );

  bindEndpoint(platform, listPortfolios, async ({ session: { scope } }) => {
    const portfolios = await database<
      { id: string; name: string; currency: string; timeZone: string }[]
    >`select id, name, currency, time_zone from portfolios portfolio
      where ${portfoliosInScope(database, scope)} order by lower(name), id`;
    return succeed({ portfolios: portfolios.map((portfolio) => ({ ...portfolio })) });
  });
}

function bindCommands(platform: Platform): void {
  const { database } = platform;
  const contextOf = (context: CommandContext) => staffContextOf(platform, context);

  bindEndpoint(platform, changeManyContract, ({ body, context }) =>
    changeManyStaff(database, body, contextOf(context)),
  );

  bindEndpoint(platform, inviteContract, ({ body, context }) =>
    inviteStaff(database, body, contextOf(context)),
  );

  bindEndpoint(platform, changeContract, ({ params, body, context }) =>
    changeStaff(database, { ...body, ...params }, contextOf(context)),
  );

  bindEndpoint(platform, suspendContract, ({ params, body, context }) =>
    suspendStaff(database, { ...body, ...params }, contextOf(context)),
  );

  bindEndpoint(platform, reinstateContract, ({ params, context }) =>
    reinstateStaff(database, params.accountId, contextOf(context)),
  );

  bindEndpoint(platform, handOverInvitationContract, ({ params, context }) =>
    handOverInvitation(
      database,
      { ...params, isMailDelivered: platform.isMailDelivered },
      contextOf(context),
    ),
  );

  bindEndpoint(platform, inviteAgainContract, ({ params, context }) =>
    inviteAgain(database, params.accountId, contextOf(context)),
  );

  bindEndpoint(platform, resetSecondFactorContract, ({ params, context }) =>
    resetSecondFactor(database, params.accountId, contextOf(context)),
  );
}
