import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { roles } from '../roles.ts';
import { instant, uuid } from '../values.ts';

const demo = z.object({
  id: uuid,
  name: z.string(),
  createdAt: instant,
  loans: z.int(),
  /** One account of each role that works in the portfolio, all with the same password. */
  accounts: z.array(z.object({ role: z.enum(roles), name: z.string(), email: z.string() })),
});

export const readDemoPortfolio = endpoint({
  key: 'GET /api/demo-portfolio',
  summary: 'Get the portfolio of demo data, if there is one.',
  access: 'create-portfolios',
  answer: z.object({ demo: demo.nullable() }),
  failures: ['not_found'],
});
export type ReadDemoPortfolio = typeof readDemoPortfolio;

export const createDemoPortfolio = endpoint({
  key: 'POST /api/demo-portfolio',
  summary:
    'Create a portfolio of demo data with accounts of its own, which no other portfolio shows.',
  access: 'create-portfolios',
  body: z.object({
    /** The client creates this id and repeats it on every retry. */
    id: uuid,
  }),
  answer: z.object({ demo }),
  failures: ['not_found', 'demo_portfolio_exists', 'id_reused_with_different_content'],
});
export type CreateDemoPortfolio = typeof createDemoPortfolio;

export const resetDemoPassword = endpoint({
  key: 'POST /api/demo-portfolio/:portfolioId/password',
  summary: 'Set a new password for all accounts of the demo portfolio. Answers it once.',
  access: 'create-portfolios',
  params: z.object({ portfolioId: uuid }),
  answer: z.object({ password: z.string() }),
  failures: ['not_found'],
});
export type ResetDemoPassword = typeof resetDemoPassword;

export const removeDemoPortfolio = endpoint({
  key: 'POST /api/demo-portfolio/:portfolioId/removal',
  summary: 'Remove the demo portfolio: its accounts are closed, and nothing of it is shown again.',
  access: 'create-portfolios',
  params: z.object({ portfolioId: uuid }),
  answer: z.object({ removedAt: instant }),
  failures: ['not_found'],
});
export type RemoveDemoPortfolio = typeof removeDemoPortfolio;
