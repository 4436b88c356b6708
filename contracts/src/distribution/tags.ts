import { z } from 'zod';
import { loanSelection } from './assignments.ts';
import { endpoint } from '../endpoint.ts';
import { loanTag, tagColour } from '../servicing/loans.ts';
import { nameText, uuid, version } from '../values.ts';

const tag = loanTag.extend({
  /** Number of loans in the caller's scope that have the tag. */
  loans: z.int(),
  version,
});
export type Tag = z.infer<typeof tag>;

export const listTags = endpoint({
  key: 'GET /api/tags',
  summary: 'List tags of the caller’s portfolio by name, with the number of loans in scope.',
  access: 'read-loans',
  answer: z.object({ tags: z.array(tag) }),
  failures: [],
});
export type ListTags = typeof listTags;

const tagInputs = z.object({ name: nameText.max(40), colour: tagColour });

export const createTag = endpoint({
  key: 'POST /api/tags',
  summary: 'Create a tag.',
  access: 'manage-tags',
  /** The client creates the id and repeats it on every retry. */
  body: tagInputs.extend({ id: uuid }),
  answer: loanTag,
  failures: ['name_missing', 'id_reused_with_different_content', 'tag_name_already_used'],
});
export type CreateTag = typeof createTag;

const tagParams = z.object({ tagId: uuid });

export const changeTag = endpoint({
  key: 'PUT /api/tags/:tagId',
  summary: 'Rename or recolour a tag. Fails if it changed since it was read.',
  access: 'manage-tags',
  params: tagParams,
  body: tagInputs.extend({ version }),
  answer: loanTag,
  failures: ['name_missing', 'not_found', 'changed_since', 'tag_name_already_used'],
});
export type ChangeTag = typeof changeTag;

export const removeTag = endpoint({
  key: 'POST /api/tags/:tagId/remove',
  summary: 'Delete a tag and remove it from every loan.',
  access: 'manage-tags',
  params: tagParams,
  answer: z.object({ loans: z.int() }),
  failures: ['not_found'],
});
export type RemoveTag = typeof removeTag;

export const tagLoans = endpoint({
  key: 'POST /api/loan-tags',
  summary: 'Add tags to loans or remove them: one loan, a selection, or all that match a filter.',
  access: 'tag-loans',
  body: z.object({
    selection: loanSelection,
    putOn: z.array(uuid).max(50).default([]),
    takeOff: z.array(uuid).max(50).default([]),
  }),
  /** Numbers of selected loans and of changed loans. */
  answer: z.object({ count: z.int(), changed: z.int() }),
  failures: ['nothing_selected', 'tag_not_found', 'selection_changed'],
});
export type TagLoans = typeof tagLoans;
