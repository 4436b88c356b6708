import {
  changeMemo,
  createMemo,
  listMemos,
  markMemo as markContract,
  removeMemo,
} from '@bursar/contracts/office/memos';
import { changeRecord, createRecord, removeRecord } from '../../../platform/app-records.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { markMemo } from './mark-memo.ts';
import { columnsOf, listMemoRows, listMemoTags, memos } from './memos.store.ts';

export function bindMemoRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listMemos, async ({ query, session: { scope } }) => {
    const [rows, tags] = await Promise.all([
      listMemoRows(database, scope, query),
      listMemoTags(database, scope),
    ]);
    return succeed({ memos: rows, tags });
  });

  bindEndpoint(platform, createMemo, ({ body: { id, ...memo }, context }) =>
    createRecord(database, memos, { id, columns: columnsOf(memo), context }),
  );

  bindEndpoint(platform, changeMemo, ({ params, body: { version, ...memo }, context }) =>
    changeRecord(database, memos, {
      id: params.memoId,
      version,
      columns: columnsOf(memo),
      context,
    }),
  );

  bindEndpoint(platform, markContract, ({ params, body: { isFavourite }, context }) =>
    markMemo(database, { id: params.memoId, isFavourite }, context),
  );

  bindEndpoint(platform, removeMemo, ({ params, context }) =>
    removeRecord(database, memos, { id: params.memoId, context }),
  );
}
