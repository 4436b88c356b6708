import { z } from 'zod';

/** What an account of the ledger is: what is owned, owed, earned, lost, or stands from before. */
export const accountKinds = ['asset', 'liability', 'equity', 'income', 'expense'] as const;

/** The side on which an account grows. */
export const accountSides = ['debit', 'credit'] as const;

/** The name of an account or event, as defined by the ledger's tables. */
export const ledgerName = z
  .string()
  .regex(/^[a-z]+(-[a-z]+)*$/)
  .max(60);
