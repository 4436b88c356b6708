import {
  endHandover as endHandoverContract,
  listHandovers,
  makeHandover as makeHandoverContract,
  previewHandover,
} from '@bursar/contracts/distribution/handovers';
import { inPortfolio } from '../../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { endHandover } from './end-handover.ts';
import { countWorkOf, listAgents, listOpenHandovers, toHandover } from './handovers.store.ts';
import { makeHandover } from './make-handover.ts';

export function bindHandoverRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listHandovers, async ({ session: { scope } }) => {
    const handovers = await listOpenHandovers(database, { scope });
    return succeed({ handovers: handovers.map(toHandover) });
  });

  bindEndpoint(platform, previewHandover, async ({ params: { accountId: agentId }, session }) => {
    const { scope, portfolio } = session;
    const [agent] = await listAgents(database, { scope, ids: [agentId] });
    if (!agent || !portfolio) return refuse('agent_not_found');
    return succeed(await countWorkOf(database, { portfolioId: portfolio.id, agentId }));
  });

  bindEndpoint(platform, makeHandoverContract, ({ body, context }) =>
    makeHandover.run(database, body, context),
  );

  bindEndpoint(platform, endHandoverContract, ({ params, context }) =>
    inPortfolio(context, (own) => endHandover(database, params.handoverId, own)),
  );
}
