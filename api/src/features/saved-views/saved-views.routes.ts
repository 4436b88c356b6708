import {
  chooseDefaultView as chooseDefaultContract,
  listSavedViews,
  removeView as removeContract,
  saveView as saveContract,
} from '@bursar/contracts/saved-views';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { succeed } from '../../platform/outcome.ts';
import type { Session } from '../../platform/session.ts';
import { chooseDefaultView, removeView, saveView, type ViewOwner } from './change-views.ts';
import { listViews } from './saved-views.store.ts';

/** Everybody's own: no call reaches the views of another account. */
export function bindSavedViewRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(platform, listSavedViews, async ({ query: { list }, session }) =>
    succeed({ views: await listViews(database, { accountId: session.account.id, list }) }),
  );

  bindEndpoint(platform, saveContract, ({ body, session, requestId }) =>
    saveView(database, body, ownerOf(session, requestId)),
  );

  bindEndpoint(platform, chooseDefaultContract, ({ params, body, session, requestId }) =>
    chooseDefaultView(
      database,
      { id: params.viewId, isDefault: body.isDefault },
      ownerOf(session, requestId),
    ),
  );

  bindEndpoint(platform, removeContract, ({ params, session, requestId }) =>
    removeView(database, params.viewId, ownerOf(session, requestId)),
  );

  function ownerOf(session: Session, requestId: string): ViewOwner {
    return {
      accountId: session.account.id,
      portfolioId: session.portfolio?.id ?? null,
      requestId,
      now: clock.now(),
    };
  }
}
