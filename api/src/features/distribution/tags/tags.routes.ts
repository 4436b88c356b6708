import {
  changeTag as changeContract,
  createTag as createContract,
  listTags,
  removeTag as removeContract,
  tagLoans as tagLoansContract,
} from '@bursar/contracts/distribution/tags';
import { inPortfolio } from '../../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { changeTag } from './change-tag.ts';
import { createTag } from './create-tag.ts';
import { removeTag } from './remove-tag.ts';
import { tagLoans } from './tag-loans.ts';
import { listTagsInScope } from './tags.store.ts';

export function bindTagRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listTags, async ({ session: { scope } }) =>
    succeed({ tags: await listTagsInScope(database, scope) }),
  );

  bindEndpoint(platform, createContract, ({ body, context }) =>
    inPortfolio(context, (own) => createTag(database, body, own)),
  );

  bindEndpoint(platform, changeContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => changeTag(database, { ...body, id: params.tagId }, own)),
  );

  bindEndpoint(platform, removeContract, ({ params, context }) =>
    inPortfolio(context, (own) => removeTag(database, params.tagId, own)),
  );

  bindEndpoint(platform, tagLoansContract, ({ body, context }) =>
    inPortfolio(context, (own) => tagLoans(database, body, own)),
  );
}
