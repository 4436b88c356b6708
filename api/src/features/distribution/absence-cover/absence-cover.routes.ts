import {
  endAbsenceCover as endAbsenceCoverContract,
  listAbsenceCovers,
  createAbsenceCover as createAbsenceCoverContract,
  previewAbsenceCover,
} from '@bursar/contracts/distribution/absence-cover';
import { inPortfolio } from '../../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { endAbsenceCover } from './end-absence-cover.ts';
import {
  countWorkOf,
  listAgents,
  listOpenAbsenceCovers,
  toAbsenceCover,
} from './absence-cover.store.ts';
import { createAbsenceCover } from './create-absence-cover.ts';

export function bindAbsenceCoverRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listAbsenceCovers, async ({ session: { scope } }) => {
    const absenceCovers = await listOpenAbsenceCovers(database, { scope });
    return succeed({ absenceCovers: absenceCovers.map(toAbsenceCover) });
  });

  bindEndpoint(
    platform,
    previewAbsenceCover,
    async ({ params: { accountId: agentId }, session }) => {
      const { scope, portfolio } = session;
      const [agent] = await listAgents(database, { scope, ids: [agentId] });
      if (!agent || !portfolio) return refuse('agent_not_found');
      return succeed(await countWorkOf(database, { portfolioId: portfolio.id, agentId }));
    },
  );

  bindEndpoint(platform, createAbsenceCoverContract, ({ body, context }) =>
    createAbsenceCover.run(database, body, context),
  );

  bindEndpoint(platform, endAbsenceCoverContract, ({ params, context }) =>
    inPortfolio(context, (own) => endAbsenceCover(database, params.handoverId, own)),
  );
}
