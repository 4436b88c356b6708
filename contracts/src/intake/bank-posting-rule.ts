import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant } from '../values.ts';

export const bankPostingRule = z.object({
  /** Whether lines with an exact reference and an exact amount are posted automatically. */
  postsExact: z.boolean(),
  mayChange: z.boolean(),
  /** The user who last changed the rule, and when; null if it was never changed. */
  changedBy: z.string().nullable(),
  changedAt: instant.nullable(),
});
export type BankPostingRule = z.infer<typeof bankPostingRule>;

export const readBankPostingRule = endpoint({
  key: 'GET /api/bank-posting-rule',
  summary: 'Get the rule by which lines of bank files post themselves.',
  access: 'post-bank-files',
  answer: bankPostingRule,
  failures: ['not_found'],
});
export type ReadBankPostingRule = typeof readBankPostingRule;

export const changeBankPostingRule = endpoint({
  key: 'PUT /api/bank-posting-rule',
  summary:
    'Allow or forbid that lines with an exact reference and an exact amount post themselves at upload.',
  access: 'change-bank-posting-rule',
  body: z.strictObject({ postsExact: z.boolean() }),
  answer: bankPostingRule,
  failures: ['not_found'],
});
export type ChangeBankPostingRule = typeof changeBankPostingRule;
