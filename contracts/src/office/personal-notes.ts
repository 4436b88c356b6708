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
  /** Whether the reader marked the note as a favourite. */
  isFavourite: z.boolean(),
});
export type PersonalNote = z.infer<typeof personalNote>;

export const listPersonalNotes = endpoint({
  key: 'GET /api/memos',
  summary:
    'List the caller’s own and shared personal notes: favourites first, then by title; at most 500.',
  access: 'signed-in',
  query: z.object({
    personalNotes: z.enum(personalNoteViews).default('all'),
    q: z.string().max(100).optional(),
    tag: personalNoteTag.optional(),
  }),
  answer: z.object({
    personalNotes: z.array(personalNote),
    /** All tags on the notes that the caller can read. */
    tags: z.array(z.string()),
  }),
  failures: [],
});
export type ListPersonalNotes = typeof listPersonalNotes;

export const createPersonalNote = endpoint({
  key: 'POST /api/memos',
  summary: 'Create a personal note, private or shared with the portfolio.',
  access: 'signed-in',
  /**
   * The client creates this id and repeats it on every retry. The record gets another id, which the
   * answer contains.
   */
  body: personalNoteInputs.extend({ id: uuid }),
  answer: recordAnswer,
  failures: ['id_reused_with_different_content'],
});
export type CreatePersonalNote = typeof createPersonalNote;

const personalNoteParams = z.object({ memoId: uuid });

export const changePersonalNote = endpoint({
  key: 'PUT /api/memos/:memoId',
  summary: 'Update a personal note. Fails if it changed since it was read.',
  access: 'signed-in',
  params: personalNoteParams,
  body: personalNoteInputs.extend({ version }),
  answer: recordAnswer,
  failures: ['not_found', 'changed_since', 'only_maker_may'],
});
export type ChangePersonalNote = typeof changePersonalNote;

export const markPersonalNote = endpoint({
  key: 'PUT /api/memos/:memoId/favourite',
  summary: 'Add a personal note to the caller’s favourites, or remove it.',
  access: 'signed-in',
  params: personalNoteParams,
  body: z.object({ isFavourite: z.boolean() }),
  answer: z.object({ id: uuid }),
  failures: ['not_found'],
});
export type MarkPersonalNote = typeof markPersonalNote;

export const removePersonalNote = endpoint({
  key: 'POST /api/memos/:memoId/remove',
  summary: 'Delete a personal note.',
  access: 'signed-in',
  params: personalNoteParams,
  answer: z.object({ id: uuid }),
  failures: ['not_found', 'only_maker_may'],
});
export type RemovePersonalNote = typeof removePersonalNote;
