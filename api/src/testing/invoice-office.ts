import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { arrangeLoan, arrangePortfolio } from './arrange.ts';
import type { TestAnswer, TestApp, TestClient } from './test-app.ts';

type Body = TestAnswer['body'];

/** One invoice line: a fee of 50.00. */
export const lineOf = (changes: object = {}) => ({
  description: 'Late fee',
  quantity: '1',
  unitPriceMinor: 5_000,
  taxPercent: '0',
  instalment: null,
  ...changes,
});

export const draftOf = (changes: object = {}) => ({
  id: uuidv7(),
  loanId: null as string | null,
  customerName: 'Amira Nasser',
  customerAddress: '1 Harbour Road\nDubai',
  customerTaxNumber: '',
  language: 'en',
  dueOn: '2026-06-29',
  note: '',
  lines: [lineOf()],
  ...changes,
});

/** A payment of the whole invoice that `draftOf` describes, on its issue day. */
export const receiptOf = (changes: object = {}) => ({
  id: uuidv7(),
  amountMinor: 5_000,
  valueDate: '2026-06-15',
  method: 'bank-transfer',
  reference: 'TRX 4711',
  ...changes,
});

/** Expects success and returns the body. */
export async function done(answer: Promise<TestAnswer>): Promise<Body> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Opens a new portfolio with users who write invoices, on 15 June 2026. */
export async function openInvoiceOffice(test: TestApp) {
  test.clock.moveTo('2026-06-15T12:00:00Z');
  const portfolio = await arrangePortfolio(test.owner, uuidv7().slice(-12));
  const { team } = portfolio;
  const manager = await test.signIn(portfolio.manager.email);
  const create = (draft: object, client: TestClient = manager): Promise<Body> =>
    done(client.post('/api/invoices', draft));
  const issue = (id: string, version = 1, client: TestClient = manager) =>
    client.post(`/api/invoices/${id}/issue`, { version });
  return {
    portfolio,
    manager,
    desk: await test.signIn(team.desk.email),
    agent: await test.signIn(team.agent.email),
    create,
    issue,
    read: (id: string, client: TestClient = manager) => client.get(`/api/invoices/${id}`),
    arrangeIssued: async (changes: object = {}, client: TestClient = manager): Promise<Body> => {
      const { id } = await create(draftOf(changes), client);
      return done(issue(id, 1, client));
    },
    heldLoan: () =>
      arrangeLoan(test.owner, portfolio, {
        teamId: team.id,
        agentId: team.agent.id,
        borrowerName: 'Layla Haddad',
      }),
    pay: async (loanId: string, amountMinor: number): Promise<string> => {
      const id = uuidv7();
      const payment = { id, amountMinor, currency: 'USD', valueDate: '2026-06-10', method: 'cash' };
      await done(manager.post(`/api/loans/${loanId}/payments`, payment));
      return id;
    },
  };
}

export type InvoiceOffice = Awaited<ReturnType<typeof openInvoiceOffice>>;
