import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { nameText, uuid } from '../values.ts';

const viewName = nameText.max(60);

export const savedView = z.object({
  id: uuid,
  name: z.string(),
  /** The query string without its question mark: filters, order and columns. */
  search: z.string(),
  /** True if the list shows this view when it opens without a query. */
  isDefault: z.boolean(),
});
export type SavedView = z.infer<typeof savedView>;

const listName = z.string().min(1).max(60);

export const listSavedViews = endpoint({
  key: 'GET /api/saved-views',
  summary: 'List the caller’s saved views of a list in the order of their creation.',
  access: 'signed-in',
  query: z.object({ list: listName }),
  answer: z.object({ views: z.array(savedView) }),
  failures: [],
});
export type ListSavedViews = typeof listSavedViews;

export const saveView = endpoint({
  key: 'POST /api/saved-views',
  summary: 'Save a view of a list under a name. Replaces the caller’s view with the same name.',
  access: 'signed-in',
  body: z.object({
    /** The client creates this id and repeats it on every retry. */
    id: uuid,
    list: listName,
    name: viewName,
    search: z.string().max(2_000),
  }),
  answer: savedView,
  failures: ['name_missing', 'id_reused_with_different_content'],
});
export type SaveView = typeof saveView;

const viewParams = z.object({ viewId: uuid });

export const chooseDefaultView = endpoint({
  key: 'PUT /api/saved-views/:viewId/default',
  summary: 'Set or clear a view as the default of its list.',
  access: 'signed-in',
  params: viewParams,
  body: z.object({ isDefault: z.boolean() }),
  answer: savedView,
  failures: ['not_found'],
});
export type ChooseDefaultView = typeof chooseDefaultView;

export const removeView = endpoint({
  key: 'POST /api/saved-views/:viewId/remove',
  summary: 'Delete one of the caller’s saved views.',
  access: 'signed-in',
  params: viewParams,
  answer: z.object({ removed: z.literal(true) }),
  failures: ['not_found'],
});
export type RemoveView = typeof removeView;
