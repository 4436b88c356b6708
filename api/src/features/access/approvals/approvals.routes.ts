import {
  changeApprovalRule as changeRuleContract,
  countApprovals,
  decideRequest as decideContract,
  listApprovalRules,
  listApprovals,
  readApproval,
  withdrawRequest as withdrawContract,
} from '@bursar/contracts/access/approvals';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { listRules } from './approval-rules.store.ts';
import { countWaiting, findApproval, listApprovalRows, toApproval } from './approvals.store.ts';
import { changeApprovalRule } from './change-approval-rule.ts';
import { decideRequest } from './decide-request.ts';
import type { ApprovedCommands } from './four-eyes.ts';
import { withdrawRequest } from './withdraw-request.ts';

export function bindApprovalRoutes(platform: Platform, commands: ApprovedCommands): void {
  const { database } = platform;

  bindEndpoint(platform, listApprovals, async ({ query, session }) => {
    const { page, nextCursor } = await listApprovalRows(database, { who: session, query });
    return succeed({ approvals: page.map((row) => toApproval(row, session)), nextCursor });
  });

  bindEndpoint(platform, countApprovals, async ({ session }) =>
    succeed(await countWaiting(database, session)),
  );

  bindEndpoint(platform, readApproval, async ({ params: { approvalId }, session }) => {
    const row = await findApproval(database, { who: session, id: approvalId });
    return row ? succeed(toApproval(row, session)) : refuse('not_found');
  });

  bindEndpoint(platform, decideContract, ({ params, body, context }) =>
    decideRequest(database, commands, {
      decision: { ...params, ...body },
      context,
    }),
  );

  bindEndpoint(platform, withdrawContract, ({ params, context }) =>
    withdrawRequest(database, params.approvalId, context),
  );

  bindEndpoint(platform, listApprovalRules, async ({ session }) =>
    succeed({ portfolios: await listRules(database, session) }),
  );

  bindEndpoint(platform, changeRuleContract, ({ params, body, context }) =>
    changeApprovalRule(database, { ...params, ...body }, context),
  );
}
