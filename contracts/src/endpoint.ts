import type { z } from 'zod';
import type { Permission } from './access/permissions.ts';
import type { FailureCode } from './failure-status.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type EndpointKey = `${Method} /api/${string}`;

/** The callers who have access: anyone, any signed-in user, or roles with a permission. */
export type Access = 'public' | 'signed-in' | Permission;

/**
 * The description of one call. The server validates and serialises with it; the browser takes its
 * types from it.
 */
export type Endpoint = {
  /** Method and path with `:name` parameters, such as `GET /api/loans/:loanId`. */
  readonly key: EndpointKey;
  /** One sentence for the API's documentation. */
  readonly summary: string;
  readonly access: Access;
  /** True if a locked session may make the call. A locked session may make no other calls. */
  readonly worksLocked?: true;
  /** Whether an account that must first set up its second factor may make the call. */
  readonly worksWithoutFactor?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The media type of a streamed body; absent for JSON. */
  readonly streamedBody?: 'application/octet-stream';
  readonly answer: z.ZodType;
  /** The media type of the answer; absent for JSON. */
  readonly answerType?:
    | 'text/csv'
    | 'text/calendar'
    | 'image/jpeg'
    | 'image/png'
    | 'application/pdf'
    | 'text/event-stream'
    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    | 'application/octet-stream';
  /** Failures that the call may answer with, in addition to those of every call. */
  readonly failures: readonly FailureCode[];
};

/** Keeps the literal types of an endpoint's parts. */
export const endpoint = <const E extends Endpoint>(description: E): E => description;

type Sent<S> = S extends z.ZodType ? z.input<S> : never;

/** The input of a call: only the parts that the endpoint declares. */
export type InputOf<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as E[Part] extends z.ZodType ? Part : never]: Sent<E[Part]>;
};

/** The answer that a caller receives. */
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;

/** The failures that an endpoint may answer with, as a union of names. */
export type FailureOf<E extends Endpoint> = E['failures'][number];

/**
 * The body of every failed call. `fields` and `details` contain messages and values for clients.
 */
export type FailureAnswer = {
  error: FailureCode;
  message: string;
  /** A message for each invalid field, by the field's path. */
  fields?: Record<string, string>;
  /** Values for clients that build the message themselves. */
  details?: Record<string, string | number>;
  requestId: string;
};
