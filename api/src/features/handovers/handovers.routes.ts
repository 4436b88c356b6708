import {
  endHandover as endHandoverContract,
  listHandovers,
  makeHandover as makeHandoverContract,
} from '@bursar/contracts/handovers';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { refuse, succeed } from '../../platform/outcome.ts';
import { endHandover } from './end-handover.ts';
import { listOpenHandovers, toHandover } from './handovers.store.ts';
import { makeHandover } from './make-handover.ts';

export function bindHandoverRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(platform, listHandovers, async ({ session: { scope } }) => {
    const handovers = await listOpenHandovers(database, { scope });
    return succeed({ handovers: handovers.map(toHandover) });
  });

  bindEndpoint(platform, makeHandoverContract, ({ body, session, requestId }) =>
    makeHandover.run(database, body, { session, requestId, now: clock.now() }),
  );

  bindEndpoint(platform, endHandoverContract, async ({ params, session, requestId }) => {
    const { portfolio } = session;
    if (!portfolio) return refuse('not_found');
    const context = { session, portfolio, requestId, now: clock.now() };
    return endHandover(database, params.handoverId, context);
  });
}
