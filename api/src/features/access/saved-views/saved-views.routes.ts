import {
  chooseDefaultView as chooseDefaultContract,
  listSavedViews,
  removeView as removeContract,
  saveView as saveContract,
} from '@bursar/contracts/access/saved-views';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { chooseDefaultView, removeView, saveView } from './change-views.ts';
import { listViews } from './saved-views.store.ts';

/** Views are private: no call reaches those of another account. */
export function bindSavedViewRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listSavedViews, async ({ query: { list }, session }) =>
    succeed({ views: await listViews(database, { accountId: session.account.id, list }) }),
  );

  bindEndpoint(platform, saveContract, ({ body, context }) => saveView(database, body, context));

  bindEndpoint(platform, chooseDefaultContract, ({ params, body, context }) =>
    chooseDefaultView(database, { id: params.viewId, isDefault: body.isDefault }, context),
  );

  bindEndpoint(platform, removeContract, ({ params, context }) =>
    removeView(database, params.viewId, context),
  );
}
