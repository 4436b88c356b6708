import { streamLiveUpdates } from '@bursar/contracts/access/live-updates';
import { createLiveUpdateHub } from '../../../platform/live-updates/live-update-hub.ts';
import { parsePosition } from '../../../platform/live-updates/event-stream.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';

export function bindLiveUpdateRoutes(platform: Platform): void {
  const { app, database, clock, answers } = platform;
  const onReceived = (portfolioId: string | null) => answers?.forget(portfolioId);
  const hub = createLiveUpdateHub({ database, clock, log: app.log, onReceived });
  app.addHook('onListen', async () => hub.start());
  // Runs before the server waits for its connections, because a stream never ends by itself.
  app.addHook('preClose', () => hub.stop());

  bindEndpoint(platform, streamLiveUpdates, async ({ query, session, request, reply }) => {
    const after = request.headers['last-event-id'] ?? query.after;
    const stream = await hub.open(session, parsePosition(String(after ?? '')));
    if (!stream) return refuse('too_many_streams');
    // Proxies must not cache, compress or buffer the stream.
    reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' });
    return succeed(stream);
  });
}
