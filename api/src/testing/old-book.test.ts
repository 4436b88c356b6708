import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { runReconciliationChecks } from '../features/control/reconciliation/reconcile.ts';
import { readCharges } from '../features/servicing/loan-account/charges.store.ts';
import { listInstalments } from '../features/servicing/loan-account/instalments.store.ts';
import { readLoanToPay } from '../features/servicing/loan-account/loan-state.store.ts';
import { replayPayments } from '../features/servicing/loan-account/replay-payments.ts';
import { listEffectivePayments } from '../features/servicing/loan-account/reversals.store.ts';
import { migrate, migrationsFolder } from '../platform/migrate.ts';
import { arrangeLoan, arrangePortfolio } from './arrange.ts';
import { migrationsBefore } from './earlier-migrations.ts';
import { createTestDatabase } from './test-database.ts';

const { owner } = await createTestDatabase();

/**
 * The first of the migrations that change a database with payments. They give accounts a code,
 * version the schedules and add charges.
 */
const firstOfServicing = '2026-11-23-0555-ledger-accounts.sql';

/**
 * Creates a payment with its allocation and ledger entry, in the schema before `firstOfServicing`.
 */
async function arrangeOldPayment(
  portfolio: Awaited<ReturnType<typeof arrangePortfolio>>,
  loanId: string,
): Promise<string> {
  const [id, entryId] = [uuidv7(), uuidv7()];
  const [portfolioId, by] = [portfolio.id, portfolio.manager.id];
  const openingId = uuidv7();
  await owner.begin(async (sql) => {
    await sql`
      insert into payments (portfolio_id, id, loan_id, currency, amount_minor, principal_minor,
        interest_minor, fees_minor, penalties_minor, value_date, method, posted_by, posted_at)
      values (${portfolioId}, ${id}, ${loanId}, 'USD', 10662, 9462, 1200, 0, 0, '2026-06-01', 'cash',
        ${by}, '2026-06-01T10:00:00Z')`;
    await sql`insert into payment_portions values (${portfolioId}, ${id}, 1, 9462, 1200, 0, 0)`;
    await sql`
      update instalments set principal_paid_minor = 9462, interest_paid_minor = 1200
      where loan_id = ${loanId} and number = 1`;
    await sql`
      update loan_state set outstanding_principal_minor = outstanding_principal_minor - 9462,
        principal_paid_minor = 9462, interest_paid_minor = 1200, oldest_unpaid_due_on = '2026-07-01',
        last_payment_on = '2026-06-01' where loan_id = ${loanId}`;
    await sql`
      insert into income_days (portfolio_id, day, principal_minor, interest_minor, fees_minor,
        penalties_minor, payments)
      values (${portfolioId}, '2026-06-01', 9462, 1200, 0, 0, 1)`;
    await sql`
      insert into ledger_transactions
        (portfolio_id, id, loan_id, event, source_id, value_date, posted_by, posted_at)
      values
        (${portfolioId}, ${openingId}, ${loanId}, 'board-loan', ${loanId}, '2026-05-01', ${by}, now()),
        (${portfolioId}, ${entryId}, ${loanId}, 'post-payment', ${id}, '2026-06-01', ${by}, now())`;
    await sql`
      insert into ledger_lines
        (portfolio_id, transaction_id, number, account, currency, debit_minor, credit_minor)
      values (${portfolioId}, ${openingId}, 1, 'loans-receivable', 'USD', 120000, 0),
        (${portfolioId}, ${openingId}, 2, 'opening-balances', 'USD', 0, 120000),
        (${portfolioId}, ${entryId}, 1, 'cash', 'USD', 10662, 0),
        (${portfolioId}, ${entryId}, 2, 'loans-receivable', 'USD', 0, 9462),
        (${portfolioId}, ${entryId}, 3, 'interest-income', 'USD', 0, 1200)`;
  });
  return id;
}

/** Recreates the database without data and with the schema as it was before a migration. */
async function goBackBefore(name: string): Promise<void> {
  await owner`drop schema if exists public, pgboss cascade`;
  await owner`create schema public`;
  await migrate(owner, { folder: migrationsBefore(name) });
}

it('the upgrade gives each weekday of an old preset its former hours', async () => {
  await goBackBefore('2026-11-24-0953-call-hours-by-weekday.sql');
  const { id: portfolioId, manager } = await arrangePortfolio(owner, 'one', { isOld: true });
  const id = uuidv7();
  const preset = { portfolio_id: portfolioId, id, name: 'Evenings', script: 'Good evening.' };
  const tries = { attempts: 3, retry_minutes: 60, outcomes: ['answered'] };
  const hours = { weekdays: [1, 3, 7], opens_at: '17:00', closes_at: '20:30' };
  const made = { created_by: manager.id, created_at: '2026-06-01T10:00:00Z' };
  await owner`insert into call_centre_presets ${owner({ ...preset, ...tries, ...hours, ...made })}`;
  expect(await migrate(owner, { folder: migrationsFolder })).toMatchObject({ ok: true });
  const span = { opensAt: '17:00', closesAt: '20:30' };
  const [row] = await owner`select hours from call_centre_presets where id = ${id}`;
  expect(row?.['hours']).toEqual([span, null, span, null, null, null, span]);
  for (const wrong of [
    [null, null, null, null, null, null, null],
    [span],
    [{ opensAt: '20:30', closesAt: '17:00' }, span, span, span, span, span, span],
    [{ opensAt: '7:00', closesAt: '9:00' }, span, span, span, span, span, span],
    [{ opensAt: '17:00' }, span, span, span, span, span, span],
  ]) {
    const update = owner`update call_centre_presets set hours = ${owner.json(wrong)} where id = ${id}`;
    await expect(update).rejects.toThrow('call_centre_presets_hours_check');
  }
});

it('the upgrade migrates payments from before schedules had versions', async () => {
  await goBackBefore(firstOfServicing);
  const portfolio = await arrangePortfolio(owner, 'one', { isOld: true });
  const { id: loanId } = await arrangeLoan(owner, portfolio);
  const paymentId = await arrangeOldPayment(portfolio, loanId);

  const migrated = await migrate(owner, { folder: migrationsFolder });
  expect(migrated).toMatchObject({ ok: true, applied: expect.arrayContaining([firstOfServicing]) });

  const found = (await runReconciliationChecks(owner)).filter(({ count }) => count > 0);
  expect(found.map(({ id, differences }) => [id, differences])).toEqual([]);
  const [payment] = await owner`
    select payment.interest_until, portion.schedule_version, state.schedule_version as live
    from payments payment
    join payment_allocations portion on portion.payment_id = payment.id
    join loan_state state on state.loan_id = payment.loan_id
    where payment.id = ${paymentId}`;
  expect({ ...payment }).toEqual({ interestUntil: 'maturity', scheduleVersion: 1, live: 1 });

  const key = { portfolioId: portfolio.id, loanId };
  const scope = {
    role: 'user',
    accountId: portfolio.manager.id,
    portfolioId: portfolio.id,
  } as const;
  const loan = await readLoanToPay(owner, { scope, loanId });
  if (!loan) throw new Error('the loan is gone');
  const instalments = await listInstalments(owner, key);
  const effectivePayments = await owner.begin((sql) => listEffectivePayments(sql, key));
  const charged = await readCharges(owner, key, instalments);
  const without = replayPayments(
    { ...loan, ...charged, instalments },
    { effectivePayments, takenOut: paymentId },
  );
  if (!without.ok) throw new Error(without.refusal.code);
  expect(without.value.instalments[0]).toMatchObject({
    principalPaidMinor: 0,
    interestPaidMinor: 0,
  });
  expect(without.value.dues).toEqual([]);
});
