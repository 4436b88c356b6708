import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { uuid } from '../values.ts';

/** The limits of a promise; beyond them it waits for approval. Null means no limit. */
export const promiseLimits = z.object({
  /** Maximum days from today to the last day of the promise. */
  daysAhead: z.int().min(0).max(366).nullable(),
  /** Minimum total of the promise, in percent of the amount due today. */
  sharePercent: z.int().min(1).max(100).nullable(),
  /** Maximum number of the loan's broken promises in the last year. */
  mostBroken: z.int().min(0).max(1000).nullable(),
});

export const listPromiseLimits = endpoint({
  key: 'GET /api/promise-limits',
  summary: 'List the limits of a promise of each portfolio in the caller’s scope.',
  access: 'signed-in',
  answer: z.object({
    portfolios: z.array(promiseLimits.extend({ id: uuid, name: z.string() })),
  }),
  failures: [],
});
export type ListPromiseLimits = typeof listPromiseLimits;

export const changePromiseLimits = endpoint({
  key: 'PUT /api/promise-limits/:portfolioId',
  summary: 'Set the limits of a promise of a portfolio. Applies to later promises.',
  access: 'change-promise-limits',
  params: z.object({ portfolioId: uuid }),
  body: promiseLimits,
  answer: promiseLimits,
  failures: ['not_found'],
});
export type ChangePromiseLimits = typeof changePromiseLimits;
