import { z } from 'zod';
import { isShared, recordAnswer, recordFacts, titleText } from '../app-records.ts';
import { personalNoteViews, tagColours } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { uuid, version } from '../values.ts';

const personalNoteTag = z.string().max(30).regex(/\S/);

const personalNoteInputs = z.object({
  title: titleText,
  text: z.string().max(20_000),
  colour: z.enum(tagColours),
  tags: z.array(personalNoteTag).max(10),
  isShared,
});
export type PersonalNoteInputs = z.infer<typeof personalNoteInputs>;

const personalNote = personalNoteInputs.extend(recordFacts).extend({
  /** The reader's own mark. */
  isFavourite: z.boolean(),
});
export type PersonalNote = z.infer<typeof personalNote>;

export const listPersonalNotes = endpoint({
  key: 'GET /api/memos',
  summary:
    'Notes of the caller’s own and those shared with them, favourites first, then by title: 500 at most.',
  access: 'signed-in',
  query: z.object({
    personalNotes: z.enum(personalNoteViews).default('all'),
    q: z.string().max(100).optional(),
    tag: personalNoteTag.optional(),
  }),
  answer: z.object({
    personalNotes: z.array(personalNote),
    /** Every tag there is on what the caller reads. */
    tags: z.array(z.string()),
  }),
  failures: [],
});
export type ListPersonalNotes = typeof listPersonalNotes;

export const createPersonalNote = endpoint({
  key: 'POST /api/memos',
  summary: 'Write a note of one’s own or for everybody of the portfolio.',
  access: 'signed-in',
  /**
   * The client creates this id and repeats it on every retry. The answer has the record’s own id.
   */
  body: personalNoteInputs.extend({ id: uuid }),
  answer: recordAnswer,
  failures: ['id_reused_with_different_content'],
});
export type CreatePersonalNote = typeof createPersonalNote;

const personalNoteParams = z.object({ memoId: uuid });

export const changePersonalNote = endpoint({
  key: 'PUT /api/memos/:memoId',
  summary: 'Change a note; refused where somebody else changed it since.',
  access: 'signed-in',
  params: personalNoteParams,
  body: personalNoteInputs.extend({ version }),
  answer: recordAnswer,
  failures: ['not_found', 'changed_since', 'only_maker_may'],
});
export type ChangePersonalNote = typeof changePersonalNote;

export const markPersonalNote = endpoint({
  key: 'PUT /api/memos/:memoId/favourite',
  summary: 'Make a note one of the caller’s favourites, or no longer.',
  access: 'signed-in',
  params: personalNoteParams,
  body: z.object({ isFavourite: z.boolean() }),
  answer: z.object({ id: uuid }),
  failures: ['not_found'],
});
export type MarkPersonalNote = typeof markPersonalNote;

export const removePersonalNote = endpoint({
  key: 'POST /api/memos/:memoId/remove',
  summary: 'Remove a note.',
  access: 'signed-in',
  params: personalNoteParams,
  answer: z.object({ id: uuid }),
  failures: ['not_found', 'only_maker_may'],
});
export type RemovePersonalNote = typeof removePersonalNote;
