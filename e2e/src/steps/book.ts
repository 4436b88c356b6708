import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Database } from '@bursar/api/platform/database';
import { arrangeLoan, type TestPortfolio } from '@bursar/api/testing/arrange';
import type { Visitor } from '../stack/journey.ts';
import { today } from '../stack/start-stack.ts';
import { callAs } from './calls.ts';
import type { Names } from './pages.ts';

/**
 * Arranges loans of an agent, of a team and without a holder, a call centre and a draft of an
 * invoice. Returns the ids for addresses; its loan belongs to the agent and is overdue.
 */
export async function arrangeBook(owner: Database, portfolio: TestPortfolio): Promise<Names> {
  const { team, manager } = portfolio;
  const holder = { teamId: team.id, agentId: team.agent.id };
  const held = await arrangeLoan(owner, portfolio, { ...holder, disbursedOn: '2026-03-01' });
  await arrangeLoan(owner, portfolio, { teamId: team.id });
  await arrangeLoan(owner, portfolio, { status: 'active' });
  await arrangeLoan(owner, portfolio, { ...holder, status: 'closed' });
  const calls = await arrangeCalls(owner, portfolio);
  const invoice = await arrangeDraft(owner, portfolio, held.id);
  return {
    loan: held.id,
    team: team.id,
    agent: team.agent.id,
    manager: manager.id,
    invoice,
    ...calls,
  };
}

async function arrangeDraft(
  owner: Database,
  portfolio: TestPortfolio,
  loanId: string,
): Promise<string> {
  const id = randomUUID();
  await owner`insert into invoices ${owner({
    portfolio_id: portfolio.id,
    id,
    kind: 'invoice',
    state: 'draft',
    loan_id: loanId,
    customer_name: 'Layla Haddad',
    customer_address: '1 Harbour Road',
    customer_tax_number: '',
    language: 'en',
    currency: 'USD',
    due_on: today,
    note: '',
    net_minor: 5_000,
    tax_minor: 0,
    total_minor: 5_000,
    created_by: portfolio.manager.id,
    created_at: `${today}T08:00:00Z`,
  })}`;
  await owner`insert into invoice_lines ${owner({
    portfolio_id: portfolio.id,
    invoice_id: id,
    number: 1,
    description: 'Late fee',
    quantity: '1',
    unit_price_minor: 5_000,
    tax_percent: '0',
    net_minor: 5_000,
  })}`;
  return id;
}

/** Creates a call centre with a patient, in which a desk and its agent are members. */
async function arrangeCalls(owner: Database, { id, manager, team }: TestPortfolio) {
  const [preset, centre, patient, member] = [
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
  ];
  const common = { portfolio_id: id, created_by: manager.id, created_at: `${today}T08:00:00Z` };
  const span = { opensAt: '09:00', closesAt: '17:00' };
  const hours = { hours: [span, span, span, span, span, null, null] };
  const tries = { attempts: 3, retry_minutes: 60, outcomes: ['answered', 'no-response'] };
  const spoken = { name: 'Morning round', script: 'Good morning.' };
  await owner`insert into call_centre_presets
    ${owner({ ...common, id: preset, ...spoken, ...tries, ...hours })}`;
  const west = { name: 'West', time_zone: 'UTC', phone: '', preset_id: preset };
  await owner`insert into call_centres ${owner({ ...common, id: centre, ...west })}`;
  await owner`insert into call_centre_members ${owner([
    { ...common, id: member, centre_id: centre, account_id: team.agent.id, role: 'caller' },
    { ...common, id: randomUUID(), centre_id: centre, account_id: team.desk.id, role: 'lead' },
  ])}`;
  const rosa = { name: 'Rosa Aguilar', phone: '+14155552671', email: '', language: 'en', note: '' };
  await owner`insert into call_centre_patients
    ${owner({ ...common, id: patient, centre_id: centre, ...rosa })}`;
  return { preset, centre, patient, member };
}

/**
 * Pays 106.62, the first instalment of a test loan, so that it has both paid and unpaid
 * instalments.
 */
export async function payArrears(agent: Visitor, loanId: string, method = 'card'): Promise<void> {
  const payment = { amountMinor: 106_62, currency: 'USD', valueDate: today, method };
  const status = await callAs(agent, `POST /api/loans/${loanId}/payments`, {
    ...payment,
    id: randomUUID(),
  });
  expect(status).toBe(200);
}

/** Pays a loan twice, adds a note, and requests a reversal. */
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
