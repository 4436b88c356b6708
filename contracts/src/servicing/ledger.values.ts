import { z } from 'zod';

/** The types of ledger accounts. Opening balances are equity; write-off losses are an expense. */
export const accountKinds = ['asset', 'liability', 'equity', 'income', 'expense'] as const;

/** The side on which an account grows. */
export const accountSides = ['debit', 'credit'] as const;

/** The name of an account or event, as defined by the ledger's tables. */
export const ledgerName = z
  .string()
  .regex(/^[a-z]+(-[a-z]+)*$/)
  .max(60);
