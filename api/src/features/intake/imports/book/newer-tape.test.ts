import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangePortfolio, type TestPortfolio } from '../../../../testing/arrange.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { tapesWith } from '../../../../testing/loan-tape.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import { reconcile } from '../../../control/reconciliation/reconcile.ts';
import { restateLoan } from '../../../servicing/loan-account/loan-state.store.ts';
import {
  insertWriteOff,
  type WriteOffEvent,
} from '../../../servicing/loan-account/write-off-state.store.ts';
import { readComparedPage, readFindingsPage, readObstacles } from '../read-imports.ts';
import { bookGoodRows, bookImport } from './book-import.ts';
import { undoImport } from './undo-import.ts';

const { database, owner } = await createTestDatabase();

const tapeOf = tapesWith({
  phone: '',
  late_fees_paid: '0.00',
  last_payment_on: '',
  grade: 'C',
  employment_title: 'Teacher',
});
type Row = Parameters<typeof tapeOf>[number];

let office: ImportOffice;
let portfolio: TestPortfolio;
let portfolios = 0;
const february = { cutOffOn: '2026-02-10' };
const may = { cutOffOn: '2026-05-10' };

beforeEach(async () => {
  portfolios += 1;
  portfolio = await arrangePortfolio(owner, `p${portfolios}`);
  office = openImportOffice(database, portfolio);
});

/** Sums the instalments up to this one, in the format of a tape. */
async function paidUpTo(externalId: string, number: number, less = 0): Promise<Row> {
  const [sums] = await owner<{ principal: number; interest: number }[]>`
    select sum(instalment.principal_minor)::bigint as principal,
      sum(instalment.interest_minor)::bigint as interest
    from instalments instalment
    join loans loan on loan.portfolio_id = instalment.portfolio_id and loan.id = instalment.loan_id
    where loan.portfolio_id = ${portfolio.id} and loan.external_id = ${externalId}
      and loan.withdrawn_at is null and instalment.number <= ${number}`;
  const written = (minor: number) => (minor / 100).toFixed(2);
  return {
    principal_paid: written(sums?.principal ?? 0),
    interest_paid: written((sums?.interest ?? 0) - less),
  };
}

const currentOf = async (externalId: string) => {
  const [current] = await owner`
    select state.status, state.outstanding_principal_minor as outstanding,
      state.principal_paid_minor as principal, state.interest_paid_minor as interest,
      state.penalties_paid_minor as penalties, state.oldest_unpaid_due_on as due,
      loan.grade, borrower.name, borrower.employment_title as employment
    from loans loan
    join loan_state state on state.portfolio_id = loan.portfolio_id and state.loan_id = loan.id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    where loan.portfolio_id = ${portfolio.id} and loan.external_id = ${externalId}`;
  return current;
};

const paymentsOf = (externalId: string) => owner`
  select payment.amount_minor as amount, payment.value_date as day, payment.reversal_id is null as is_effective
  from effective_payments payment
  join loans loan on loan.portfolio_id = payment.portfolio_id and loan.id = payment.loan_id
  where loan.portfolio_id = ${portfolio.id} and loan.external_id = ${externalId}
  order by payment.number`;

/** Writes a loan off as its command does, or undoes that. */
async function moveLoss(externalId: string, event: WriteOffEvent): Promise<void> {
  const [loan] = await owner<{ loanId: string; owed: number; lost: number }[]>`
    select loan_id, outstanding_principal_minor as owed, written_off_principal_minor as lost
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where loan.portfolio_id = ${portfolio.id} and loan.external_id = ${externalId}`;
  if (!loan) throw new Error(`${externalId} is missing`);
  const { loanId, owed, lost } = loan;
  await database.begin(async (transaction) => {
    await restateLoan(transaction, { portfolioId: portfolio.id, loanId });
    await insertWriteOff(transaction, {
      portfolioId: portfolio.id,
      loanId,
      id: uuidv7(),
      event,
      currency: 'USD',
      valueDate: '2026-06-15',
      principalMinor: owed + lost,
      reason: 'Bankrupt',
      madeBy: portfolio.manager.id,
      madeAt: '2026-06-15T12:00:00Z',
    });
  });
}

const comparedOf = async (importId: string, kind: 'changed' | 'new' | 'same' | 'missing') => {
  const page = await readComparedPage(office.desk, { importId, kind, limit: 50 }, office.actor);
  return page?.loans;
};

const codesOf = async (importId: string) => {
  const page = await readFindingsPage(office.desk, { importId, limit: 50 }, office.actor);
  return page?.findings.map(({ code, row }) => [code, row]);
};

const differences = async () =>
  (await reconcile(owner)).filter(({ count }) => count > 0).map(({ id }) => id);

describe('a newer tape of loans that are in the books', () => {
  it('reports each row as new, equal or changed, and the loans that are missing', async () => {
    await office.book(tapeOf({}, { external_id: 'A-2' }, { external_id: 'A-3' }), february);
    const paid = await paidUpTo('A-1', 3);
    const newer = tapeOf(
      { ...paid, grade: 'D', phone: '+1 202 555 0100' },
      { external_id: 'A-2' },
      { external_id: 'B-1', borrower_name: 'Ben' },
    );
    const { id, summary } = await office.check(newer, may);
    expect(summary).toMatchObject({
      errors: 0,
      comparison: { changed: 1, new: 1, same: 1, missing: 1, payments: 1, paidMinor: 1026_36 },
    });
    expect(await comparedOf(id, 'changed')).toMatchObject([
      {
        row: 2,
        externalId: 'A-1',
        reference: 'L-000001',
        changes: [
          { field: 'phone', from: null, to: '+1 202 555 0100' },
          { field: 'grade', from: 'C', to: 'D' },
        ],
        payment: { amountMinor: 1026_36, valueDate: '2026-05-10', chargedMoreMinor: 0 },
      },
    ]);
    expect(await comparedOf(id, 'new')).toMatchObject([{ externalId: 'B-1', loanId: null }]);
    expect(await comparedOf(id, 'same')).toMatchObject([{ externalId: 'A-2', changes: [] }]);
    expect(await comparedOf(id, 'missing')).toMatchObject([{ externalId: 'A-3', row: null }]);
  });

  it('brings them up to date: payments, facts, new loans, and nothing the second time', async () => {
    await office.book(tapeOf({}, { external_id: 'A-2' }), february);
    const paid = await paidUpTo('A-1', 3);
    const newer = tapeOf(
      { ...paid, grade: 'D', employment_title: 'Head', last_payment_on: '2026-05-04' },
      { external_id: 'A-2' },
      { external_id: 'B-1' },
    );
    const booked = await office.book(newer, may);
    expect(booked).toMatchObject({ state: 'booked', rowsBooked: 1 });
    expect(await currentOf('A-1')).toMatchObject({
      principal: Math.round(Number(paid.principal_paid) * 100),
      interest: Math.round(Number(paid.interest_paid) * 100),
      due: '2026-05-01',
      grade: 'D',
      employment: 'Head',
    });
    expect(await paymentsOf('A-1')).toMatchObject([{ amount: 1026_36, day: '2026-05-04' }]);
    expect(await paymentsOf('A-2')).toEqual([]);
    const again = await office.book(newer, may);
    expect(again.summary?.comparison).toMatchObject({ changed: 0, new: 0, same: 3, payments: 0 });
    expect(await paymentsOf('A-1')).toHaveLength(1);
    expect(await differences()).toEqual([]);
    const audited = await owner`
      select event, subject from audit_events
      where portfolio_id = ${portfolio.id} and after ->> 'importId' = ${booked.id}
      order by event, subject`;
    expect(audited).toMatchObject([
      { event: 'board-loan' },
      { event: 'post-payment', subject: 'loan' },
      { event: 'update-from-tape', subject: 'borrower' },
      { event: 'update-from-tape', subject: 'loan' },
    ]);
  });

  it('meets the tape to the cent where it split, charged or settled otherwise than we would', async () => {
    const ids = ['A-1', 'A-2', 'A-3', 'A-4'].map((id) => ({ external_id: id }));
    await office.book(tapeOf(...ids), february);
    const newer = tapeOf(
      { ...(await paidUpTo('A-1', 2, 380)) },
      { external_id: 'A-2', ...(await paidUpTo('A-2', 1)), late_fees_paid: '15.00' },
      { external_id: 'A-3', principal_paid: '10000.00', interest_paid: '300.00', status: 'closed' },
      { external_id: 'A-4', ...(await paidUpTo('A-4', 1)), principal_paid: '300.00' },
    );
    const { id } = await office.book(newer, may);
    expect((await codesOf(id))?.filter(([code]) => code !== 'cut_off_long_ago')).toEqual([]);
    const [first, second, third, fourth] = await Promise.all(
      ['A-1', 'A-2', 'A-3', 'A-4'].map(currentOf),
    );
    expect(first).toMatchObject({ due: '2026-04-01' });
    expect(second).toMatchObject({ penalties: 15_00, due: '2026-03-01' });
    expect(third).toMatchObject({ status: 'closed', outstanding: 0, interest: 300_00 });
    expect(fourth).toMatchObject({ principal: 300_00, interest: 117_25, due: '2026-03-01' });
    expect(await differences()).toEqual([]);
    expect((await office.check(newer, may)).summary?.comparison).toMatchObject({ same: 4 });
  });

  it('counts payments made here up to the cut-off day, and none later', async () => {
    await office.book(tapeOf({}), february);
    await office.book(tapeOf(await paidUpTo('A-1', 1)), may);
    expect(await paymentsOf('A-1')).toHaveLength(1);
    // A tape from before that payment shows less paid, which is not an error.
    const older = await office.check(tapeOf({}), february);
    expect(older.summary).toMatchObject({ errors: 0, comparison: { same: 1 } });
  });

  it('retains a fact that a user changed here, and a fact whose cell is empty', async () => {
    await office.book(tapeOf({}), february);
    const [loan] = await owner`
      select borrower_id from loans where portfolio_id = ${portfolio.id}`;
    await owner`
      insert into audit_events (id, portfolio_id, actor_id, event, subject, subject_id, after, at)
      values (gen_random_uuid(), ${portfolio.id}, ${portfolio.manager.id}, 'change-borrower',
        'borrower', ${loan?.['borrowerId']}, '{"name": "Ada Lovelace"}', now())`;
    const { id, summary } = await office.check(
      tapeOf({ borrower_name: 'A. Byron', employment_title: '', grade: '' }),
      may,
    );
    expect(summary?.comparison).toMatchObject({ same: 1, changed: 0 });
    expect(await codesOf(id)).toContainEqual(['fact_kept_as_changed_here', 2]);
  });
});

describe('a row that contradicts the books', () => {
  it.each<[string, Row, string]>([
    ['other terms', { annual_rate_percent: '15.00' }, 'terms_differ_from_books'],
    ['another first day', { first_due_on: '2026-02-02' }, 'terms_differ_from_books'],
    ['less that was paid', { principal_paid: '1.00' }, 'less_paid_than_books'],
    ['a loss', { status: 'written_off', principal_paid: '224.87' }, 'written_off_on_tape'],
  ])('such as %s is a finding, and the good rows are booked without it', async (_, row, code) => {
    await office.book(tapeOf({}, { external_id: 'A-2' }), february);
    await office.book(tapeOf(await paidUpTo('A-1', 1), { external_id: 'A-2' }), may);
    const paid = await paidUpTo('A-2', 2);
    const june = { cutOffOn: '2026-06-10' };
    const { id, summary } = await office.check(
      tapeOf({ ...(await paidUpTo('A-1', 1)), ...row }, { external_id: 'A-2', ...paid }),
      june,
    );
    expect(summary).toMatchObject({ errors: 1, comparison: { changed: 1, same: 0 } });
    expect(await codesOf(id)).toContainEqual([code, 2]);
    expect(await bookImport(office.desk, id, office.actor)).toMatchObject({ ok: false });
    expect(await bookGoodRows(office.desk, id, office.actor)).toMatchObject({ ok: true });
    await office.desk.runs.settled();
    expect(await paymentsOf('A-1')).toHaveLength(1);
    expect(await paymentsOf('A-2')).toHaveLength(1);
  });

  it('such as interest on a loss is a finding, and no instalment is paid by it', async () => {
    await office.book(tapeOf({}), february);
    await moveLoss('A-1', 'write-off-loan');
    const lost = { status: 'written_off', interest_paid: '100.00' };
    const { id, summary } = await office.check(tapeOf(lost), may);
    expect(summary).toMatchObject({ errors: 1 });
    expect(await codesOf(id)).toContainEqual(['written_off_in_books', 2]);
    expect(await differences()).toEqual([]);
  });

  it('books nothing where a loan changed between the check and the booking', async () => {
    await office.book(tapeOf({}, { external_id: 'A-2' }), february);
    const newer = tapeOf(await paidUpTo('A-1', 2), { external_id: 'A-2', grade: 'D' });
    const { id } = await office.check(newer, may);
    await office.book(tapeOf(await paidUpTo('A-1', 1), { external_id: 'A-2' }), may);
    await bookImport(office.desk, id, office.actor);
    await office.desk.runs.settled();
    expect(await office.read(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'loans_changed_meanwhile' },
    });
    expect(await codesOf(id)).toContainEqual(['loan_changed_since_check', 2]);
    expect(await currentOf('A-2')).toMatchObject({ grade: 'C' });
  });

  it('books nothing where a loan left the books between the check and the booking', async () => {
    const { id: first } = await office.book(tapeOf({}), february);
    const newer = tapeOf(await paidUpTo('A-1', 2), { external_id: 'A-2' });
    const { id } = await office.check(newer, may);
    expect(await undoImport(office.desk, first, office.actor)).toMatchObject({ ok: true });
    await bookImport(office.desk, id, office.actor);
    await office.desk.runs.settled();
    expect(await office.read(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'loans_changed_meanwhile' },
    });
    expect(await codesOf(id)).toContainEqual(['loan_changed_since_check', 2]);
    expect(await currentOf('A-2')).toBeUndefined();
  });
});

describe('a newer tape that is undone', () => {
  it('gives its payments opposite events, puts facts back, and takes its new loans out', async () => {
    await office.book(tapeOf({}), february);
    const before = await currentOf('A-1');
    const newer = tapeOf(
      { ...(await paidUpTo('A-1', 2, 380)), grade: 'D', employment_title: 'Head' },
      { external_id: 'B-1' },
    );
    const { id } = await office.book(newer, may);
    expect(await undoImport(office.desk, id, office.actor)).toMatchObject({
      ok: true,
      value: { state: 'undone', undoneBy: expect.stringContaining('manager') },
    });
    expect(await currentOf('A-1')).toEqual(before);
    expect(await paymentsOf('A-1')).toMatchObject([{ isEffective: false }]);
    expect(await differences()).toEqual([]);
    expect((await office.check(newer, may)).summary?.comparison).toMatchObject({
      changed: 1,
      new: 1,
    });
  });

  it('cannot be undone while one of its loans has a later payment, and names the loan', async () => {
    await office.book(tapeOf({}), february);
    const { id } = await office.book(tapeOf(await paidUpTo('A-1', 1)), may);
    const june = { cutOffOn: '2026-06-10' };
    const { id: later } = await office.book(tapeOf(await paidUpTo('A-1', 2)), june);
    expect(await undoImport(office.desk, id, office.actor)).toMatchObject({
      refusal: { code: 'import_loans_already_worked' },
    });
    expect(await readObstacles(office.desk, id, office.actor)).toMatchObject({
      loans: [{ reference: 'L-000001', obstacles: ['paid-since-update'] }],
    });
    expect(await undoImport(office.desk, later, office.actor)).toMatchObject({ ok: true });
    expect(await undoImport(office.desk, id, office.actor)).toMatchObject({ ok: true });
    expect(await differences()).toEqual([]);
  });

  it('stays while a loan that it paid on is written off', async () => {
    await office.book(tapeOf({}), february);
    const { id } = await office.book(tapeOf(await paidUpTo('A-1', 1)), may);
    await moveLoss('A-1', 'write-off-loan');
    expect(await undoImport(office.desk, id, office.actor)).toMatchObject({
      refusal: { code: 'import_loans_already_worked' },
    });
    expect(await readObstacles(office.desk, id, office.actor)).toMatchObject({
      loans: [{ reference: 'L-000001', obstacles: ['lost-since-update'] }],
    });
    await moveLoss('A-1', 'undo-write-off');
    expect(await undoImport(office.desk, id, office.actor)).toMatchObject({ ok: true });
    expect(await differences()).toEqual([]);
  });
});

describe('the tape that brought a loan', () => {
  it.each<[string, Row, WriteOffEvent, WriteOffEvent]>([
    ['lost', {}, 'write-off-loan', 'undo-write-off'],
    ['found again', { status: 'written_off' }, 'undo-write-off', 'write-off-loan'],
  ])('is not undone while the loan was %s here', async (_, row, event, opposite) => {
    const { id } = await office.book(tapeOf(row), february);
    await moveLoss('A-1', event);
    expect(await differences()).toEqual([]);
    expect(await undoImport(office.desk, id, office.actor)).toMatchObject({
      refusal: { code: 'import_loans_already_worked' },
    });
    expect(await readObstacles(office.desk, id, office.actor)).toMatchObject({
      loans: [{ reference: 'L-000001', obstacles: ['loss-moved'] }],
    });
    await moveLoss('A-1', opposite);
    expect(await undoImport(office.desk, id, office.actor)).toMatchObject({ ok: true });
    expect(await differences()).toEqual([]);
  });
});
