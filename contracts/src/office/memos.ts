import { z } from 'zod';
import { isShared, recordAnswer, recordFacts, titleText } from '../app-records.ts';
import { memoViews, tagColours } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { uuid, version } from '../values.ts';

const memoTag = z.string().max(30).regex(/\S/);

const memoInputs = z.object({
  title: titleText,
  text: z.string().max(20_000),
  colour: z.enum(tagColours),
  tags: z.array(memoTag).max(10),
  isShared,
});
export type MemoInputs = z.infer<typeof memoInputs>;

const memo = memoInputs.extend(recordFacts).extend({
  /** The reader's own mark. */
  isFavourite: z.boolean(),
});
export type Memo = z.infer<typeof memo>;

export const listMemos = endpoint({
  key: 'GET /api/memos',
  summary:
    'Notes of the caller’s own and those shared with them, favourites first, then by title: 500 at most.',
  access: 'signed-in',
  query: z.object({
    memos: z.enum(memoViews).default('all'),
    q: z.string().max(100).optional(),
    tag: memoTag.optional(),
  }),
  answer: z.object({
    memos: z.array(memo),
    /** Every tag there is on what the caller reads. */
    tags: z.array(z.string()),
  }),
  failures: [],
});
export type ListMemos = typeof listMemos;

export const createMemo = endpoint({
  key: 'POST /api/memos',
  summary: 'Write a note of one’s own or for everybody of the portfolio.',
  access: 'signed-in',
  /**
   * The client creates this id and repeats it on every retry. The answer has the record’s own id.
   */
  body: memoInputs.extend({ id: uuid }),
  answer: recordAnswer,
  failures: ['id_reused_with_different_content'],
});
export type CreateMemo = typeof createMemo;

const memoParams = z.object({ memoId: uuid });

export const changeMemo = endpoint({
  key: 'PUT /api/memos/:memoId',
  summary: 'Change a note; refused where somebody else changed it since.',
  access: 'signed-in',
  params: memoParams,
  body: memoInputs.extend({ version }),
  answer: recordAnswer,
  failures: ['not_found', 'changed_since', 'only_maker_may'],
});
export type ChangeMemo = typeof changeMemo;

export const markMemo = endpoint({
  key: 'PUT /api/memos/:memoId/favourite',
  summary: 'Make a note one of the caller’s favourites, or no longer.',
  access: 'signed-in',
  params: memoParams,
  body: z.object({ isFavourite: z.boolean() }),
  answer: z.object({ id: uuid }),
  failures: ['not_found'],
});
export type MarkMemo = typeof markMemo;

export const removeMemo = endpoint({
  key: 'POST /api/memos/:memoId/remove',
  summary: 'Remove a note.',
  access: 'signed-in',
  params: memoParams,
  answer: z.object({ id: uuid }),
  failures: ['not_found', 'only_maker_may'],
});
export type RemoveMemo = typeof removeMemo;
