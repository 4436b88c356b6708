import {
  changePersonalNote,
  createPersonalNote,
  listPersonalNotes,
  markPersonalNote as markContract,
  removePersonalNote,
} from '@bursar/contracts/office/personal-notes';
import { changeRecord, createRecord, removeRecord } from '../../../platform/app-records.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { markPersonalNote } from './mark-personal-note.ts';
import {
  columnsOf,
  listPersonalNoteRows,
  listPersonalNoteTags,
  personalNotes,
} from './personal-notes.store.ts';

export function bindPersonalNoteRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listPersonalNotes, async ({ query, session: { scope } }) => {
    const [rows, tags] = await Promise.all([
      listPersonalNoteRows(database, scope, query),
      listPersonalNoteTags(database, scope),
    ]);
    return succeed({ personalNotes: rows, tags });
  });

  bindEndpoint(platform, createPersonalNote, ({ body: { id, ...personalNote }, context }) =>
    createRecord(database, personalNotes, { id, columns: columnsOf(personalNote), context }),
  );

  bindEndpoint(
    platform,
    changePersonalNote,
    ({ params, body: { version, ...personalNote }, context }) =>
      changeRecord(database, personalNotes, {
        id: params.memoId,
        version,
        columns: columnsOf(personalNote),
        context,
      }),
  );

  bindEndpoint(platform, markContract, ({ params, body: { isFavourite }, context }) =>
    markPersonalNote(database, { id: params.memoId, isFavourite }, context),
  );

  bindEndpoint(platform, removePersonalNote, ({ params, context }) =>
    removeRecord(database, personalNotes, { id: params.memoId, context }),
  );
}
