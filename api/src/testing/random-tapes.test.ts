import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { beyondDueChoices, type BeyondDueChoice } from '@bursar/contracts/choices';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { checkBooks } from '../features/books/verify-books.ts';
import { bookImport } from '../features/imports/book/book-import.ts';
import { undoImport } from '../features/imports/book/undo-import.ts';
import { arrangeApprovalRule } from './arrange.ts';
import { openImportOffice } from './import-office.ts';
import { openOffice, paymentOf } from './open-office.ts';

const { test, portfolio, signIn } = await openOffice();
const { owner } = test;
for (const kind of ['reverse-payment', 'refund-credit', 'reschedule-loan'] as const) {
  await arrangeApprovalRule(owner, portfolio, { kind, required: false });
}
const manager = await signIn('manager');
const office = openImportOffice(test.database, portfolio);

/** Days after the loan was paid out on 1 January; the clock of the tests stands on day 165. */
const daysToday = 165;
const dayOf = (days: number) => addDays(calendarDate('2026-01-01'), days);
const day = fc.integer({ min: 45, max: daysToday });

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      amountMinor: fc.integer({ min: 7_500, max: 300_000 }),
      day,
      beyondDue: fc.constantFrom(...beyondDueChoices),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('charge' as const),
      portion: fc.constantFrom('fee', 'penalty'),
      day,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('refund' as const, 'reverse' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('reschedule' as const),
      count: fc.integer({ min: 6, max: 30 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Taken> ? Taken : never;

/** What a newer tape tells beyond the books, and when the last of it is said to have come. */
const newerTape = fc.record({
  principalMinor: fc.integer({ min: 0, max: 130_000 }),
  interestMinor: fc.integer({ min: 0, max: 12_000 }),
  lastPaymentDay: fc.option(fc.integer({ min: 20, max: 125 })),
  isUndone: fc.boolean(),
  /** Done between the booking and its undoing, which may be refused for it. */
  since: fc.option(step, { freq: 2 }),
});

const columns =
  'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,' +
  'first_due_on,status,principal_paid,interest_paid,last_payment_on';
const plain = (minor: number) => (minor / 100).toFixed(2);
type Paid = { readonly principalMinor: number; readonly interestMinor: number };
const tapeOf = (externalId: string, paid: Paid, lastPaymentOn: string) =>
  `${columns}\n${externalId},Ada Byron,10000.00,14.07,36,2026-01-01,2026-02-01,active,` +
  `${plain(paid.principalMinor)},${plain(paid.interestMinor)},${lastPaymentOn}`;

const prepaid = (days: number, amountMinor: number, beyondDue: BeyondDueChoice) =>
  ({ do: 'pay', amountMinor, day: days, beyondDue }) as const;
const told = {
  principalMinor: 190_000,
  interestMinor: 10_000,
  lastPaymentDay: 50,
  isUndone: true,
  since: null,
};
const nothing = { principalMinor: 0, interestMinor: 0, lastPaymentDay: null };

let loans = 0;

/** A loan as a tape brought it, nothing paid yet. */
async function boardLoan() {
  loans += 1;
  const externalId = `A-${loans}`;
  await office.book(tapeOf(externalId, { principalMinor: 0, interestMinor: 0 }, ''), {
    cutOffOn: dayOf(40),
  });
  const [loan] = await owner<{ id: string }[]>`
    select id from loans where portfolio_id = ${portfolio.id} and external_id = ${externalId}`;
  if (!loan) throw new Error(`loan ${externalId} was booked but is not there`);
  return { id: loan.id, externalId };
}

/** Whether it is taken or refused is the command's; it must not fail. */
async function take(loanId: string, one: Step): Promise<void> {
  const path = `/api/loans/${loanId}`;
  const send = async (to: string, body: object) => {
    const { status } = await manager.post(`${path}/${to}`, { id: uuidv7(), ...body });
    expect(status, to).toBeLessThan(500);
  };
  const reason = 'Agreed';
  const { body: read } = await manager.get(path);
  if (one.do === 'pay') {
    const { amountMinor, beyondDue } = one;
    return send('payments', paymentOf({ amountMinor, beyondDue, valueDate: dayOf(one.day) }));
  }
  if (one.do === 'charge') {
    const what = { portion: one.portion, kind: 'other', amountMinor: 750, currency: 'USD' };
    return send('charges', { ...what, dueOn: dayOf(one.day), reason });
  }
  if (one.do === 'reschedule') {
    const terms = { instalmentCount: one.count, annualRatePercent: '9.5' };
    const firstDueOn = dayOf(daysToday + 25);
    return send('reschedule', {
      ...terms,
      firstDueOn,
      principalMinor: read.outstandingMinor,
      reason,
    });
  }
  if (one.do === 'refund') {
    if (read.creditMinor === 0) return undefined;
    const what = { amountMinor: read.creditMinor, currency: 'USD', method: 'cash', reason };
    return send('credit-refunds', what);
  }
  const { body } = await manager.get(`${path}/payments`);
  const [payment] = body.payments;
  return payment && send(`payments/${payment.id}/reversal`, { reason });
}

async function paidOf(loanId: string): Promise<Paid> {
  const [paid] = await owner<Paid[]>`
    select principal_paid_minor as "principalMinor", interest_paid_minor as "interestMinor"
    from loan_state where loan_id = ${loanId}`;
  if (!paid) throw new Error(`loan ${loanId} has no state`);
  return paid;
}

it('books what its dry run let through, whatever was done here since the tape before', async () => {
  let booked = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 5 }),
      fc.array(newerTape, { minLength: 1, maxLength: 2 }),
      async (steps, tapes) => {
        const { id, externalId } = await boardLoan();
        for (const one of steps) await take(id, one);
        for (const newer of tapes) {
          const before = await paidOf(id);
          const paid = {
            principalMinor: before.principalMinor + newer.principalMinor,
            interestMinor: before.interestMinor + newer.interestMinor,
          };
          const last = newer.lastPaymentDay === null ? '' : dayOf(newer.lastPaymentDay);
          const tape = tapeOf(externalId, paid, last);
          const { id: importId, summary } = await office.check(tape, { cutOffOn: dayOf(130) });
          if (summary?.errors !== 0) continue;
          await bookImport(office.desk, importId, office.actor);
          await office.desk.runs.settled();
          expect(await office.read(importId)).toMatchObject({ state: 'booked', failure: null });
          booked += 1;
          if (!newer.isUndone) continue;
          if (newer.since) await take(id, newer.since);
          const undone = await undoImport(office.desk, importId, office.actor);
          const answers = newer.since ? ['undone', 'import_loans_already_worked'] : ['undone'];
          expect(answers).toContain(undone.ok ? 'undone' : undone.refusal.code);
          expect(newer.since ? before : await paidOf(id)).toEqual(before);
        }
        expect(office.failures).toEqual([]);
        expect((await checkBooks(owner)).filter(({ count }) => count > 0)).toEqual([]);
      },
    ),
    // First what failed once.
    {
      numRuns: 10,
      examples: [
        // A prepayment gives back what the tape's earlier payment paid ahead.
        [[prepaid(68, 120_000, 'lower-instalment'), prepaid(99, 800_000, 'credit')], [told]],
        // The former tape has split its payment in another way than the loan's order does.
        [
          [{ do: 'refund' }],
          [
            { ...nothing, principalMinor: 1, isUndone: false, since: null },
            { ...nothing, interestMinor: 1, lastPaymentDay: 20, isUndone: true, since: null },
          ],
        ],
        // Payments of one day and the next, posted the other way round, were laid anew before the tape came.
        [
          [prepaid(46, 7_500, 'next-instalments'), prepaid(45, 7_500, 'next-instalments')],
          [{ ...nothing, interestMinor: 1, lastPaymentDay: 20, isUndone: true, since: null }],
        ],
        // What the tape paid lies on a schedule that was agreed anew.
        [[{ do: 'refund' }], [{ ...told, since: { do: 'reschedule', count: 12 } }]],
      ],
    },
  );
  expect(booked).toBeGreaterThan(0);
}, 120_000);
