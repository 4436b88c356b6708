import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { namedRef, uuid } from '../values.ts';

/** Word that something changed, never what it is now: whoever shows it asks again, in its scope. */
export const change = z.object({
  /** The command that made it: `post-payment`. */
  event: z.string(),
  subject: z.string(),
  subjectId: uuid,
  /** The loan whose page it is on, if it is one loan’s. */
  loanId: uuid.nullable(),
});
export type Change = z.infer<typeof change>;

/**
 * The named messages of the stream. `change` carries a change; `refetch` says that some may have
 * been missed; `beat` that the line is alive; `ended` that the session is over; `typing` that somebody
 * writes in a conversation, which is kept nowhere and never told again.
 */
export const changeMessages = ['change', 'refetch', 'beat', 'ended', 'typing'] as const;

/** Who writes in which conversation. */
export const typing = z.object({ chatId: uuid, author: namedRef });
export type Typing = z.infer<typeof typing>;

/** How far the reader has heard: the id of the last message, which a browser sends back by itself. */
const position = z.string().regex(/^\d{1,20}\.\d{1,15}$/);

export const streamChanges = endpoint({
  key: 'GET /api/changes',
  summary:
    'Server-sent events: word of each change within the caller’s scope, as it is committed. After a break the stream goes on where `Last-Event-ID`, or `after`, says it stopped.',
  access: 'signed-in',
  query: z.object({ after: position.optional() }),
  answerType: 'text/event-stream',
  answer: z.string(),
  failures: ['too_many_streams'],
});
