import { z } from 'zod';
import { isShared, recordAnswer, recordFacts } from '../app-records.ts';
import { endpoint } from '../endpoint.ts';
import { cursor, nameText, nameTitle, pageLimit, uuid, version } from '../values.ts';

const acquaintanceInputs = z.object({
  name: nameTitle.max(200),
  organisation: nameText.max(200),
  occupation: z.string().max(200),
  /** Empty, or an address that mail can go to. */
  email: z
    .string()
    .max(254)
    .regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/),
  /** Empty, or digits with what people write between them. */
  phone: z
    .string()
    .max(40)
    .regex(/^$|^\+?[\d\s().-]{3,}$/),
  address: z.string().max(500),
  details: z.string().max(4000),
  isShared,
});
export type AcquaintanceInputs = z.infer<typeof acquaintanceInputs>;

const acquaintance = acquaintanceInputs.extend(recordFacts);
export type Acquaintance = z.infer<typeof acquaintance>;

export const listAcquaintances = endpoint({
  key: 'GET /api/acquaintances',
  summary:
    'People outside the books whom the caller, or somebody who shares them, deals with: by name, a page at a time.',
  access: 'signed-in',
  query: z.object({
    q: z.string().max(100).optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({ rows: z.array(acquaintance), nextCursor: cursor.nullable() }),
  failures: [],
});
export type ListAcquaintances = typeof listAcquaintances;

export const createAcquaintance = endpoint({
  key: 'POST /api/acquaintances',
  summary: 'Add somebody to one’s contacts.',
  access: 'signed-in',
  /**
   * The client creates this id and repeats it on every retry. The answer has the record’s own id.
   */
  body: acquaintanceInputs.extend({ id: uuid }),
  answer: recordAnswer,
  failures: ['id_reused_with_different_content'],
});
export type CreateAcquaintance = typeof createAcquaintance;

const acquaintanceParams = z.object({ acquaintanceId: uuid });

export const changeAcquaintance = endpoint({
  key: 'PUT /api/acquaintances/:acquaintanceId',
  summary: 'Change a contact; refused where somebody else changed it since.',
  access: 'signed-in',
  params: acquaintanceParams,
  body: acquaintanceInputs.extend({ version }),
  answer: recordAnswer,
  failures: ['not_found', 'changed_since', 'only_maker_may'],
});
export type ChangeAcquaintance = typeof changeAcquaintance;

export const removeAcquaintance = endpoint({
  key: 'POST /api/acquaintances/:acquaintanceId/remove',
  summary: 'Remove a contact.',
  access: 'signed-in',
  params: acquaintanceParams,
  answer: z.object({ id: uuid }),
  failures: ['not_found', 'only_maker_may'],
});
export type RemoveAcquaintance = typeof removeAcquaintance;
