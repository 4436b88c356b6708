import {
  changeTag as changeContract,
  createTag as createContract,
  listTags,
  removeTag as removeContract,
  tagLoans as tagLoansContract,
} from '@bursar/contracts/tags';
import { portfolioContextOf } from '../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { refuse, succeed } from '../../platform/outcome.ts';
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

  bindEndpoint(platform, createContract, async ({ body, ...call }) => {
    const context = portfolioContextOf(platform, call);
    return context ? createTag(database, body, context) : refuse('not_found');
  });

  bindEndpoint(platform, changeContract, async ({ params, body, ...call }) => {
    const context = portfolioContextOf(platform, call);
    if (!context) return refuse('not_found');
    return changeTag(database, { ...body, id: params.tagId }, context);
  });

  bindEndpoint(platform, removeContract, async ({ params, ...call }) => {
    const context = portfolioContextOf(platform, call);
    return context ? removeTag(database, params.tagId, context) : refuse('not_found');
  });

  bindEndpoint(platform, tagLoansContract, async ({ body, ...call }) => {
    const context = portfolioContextOf(platform, call);
    return context ? tagLoans(database, body, context) : refuse('not_found');
  });
}
