import { z } from 'zod';
import { enquiryKinds, enquiryOutcomes } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
import { cursor, instant, nameText, namedRef, pageLimit, uuid, version } from '../values.ts';

export const sendEnquiry = endpoint({
  key: 'POST /api/visitor-messages',
  summary:
    'Send an enquiry: a question, a request for access, or an address to inform. The response is the same for any address.',
  access: 'public',
  body: z.object({
    /** Created by the client. A repeated message is stored once. */
    id: uuid,
    kind: z.enum(enquiryKinds),
    name: nameText.max(120).default(''),
    email: z.string().max(254),
    text: z.string().max(4000).default(''),
    /** The preferred language of the answer. */
    language: z.enum(languages).default('en'),
  }),
  answer: z.object({ isReceived: z.literal(true) }),
  failures: ['name_missing', 'email_not_valid', 'text_missing', 'visitor_messages_full'],
});
export type SendEnquiry = typeof sendEnquiry;

export const enquiry = z.object({
  id: uuid,
  kind: z.enum(enquiryKinds),
  name: z.string(),
  email: z.string(),
  text: z.string(),
  language: z.enum(languages),
  sentAt: instant,
  /** Null while the enquiry is waiting. */
  settled: z
    .object({ at: instant, by: namedRef, outcome: z.enum(enquiryOutcomes), note: z.string() })
    .nullable(),
  version,
});
export type Enquiry = z.infer<typeof enquiry>;

export const listEnquiries = endpoint({
  key: 'GET /api/visitor-messages',
  summary: 'List enquiries from visitors, newest first, in pages. For administrators.',
  access: 'answer-visitors',
  query: z.object({
    kind: z.enum(enquiryKinds).optional(),
    state: z.enum(['waiting', 'settled']).optional(),
    q: z.string().max(100).optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({
    rows: z.array(enquiry),
    nextCursor: cursor.nullable(),
    count: z.int(),
    /** Counts of all waiting messages, regardless of the filter. */
    waiting: z.object({ account: z.int(), contact: z.int(), announcement: z.int() }),
  }),
  failures: [],
});
export type ListEnquiries = typeof listEnquiries;

export const readEnquiry = endpoint({
  key: 'GET /api/visitor-messages/:messageId',
  summary: 'Get an enquiry.',
  access: 'answer-visitors',
  params: z.object({ messageId: uuid }),
  answer: enquiry,
  failures: ['not_found'],
});
export type ReadEnquiry = typeof readEnquiry;

export const settleEnquiry = endpoint({
  key: 'POST /api/visitor-messages/:messageId/settle',
  summary:
    'Mark an enquiry as done, or decline its request for access. To approve a request, invite the visitor.',
  access: 'answer-visitors',
  params: z.object({ messageId: uuid }),
  body: z.object({
    outcome: z.enum(['declined', 'done']),
    note: z.string().max(500).default(''),
    version,
  }),
  answer: enquiry,
  failures: ['not_found', 'changed_since'],
});
export type SettleEnquiry = typeof settleEnquiry;
