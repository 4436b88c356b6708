import { streamChanges } from '@bursar/contracts/access/changes';
import { createChangeHub } from '../../../platform/changes/change-hub.ts';
import { parsePosition } from '../../../platform/changes/event-stream.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';

export function bindChangeRoutes(platform: Platform): void {
  const { app, database, clock, answers } = platform;
  const onHeard = (portfolioId: string | null) => answers?.forget(portfolioId);
  const hub = createChangeHub({ database, clock, log: app.log, onHeard });
  app.addHook('onListen', async () => hub.start());
  // Runs before the server waits for its connections, because a stream never ends by itself.
  app.addHook('preClose', () => hub.stop());

  bindEndpoint(platform, streamChanges, async ({ query, session, request, reply }) => {
    const after = request.headers['last-event-id'] ?? query.after;
    const stream = await hub.open(session, parsePosition(String(after ?? '')));
    if (!stream) return refuse('too_many_streams');
    // Proxies must not cache, compress or buffer the stream.
    reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' });
    return succeed(stream);
  });
}
