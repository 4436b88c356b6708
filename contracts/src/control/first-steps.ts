import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { firstSteps } from './first-steps.values.ts';

export const readFirstSteps = endpoint({
  key: 'GET /api/first-steps',
  summary: 'Get the steps that set up an installation or a portfolio, and which are done.',
  access: 'signed-in',
  answer: z.object({
    /** Empty for roles without set-up steps. */
    steps: z.array(
      z.object({
        step: z.enum(firstSteps),
        isDone: z.boolean(),
        /** Whether the set-up is complete without this step. */
        isOptional: z.boolean(),
      }),
    ),
  }),
  failures: [],
});
export type ReadFirstSteps = typeof readFirstSteps;
