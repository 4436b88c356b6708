import { z } from 'zod';
import { isShared, recordAnswer, recordFacts } from '../app-records.ts';
import { endpoint } from '../endpoint.ts';
import { cursor, nameText, nameTitle, pageLimit, uuid, version } from '../values.ts';

const externalContactInputs = z.object({
  name: nameTitle.max(200),
  organisation: nameText.max(200),
  occupation: z.string().max(200),
  /** Empty, or an email address. */
  email: z
    .string()
    .max(254)
    .regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/),
  /** Empty, or digits with the usual separators. */
  phone: z
    .string()
    .max(40)
    .regex(/^$|^\+?[\d\s().-]{3,}$/),
  address: z.string().max(500),
  details: z.string().max(4000),
  isShared,
});
export type ExternalContactInputs = z.infer<typeof externalContactInputs>;

const externalContact = externalContactInputs.extend(recordFacts);
export type ExternalContact = z.infer<typeof externalContact>;

export const listExternalContacts = endpoint({
  key: 'GET /api/acquaintances',
  summary: 'List the caller’s own and shared external contacts by name, in pages.',
  access: 'signed-in',
  query: z.object({
    q: z.string().max(100).optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({ rows: z.array(externalContact), nextCursor: cursor.nullable() }),
  failures: [],
});
export type ListExternalContacts = typeof listExternalContacts;

export const createExternalContact = endpoint({
  key: 'POST /api/acquaintances',
  summary: 'Create an external contact.',
  access: 'signed-in',
  /**
   * The client creates this id and repeats it on every retry. The record gets another id, which the
   * answer contains.
   */
  body: externalContactInputs.extend({ id: uuid }),
  answer: recordAnswer,
  failures: ['id_reused_with_different_content'],
});
export type CreateExternalContact = typeof createExternalContact;

const externalContactParams = z.object({ acquaintanceId: uuid });

export const changeExternalContact = endpoint({
  key: 'PUT /api/acquaintances/:acquaintanceId',
  summary: 'Update an external contact. Fails if it changed since it was read.',
  access: 'signed-in',
  params: externalContactParams,
  body: externalContactInputs.extend({ version }),
  answer: recordAnswer,
  failures: ['not_found', 'changed_since', 'only_maker_may'],
});
export type ChangeExternalContact = typeof changeExternalContact;

export const removeExternalContact = endpoint({
  key: 'POST /api/acquaintances/:acquaintanceId/remove',
  summary: 'Delete an external contact.',
  access: 'signed-in',
  params: externalContactParams,
  answer: z.object({ id: uuid }),
  failures: ['not_found', 'only_maker_may'],
});
export type RemoveExternalContact = typeof removeExternalContact;
