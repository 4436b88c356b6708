import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { UNPRINTABLE_HEADER } from '@bursar/contracts/unprintable-header';
import { arrangeApprovalRule, arrangePortfolio } from '../../../testing/arrange.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';
import { readStatementLines } from './statements.store.ts';

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
for (const kind of ['reverse-payment', 'waive-charge'] as const) {
  await arrangeApprovalRule(test.owner, portfolio, { kind, required: false });
}
const agent = await signIn('agent');
const desk = await signIn('desk');

const readPdf = (client: TestClient, url: string) =>
  test.app.server.inject({ url, cookies: { ...client.cookies } });

/** Two payments, the second reversed, and a charge that is partly waived. */
const { loanId, paymentId, reversedId } = await workLoan();

async function workLoan() {
  const { id } = await arrangeHeld();
  const path = `/api/loans/${id}`;
  const first = paymentOf({ valueDate: '2026-06-01' });
  const second = paymentOf({ valueDate: '2026-06-10', amountMinor: 5_000 });
  const charge = {
    id: uuidv7(),
    portion: 'fee',
    kind: 'reminder',
    amountMinor: 1_000,
    currency: 'USD',
    dueOn: '2026-06-15',
    reason: 'reminded',
  };
  const waiver = { id: uuidv7(), amountMinor: 400, reason: 'goodwill' };
  for (const answer of [
    await agent.post(`${path}/payments`, first),
    await agent.post(`${path}/payments`, second),
    await desk.post(`${path}/payments/${second.id}/reversal`, { id: uuidv7(), reason: 'bounced' }),
    await desk.post(`${path}/charges`, charge),
    await desk.post(`${path}/charges/${charge.id}/waiver`, waiver),
  ]) {
    expect([answer.status, answer.body]).toMatchObject([200, {}]);
  }
  return { loanId: id, paymentId: first.id, reversedId: second.id };
}

const linesOf = (from: string, to: string) =>
  readStatementLines(test.owner, { portfolioId: portfolio.id, loanId, from, to });

describe('the PDF documents of a loan', () => {
  it.each([
    [
      'receipt',
      () => `payments/${paymentId}/receipt.pdf`,
      /^attachment; filename="receipt-L-\d+-2026-06-01.pdf"$/,
    ],
    [
      'receipt of a reversed payment',
      () => `payments/${reversedId}/receipt.pdf`,
      /receipt-L-\d+-2026-06-10.pdf/,
    ],
    ['payoff quote', () => 'payoff-quote.pdf?on=2026-06-15', /payoff-L-\d+-2026-06-15.pdf/],
    [
      'statement',
      () => 'statement.pdf?from=2026-06-01&to=2026-06-30',
      /statement-L-\d+-2026-06-01-2026-06-30.pdf/,
    ],
  ])('include a %s in either language', async (_, part, name) => {
    for (const language of ['en', 'ae']) {
      const address = `/api/loans/${loanId}/${part()}`;
      const asked = `${address}${address.includes('?') ? '&' : '?'}language=${language}`;
      const answer = await readPdf(agent, asked);
      expect(answer.headers['content-type']).toBe('application/pdf');
      expect(answer.headers['content-disposition']).toMatch(name);
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  it('use the borrower’s language by default, else English', async () => {
    const receipt = `/api/loans/${loanId}/payments/${paymentId}/receipt.pdf`;
    const sizeOf = async (query = '') => (await readPdf(agent, receipt + query)).rawPayload.length;
    const [english, arabic] = [await sizeOf('?language=en'), await sizeOf('?language=ae')];
    expect(arabic).not.toBe(english);
    expect(await sizeOf()).toBe(english);
    const { borrower } = (await agent.get(`/api/loans/${loanId}`)).body;
    const address = `/api/borrowers/${borrower.id}`;
    const { version } = (await agent.get(address)).body;
    const card = { version, contacts: [], language: 'ae' };
    expect((await agent.put(address, card)).status).toBe(200);
    expect(await sizeOf()).toBe(arabic);
    expect(await sizeOf('?language=en')).toBe(english);
  });

  it('name the characters that they show as boxes', async () => {
    const { id } = await arrangeHeld({ borrowerName: '王 Fang, Ḥasan' });
    const paid = { ...paymentOf({ valueDate: '2026-06-01' }), note: '🙂' };
    expect((await agent.post(`/api/loans/${id}/payments`, paid)).status).toBe(200);
    for (const part of [
      `payments/${paid.id}/receipt.pdf`,
      'payoff-quote.pdf',
      'statement.pdf?from=2026-06-01&to=2026-06-30',
    ]) {
      const { headers } = await readPdf(agent, `/api/loans/${id}/${part}`);
      const named = decodeURIComponent(String(headers[UNPRINTABLE_HEADER]));
      expect(Array.from(named)).toContain('王');
      expect(named).not.toMatch(/[a-zḤ,]/);
    }
    const plain = await readPdf(agent, `/api/loans/${loanId}/payoff-quote.pdf`);
    expect(plain.headers).not.toHaveProperty(UNPRINTABLE_HEADER);
  });

  it('are refused for an invalid period or payoff day, and for a payment of another loan', async () => {
    const path = `/api/loans/${loanId}`;
    expect(await agent.get(`${path}/statement.pdf?from=2026-07-01&to=2026-06-01`)).toMatchObject({
      body: { error: 'range_upside_down' },
    });
    expect(await agent.get(`${path}/payoff-quote.pdf?on=2026-05-02`)).toMatchObject({
      body: { error: 'payoff_day_passed' },
    });
    const other = await arrangeHeld();
    expect(
      await agent.get(`/api/loans/${other.id}/payments/${paymentId}/receipt.pdf`),
    ).toMatchObject({ status: 404 });
  });

  it('are refused for users without the loan in scope', async () => {
    const strangers = [
      await signIn('otherAgent'),
      await test.signIn((await arrangePortfolio(test.owner, 'two')).manager.email),
    ];
    for (const stranger of strangers) {
      for (const part of [
        `payments/${paymentId}/receipt.pdf`,
        'payoff-quote.pdf',
        'statement.pdf?from=2026-06-01&to=2026-06-30',
      ]) {
        expect(await stranger.get(`/api/loans/${loanId}/${part}`)).toMatchObject({ status: 404 });
      }
    }
  });

  it('list each entry, so that the balance equals the ledger', async () => {
    const { openingMinor, lines } = await linesOf('2026-06-01', '2026-06-30');
    expect(lines.map(({ event, addedMinor, paidMinor }) => [event, addedMinor, paidMinor])).toEqual(
      [
        // Interest counts when it is paid: 12.00 of the first instalment, then 11.05 of the next
        // one.
        ['post-payment', 1_200, 10_662],
        ['post-payment', 1_105, 5_000],
        ['reverse-payment', -1_105, -5_000],
        ['add-charge', 1_000, 0],
        ['waive-charge', -400, 0],
      ],
    );
    const closing = lines.reduce(
      (sum, line) => sum + line.lentMinor + line.addedMinor - line.paidMinor,
      openingMinor,
    );
    const [booked] = await test.owner<{ owed: number }[]>`
      select sum(line.debit_minor - line.credit_minor)::bigint as owed
      from ledger_lines line
      join ledger_transactions entry
        on entry.portfolio_id = line.portfolio_id and entry.id = line.transaction_id
      where entry.loan_id = ${loanId} and line.account in ('loans-receivable', 'fee-receivable')`;
    expect(closing).toBe(booked?.owed);
  });

  it('start with the balance before the period', async () => {
    const whole = await linesOf('2026-01-01', '2026-06-30');
    const later = await linesOf('2026-06-10', '2026-06-30');
    const before = whole.lines.filter(({ valueDate }) => valueDate < '2026-06-10');
    expect(later.openingMinor).toBe(
      before.reduce((sum, line) => sum + line.lentMinor + line.addedMinor - line.paidMinor, 0),
    );
  });
});
