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
} from '@bursar/contracts/staff';
import {
  changeManyStaff as changeManyContract,
  previewSuspension as previewSuspensionContract,
  suspendStaff as suspendContract,
} from '@bursar/contracts/suspensions';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { refuse, succeed } from '../../platform/outcome.ts';
import { portfoliosInScope } from '../../platform/scope.ts';
import type { Session } from '../../platform/session.ts';
import { changeManyStaff } from './change-many.ts';
import { changeStaff } from './change-staff.ts';
import { exportStaffCsv, exportStaffWorkbook } from './export-staff.ts';
import { handOverInvitation, inviteAgain } from './invite-again.ts';
import { inviteStaff } from './invite-staff.ts';
import { previewSuspension } from './preview-suspension.ts';
import { reinstateStaff } from './reinstate-staff.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { staffContextOf } from './staff-context.ts';
import { findStaff, listStaffRows, sumStaff } from './staff.store.ts';
import { suspendStaff } from './suspend-staff.ts';

export function bindStaffRoutes(platform: Platform): void {
  const { database } = platform;
  const contextOf = (session: Session, requestId: string) =>
    staffContextOf(platform, session, requestId);

  bindEndpoint(platform, listStaff, async ({ query, session: { scope, businessDate } }) => {
    const [page, sums] = await Promise.all([
      listStaffRows(database, { scope, businessDate, query }),
      sumStaff(database, { scope, businessDate, filter: query }),
    ]);
    return succeed({ ...page, sums });
  });

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

  bindEndpoint(platform, changeManyContract, ({ body, session, requestId }) =>
    changeManyStaff(database, body, contextOf(session, requestId)),
  );

  bindEndpoint(platform, readStaff, async ({ params, session: { scope, businessDate } }) => {
    const row = await findStaff(database, { scope, businessDate, ...params });
    return row ? succeed(row) : refuse('not_found');
  });

  bindEndpoint(platform, inviteContract, ({ body, session, requestId }) =>
    inviteStaff(database, body, contextOf(session, requestId)),
  );

  bindEndpoint(platform, changeContract, ({ params, body, session, requestId }) =>
    changeStaff(database, { ...body, ...params }, contextOf(session, requestId)),
  );

  bindEndpoint(platform, previewSuspensionContract, async ({ body, session: { scope } }) =>
    succeed(await previewSuspension(database, { scope, ...body })),
  );

  bindEndpoint(platform, suspendContract, ({ params, body, session, requestId }) =>
    suspendStaff(database, { ...body, ...params }, contextOf(session, requestId)),
  );

  bindEndpoint(platform, reinstateContract, ({ params, session, requestId }) =>
    reinstateStaff(database, params.accountId, contextOf(session, requestId)),
  );

  bindEndpoint(platform, handOverInvitationContract, ({ params, session, requestId }) =>
    handOverInvitation(
      database,
      { ...params, isMailDelivered: platform.isMailDelivered },
      contextOf(session, requestId),
    ),
  );

  bindEndpoint(platform, inviteAgainContract, ({ params, session, requestId }) =>
    inviteAgain(database, params.accountId, contextOf(session, requestId)),
  );

  bindEndpoint(platform, resetSecondFactorContract, ({ params, session, requestId }) =>
    resetSecondFactor(database, params.accountId, contextOf(session, requestId)),
  );

  bindEndpoint(platform, listPortfolios, async ({ session: { scope } }) => {
    const portfolios = await database<
      { id: string; name: string; currency: string; timeZone: string }[]
    >`select id, name, currency, time_zone from portfolios portfolio
      where ${portfoliosInScope(database, scope)} order by lower(name), id`;
    return succeed({ portfolios: portfolios.map((portfolio) => ({ ...portfolio })) });
  });
}
