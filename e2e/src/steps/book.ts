import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Database } from '@bursar/api/platform/database';
import { arrangeLoan, type TestPortfolio } from '@bursar/api/testing/arrange';
import type { Visitor } from '../stack/journey.ts';
import { today } from '../stack/start-stack.ts';
import { callAs } from './calls.ts';

/** Loans in every pair of hands, one of them behind; answers what addresses name. */
export async function arrangeBook(owner: Database, portfolio: TestPortfolio) {
  const { team, manager } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const held = await arrangeLoan(owner, portfolio, { ...holder, disbursedOn: '2026-03-01' });
  await arrangeLoan(owner, portfolio, { teamId: team.id });
  await arrangeLoan(owner, portfolio, { status: 'active' });
  await arrangeLoan(owner, portfolio, { ...holder, status: 'closed' });
  return { loan: held.id, team: team.id, agent: team.agent.id, manager: manager.id };
}

/** 106.62 and one more instalment are due on the loan: paying the first leaves some of each. */
export async function payArrears(agent: Visitor, loanId: string, method = 'card'): Promise<void> {
  const payment = { amountMinor: 106_62, currency: 'USD', valueDate: today, method };
  const status = await callAs(agent, `POST /api/loans/${loanId}/payments`, {
    ...payment,
    id: randomUUID(),
  });
  expect(status).toBe(200);
}

/** Pays a loan twice, writes a note on it, and asks for one payment to be reversed. */
export async function workLoan(
  owner: Database,
  loanId: string,
  { agent, manager }: { readonly agent: Visitor; readonly manager: Visitor },
): Promise<void> {
  await payArrears(agent, loanId);
  await payArrears(agent, loanId, 'cash');
  const note = { id: randomUUID(), text: 'Prefers to be called after six.' };
  expect(await callAs(agent, `POST /api/loans/${loanId}/notes`, note)).toBe(200);
  const [payment] = await owner<{ id: string }[]>`
    select id from payments where loan_id = ${loanId} order by posted_at limit 1`;
  const reversal = `POST /api/loans/${loanId}/payments/${payment?.id}/reversal`;
  const asked = await callAs(manager, reversal, { id: randomUUID(), reason: 'Charged back' });
  expect(asked).toBe(200);
}
