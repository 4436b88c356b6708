import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { draftOf } from '../../../testing/invoice-office.ts';
import { disbursementOf, lendingBy } from '../../../testing/lending.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { meetAt } from '../../../testing/while-held.ts';
import { runReconciliationChecks } from '../../control/reconciliation/reconcile.ts';
import { closeDays } from '../../control/end-of-day/close-days.ts';

const TODAY = '2026-06-15';

const { test, portfolio, signIn, signInDeputy } = await openOffice();
for (const kind of ['waive-charge', 'reschedule-loan'] as const) {
  await arrangeApprovalRule(test.owner, portfolio, { kind, required: false });
}
const manager = await signIn('manager');
const { disburse, undo, approved, paidOut } = lendingBy(manager, await signInDeputy());

const expectReconciled = async () => {
  const found = (await runReconciliationChecks(test.owner)).filter(({ count }) => count > 0);
  expect(found).toEqual([]);
};

/** Reads the loan's ledger balances by account, as debits less credits. */
const balancesOf = async (loanId: string) => {
  const rows = await test.owner<{ account: string; balance: number }[]>`
    select line.account, sum(line.debit_minor - line.credit_minor)::bigint as balance
    from ledger_lines line
    join ledger_transactions booked
      on booked.portfolio_id = line.portfolio_id and booked.id = line.transaction_id
    where booked.loan_id = ${loanId} group by 1`;
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
};

type Row = {
  readonly dueOn: string;
  readonly principalMinor: number;
  readonly interestMinor: number;
  readonly feeMinor: number;
};
const termsOf = ({ dueOn, principalMinor, interestMinor }: Row) => [
  dueOn,
  principalMinor,
  interestMinor,
];

describe('a disbursement', () => {
  it('books the loan with its schedule, less the fee that is withheld', async () => {
    const { loanId } = await paidOut();
    // A fee of 1.5 % of 12,000.00 is withheld.
    expect(await balancesOf(loanId)).toEqual({
      'loans-receivable': 1_200_000,
      cash: -1_182_000,
      'origination-fees': -18_000,
    });
    const loan = (await manager.get(`/api/loans/${loanId}`)).body;
    expect(loan).toMatchObject({
      status: 'active',
      outstandingMinor: 1_200_000,
      disbursedOn: TODAY,
      firstDueOn: '2026-07-15',
      instalmentCount: 12,
      payoffMinor: 1_200_000,
    });
    expect(loan.instalments).toHaveLength(12);
    expect(loan.instalments[0]).toMatchObject({ dueOn: '2026-07-15', interestMinor: 12_000 });
    await expectReconciled();
  });

  it('happens once, even if several users send it repeatedly', async () => {
    const id = await approved();
    const body = disbursementOf();
    const answers = await Promise.all([
      disburse(id, body),
      disburse(id, body),
      disburse(id, disbursementOf()),
    ]);
    const results = answers.map((answer) => answer.body.error ?? answer.body.status);
    expect(results.filter((one) => one === 'active').length).toBeGreaterThan(0);
    expect(results).toContain('loan_event_refused');
    const loans = await test.owner`
      select from ledger_transactions where event = 'disburse-loan' and loan_id in (
        select loan_id from application_events where application_id = ${id})`;
    expect(loans).toHaveLength(1);
  });

  it('charges the fee of each instalment, which becomes income when paid', async () => {
    const { loanId } = await paidOut({ instalmentFee: { kind: 'fixed', amountMinor: 500 } });
    const loan = (await manager.get(`/api/loans/${loanId}`)).body;
    expect(loan.instalments.map(({ feeMinor }: { feeMinor: number }) => feeMinor)).toEqual(
      Array.from({ length: 12 }, () => 500),
    );
    const payment = paymentOf({ valueDate: TODAY, amountMinor: 10_000 });
    expect((await manager.post(`/api/loans/${loanId}/payments`, payment)).status).toBe(200);
    expect(await balancesOf(loanId)).toMatchObject({ 'fee-income': -500, 'deferred-fees': -5_500 });
    await expectReconciled();
  });

  it('is refused on a day to come, and before the first instalment', async () => {
    const id = await approved();
    const later = await disburse(id, disbursementOf({ disbursedOn: '2026-06-16' }));
    expect(later.body).toMatchObject({ error: 'value_date_in_future' });
    const before = await disburse(id, disbursementOf({ firstDueOn: '2026-06-14' }));
    expect(before.body).toMatchObject({ error: 'first_due_before_disbursement' });
  });

  it('on an earlier day makes what fell due since then overdue', async () => {
    const id = await approved();
    const { body } = await disburse(
      id,
      disbursementOf({ disbursedOn: '2026-03-15', firstDueOn: '2026-04-15' }),
    );
    const loan = (await manager.get(`/api/loans/${body.loanId}`)).body;
    expect(loan).toMatchObject({ daysPastDue: 61, bucket: '61-90' });
    await expectReconciled();
  });

  it('is taken back by opposite entries, and can be made again', async () => {
    const { id, loanId } = await paidOut({ instalmentFee: { kind: 'fixed', amountMinor: 500 } });
    expect((await undo(id)).body).toMatchObject({ status: 'approved', loanId: null });
    const balances = Object.values(await balancesOf(loanId));
    expect(balances.every((balance) => balance === 0)).toBe(true);
    expect((await manager.get(`/api/loans/${loanId}`)).status).toBe(404);
    await expectReconciled();
    const again = await disburse(id);
    expect(again.body).toMatchObject({ status: 'active' });
    expect(again.body.loanId).not.toBe(loanId);
    await expectReconciled();
  });

  it('is either undone or paid, never both, when both are sent at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, loanId } = await paidOut();
      const payment = paymentOf({ valueDate: TODAY, amountMinor: 5_000 });
      const [undone, paid] = await Promise.all([
        undo(id),
        manager.post(`/api/loans/${loanId}/payments`, payment),
      ]);
      expect([undone.status, paid.status].toSorted((one, other) => one - other)).toEqual(
        undone.status === 200 ? [200, 404] : [200, 409],
      );
    }
    await expectReconciled();
  });

  it.each<[string, (loanId: string) => Promise<{ status: number }>]>([
    [
      'charged it, in the very moment of the payout',
      (loanId) =>
        manager.post(`/api/loans/${loanId}/charges`, {
          id: uuidv7(),
          portion: 'fee',
          kind: 'reminder',
          amountMinor: 500,
          currency: 'USD',
          dueOn: TODAY,
          reason: 'reminded',
        }),
    ],
    [
      'assigned it',
      (loanId) =>
        manager.post('/api/assignments', {
          id: uuidv7(),
          selection: { loanIds: [loanId] },
          target: { kind: 'team', id: portfolio.team.id },
        }),
    ],
    [
      'written a note on it',
      (loanId) => manager.post(`/api/loans/${loanId}/notes`, { id: uuidv7(), text: 'called' }),
    ],
    [
      'put a guarantor on it',
      async (loanId) => {
        const borrowerId = uuidv7();
        const person = { id: borrowerId, kind: 'person', name: 'Amina Rao', phone: '', email: '' };
        await manager.post('/api/borrowers', person);
        const party = { id: uuidv7(), borrowerId, role: 'guarantor', note: '' };
        return manager.post(`/api/loans/${loanId}/parties`, party);
      },
    ],
  ])('cannot be undone once a user has %s', async (_, work) => {
    const { id, loanId } = await paidOut({ instalmentFee: { kind: 'fixed', amountMinor: 500 } });
    const done = await work(loanId);
    expect([done.status, done]).toMatchObject([200, {}]);
    expect((await undo(id)).body).toMatchObject({ error: 'loan_worked_on_since' });
  });

  it('can be undone once its charges are waived in full', async () => {
    const { id, loanId } = await paidOut({ instalmentFee: { kind: 'fixed', amountMinor: 500 } });
    const charge = {
      id: uuidv7(),
      portion: 'fee',
      kind: 'reminder',
      amountMinor: 500,
      currency: 'USD',
      dueOn: TODAY,
      reason: 'reminded',
    };
    expect((await manager.post(`/api/loans/${loanId}/charges`, charge)).status).toBe(200);
    const waive = (amountMinor: number) =>
      manager.post(`/api/loans/${loanId}/charges/${charge.id}/waiver`, {
        id: uuidv7(),
        amountMinor,
        reason: 'not owed',
      });
    expect((await waive(200)).status).toBe(200);
    expect((await undo(id)).body).toMatchObject({
      error: 'loan_worked_on_since',
      details: { obstacles: 'charge-open' },
    });
    expect((await waive(300)).status).toBe(200);
    expect((await undo(id)).body).toMatchObject({ status: 'approved', loanId: null });
    expect(Object.values(await balancesOf(loanId)).every((balance) => balance === 0)).toBe(true);
    await expectReconciled();
  });

  it('stays until a reschedule is undone, which brings its twelve rows back', async () => {
    const { id, loanId } = await paidOut(
      { instalmentFee: { kind: 'fixed', amountMinor: 100 }, principalMinMinor: 100_000 },
      { principalMinor: 120_000 },
    );
    const readLoan = async () => (await manager.get(`/api/loans/${loanId}`)).body;
    const before = await readLoan();
    expect(before.instalments).toHaveLength(12);
    const terms = { instalmentCount: 14, annualRatePercent: '12', firstDueOn: '2026-07-15' };
    const sent = { id: uuidv7(), ...terms, principalMinor: 120_000, reason: 'asked for' };
    expect((await manager.post(`/api/loans/${loanId}/reschedule`, sent)).status).toBe(200);
    expect((await undo(id)).body).toMatchObject({
      error: 'loan_worked_on_since',
      details: { obstacles: 'rescheduled' },
    });
    const taken = { id: uuidv7(), reason: 'by mistake' };
    expect((await manager.post(`/api/loans/${loanId}/undo-reschedule`, taken)).status).toBe(200);
    const after = await readLoan();
    expect(after.annualRatePercent).toBe(before.annualRatePercent);
    const asking = after.instalments.filter((row: Row) => row.principalMinor > 0);
    expect(asking).toHaveLength(12);
    expect(asking.map(({ feeMinor }: Row) => feeMinor)).toEqual(Array(12).fill(100));
    expect(asking.map(termsOf)).toEqual(before.instalments.map(termsOf));
    expect((await undo(id)).body).toMatchObject({ status: 'approved', loanId: null });
    await expectReconciled();
  });

  it('is taken back with the penalties that closes charged', async () => {
    const days = { disbursedOn: '2026-03-15', firstDueOn: '2026-04-15' };
    const penalty = { kind: 'fixed', amountMinor: 1_500, graceDays: 2, capMinor: null } as const;
    const { id, loanId } = await paidOut({ penalty }, {}, days);
    for (const closedAt of ['2026-05-17T12:00:00Z', '2026-06-18T12:00:00Z']) {
      await closeDays(test.database, { now: new Date(closedAt), portfolioId: portfolio.id });
    }
    const { charges } = (await manager.get(`/api/loans/${loanId}/charges`)).body;
    expect(charges.map(({ madeBy }: { madeBy: string | null }) => madeBy)).toContain(null);
    expect((await undo(id)).body).toMatchObject({ status: 'approved', loanId: null });
    expect(Object.values(await balancesOf(loanId)).every((balance) => balance === 0)).toBe(true);
    await expectReconciled();
  });

  it('names all that people have done on it since', async () => {
    const { id, loanId } = await paidOut();
    const payment = paymentOf({ valueDate: TODAY, amountMinor: 5_000 });
    await manager.post(`/api/loans/${loanId}/payments`, payment);
    await manager.post(`/api/loans/${loanId}/notes`, { id: uuidv7(), text: 'called' });
    expect((await undo(id)).body.details).toEqual({ obstacles: 'note-written, payment-posted' });
  });

  it('stays while it has collateral or an invoice', async () => {
    const { id, loanId } = await paidOut();
    const asset = { id: uuidv7(), symbol: 'BTC', name: 'Bitcoin', decimals: 8 };
    const pledge = { id: uuidv7(), event: 'pledge', assetId: asset.id, quantity: '2' };
    const invoice = draftOf({ loanId });
    for (const [path, body] of [
      ['/api/collateral/assets', asset],
      [`/api/loans/${loanId}/collateral`, { ...pledge, valueDate: TODAY, custody: 'Vault 7' }],
      ['/api/invoices', invoice],
    ] as const) {
      expect(await manager.post(path, body), path).toMatchObject({ status: 200 });
    }
    expect((await undo(id)).body.details).toEqual({ obstacles: 'collateral-held, invoice-open' });
    const release = { ...pledge, id: uuidv7(), event: 'release', valueDate: TODAY, custody: '' };
    await manager.post(`/api/loans/${loanId}/collateral`, release);
    await manager.post(`/api/invoices/${invoice.id}/issue`, { version: 1 });
    expect((await undo(id)).body.details).toEqual({ obstacles: 'invoice-open' });
    await manager.post(`/api/invoices/${invoice.id}/voiding`, { reason: 'Wrong loan' });
    expect(await undo(id)).toMatchObject({ status: 200 });
  });

  it.each(['undo', 'invoice'])(
    'keeps no invoice without a loan if the %s comes first',
    async (first) => {
      const { id, loanId } = await paidOut();
      const invoice = () => manager.post('/api/invoices', draftOf({ loanId }));
      const calls = [() => undo(id), invoice];
      const answers = await meetAt(
        test.owner,
        (transaction) => transaction`
        select from loan_state where loan_id = ${loanId} for update`,
        first === 'undo' ? calls : calls.toReversed(),
      );
      const refused = first === 'undo' ? 'not_found' : 'loan_worked_on_since';
      expect(answers.map(({ body }) => body.error)).toEqual([undefined, refused]);
    },
  );

  it('cannot be undone once a payment was made', async () => {
    const { id, loanId } = await paidOut();
    const payment = paymentOf({ valueDate: TODAY, amountMinor: 5_000 });
    expect((await manager.post(`/api/loans/${loanId}/payments`, payment)).status).toBe(200);
    expect((await undo(id)).body).toMatchObject({ error: 'loan_worked_on_since' });
  });
});
