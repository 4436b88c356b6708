import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { namedRef, uuid } from '../values.ts';

/**
 * A message that a record changed, without its new state. Clients then read the record again,
 * within their scope.
 */
export const change = z.object({
  /** The command that made the change, such as `post-payment`. */
  event: z.string(),
  subject: z.string(),
  subjectId: uuid,
  /** The loan whose page shows the change, if it concerns one loan. */
  loanId: uuid.nullable(),
});
export type Change = z.infer<typeof change>;

/**
 * The messages of the stream. `change` carries a change; `refetch` means that changes may be
 * missing; `beat` shows that the connection works; `ended` means that the session has ended;
 * `typing` shows that a user is writing in a chat, and is never stored or repeated.
 */
export const liveUpdateMessages = ['change', 'refetch', 'beat', 'ended', 'typing'] as const;

/** The user who is typing, and the chat. */
export const typing = z.object({ chatId: uuid, author: namedRef });
export type Typing = z.infer<typeof typing>;

/** The id of the last message received. Browsers send it when they reconnect. */
const position = z.string().regex(/^\d{1,20}\.\d{1,15}$/);

export const streamLiveUpdates = endpoint({
  key: 'GET /api/changes',
  summary:
    'Stream live updates within the caller’s scope as server-sent events. Resume with `Last-Event-ID` or `after`.',
  access: 'signed-in',
  query: z.object({ after: position.optional() }),
  answerType: 'text/event-stream',
  answer: z.string(),
  failures: ['too_many_streams'],
});
