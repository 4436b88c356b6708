import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { overpaymentChoices, type OverpaymentChoice } from '@bursar/contracts/choices';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { runReconciliationChecks } from '../features/control/reconciliation/reconcile.ts';
import { bookImport } from '../features/intake/imports/book/book-import.ts';
import { undoImport } from '../features/intake/imports/book/undo-import.ts';
import { arrangeApprovalRule } from './arrange.ts';
import { openImportOffice } from './import-office.ts';
import { openOffice, paymentOf } from './open-office.ts';
import { stateOf } from './state-of-loan.ts';

const { test, portfolio, signIn } = await openOffice();
const { owner } = test;
for (const kind of ['reverse-payment', 'refund-credit', 'reschedule-loan'] as const) {
  await arrangeApprovalRule(owner, portfolio, { kind, required: false });
}
const manager = await signIn('manager');
const office = openImportOffice(test.database, portfolio);

/** The day of the test clock, counted from the disbursement of the loans on 1 January. */
const daysToday = 165;
const dayOf = (days: number) => addDays(calendarDate('2026-01-01'), days);
const day = fc.integer({ min: 45, max: daysToday });

const paymentFields = {
  amountMinor: fc.integer({ min: 7_500, max: 300_000 }),
  day,
  overpaymentTreatment: fc.constantFrom(...overpaymentChoices),
};

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), ...paymentFields }) },
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

/** The paid amounts that a newer tape shows in excess of the books, and its last payment day. */
const newerTape = fc.record({
  principalMinor: fc.integer({ min: 0, max: 130_000 }),
  interestMinor: fc.integer({ min: 0, max: 12_000 }),
  lastPaymentDay: fc.option(fc.integer({ min: 20, max: 125 })),
  isUndone: fc.boolean(),
  /** A step between booking and undoing the tape; it may cause the undo to be refused. */
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

const prepaid = (days: number, amountMinor: number, overpaymentTreatment: OverpaymentChoice) =>
  ({ do: 'pay', amountMinor, day: days, overpaymentTreatment }) as const;
const prepaidLoan = {
  principalMinor: 190_000,
  interestMinor: 10_000,
  lastPaymentDay: 50,
  isUndone: true,
  since: null,
};
const nothing = { principalMinor: 0, interestMinor: 0, lastPaymentDay: null };

let loans = 0;

/** Boards a loan from a tape without payments. */
async function boardLoan() {
  loans += 1;
  const externalId = `A-${loans}`;
  await office.book(tapeOf(externalId, { principalMinor: 0, interestMinor: 0 }, ''), {
    cutOffOn: dayOf(40),
  });
  const [loan] = await owner<{ id: string }[]>`
    select id from loans where portfolio_id = ${portfolio.id} and external_id = ${externalId}`;
  if (!loan) throw new Error(`loan ${externalId} was booked but is missing`);
  return { id: loan.id, externalId };
}

/** Runs a step; it may be refused but must not fail. */
async function take(loanId: string, one: Step): Promise<void> {
  const path = `/api/loans/${loanId}`;
  const send = async (to: string, body: object) => {
    const { status } = await manager.post(`${path}/${to}`, { id: uuidv7(), ...body });
    expect(status, to).toBeLessThan(500);
  };
  const reason = 'Agreed';
  const { body: read } = await manager.get(path);
  if (one.do === 'pay') {
    const { amountMinor, overpaymentTreatment } = one;
    return send(
      'payments',
      paymentOf({ amountMinor, overpaymentTreatment, valueDate: dayOf(one.day) }),
    );
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

type Boarded = Awaited<ReturnType<typeof boardLoan>>;

/** Books a tape with this loan only; null if its dry run refuses it. */
async function bookOne(
  { id, externalId }: Boarded,
  newer: Omit<OneTape, 'do'>,
): Promise<string | null> {
  const before = await paidOf(id);
  const paid = {
    principalMinor: before.principalMinor + newer.principalMinor,
    interestMinor: before.interestMinor + newer.interestMinor,
  };
  const last = newer.lastPaymentDay === null ? '' : dayOf(newer.lastPaymentDay);
  const tape = tapeOf(externalId, paid, last);
  const { id: importId, summary } = await office.check(tape, { cutOffOn: dayOf(130) });
  if (summary?.errors !== 0) return null;
  await bookImport(office.desk, importId, office.actor);
  await office.desk.runs.settled();
  return importId;
}

it('a random tape that passes its dry run is booked, whatever happened since the previous tape', async () => {
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
          const importId = await bookOne({ id, externalId }, newer);
          if (importId === null) continue;
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
        expect((await runReconciliationChecks(owner)).filter(({ count }) => count > 0)).toEqual([]);
      },
    ),
    // Cases that once failed run first.
    {
      numRuns: 10,
      examples: [
        // The prepayment releases what the tape's earlier payment had prepaid.
        [[prepaid(68, 120_000, 'lower-instalment'), prepaid(99, 800_000, 'credit')], [prepaidLoan]],
        // The earlier tape split its payment differently from the loan's allocation order.
        [
          [{ do: 'refund' }],
          [
            { ...nothing, principalMinor: 1, isUndone: false, since: null },
            { ...nothing, interestMinor: 1, lastPaymentDay: 20, isUndone: true, since: null },
          ],
        ],
        // Payments of two successive days, posted in reverse order, were reallocated before the
        // tape.
        [
          [prepaid(46, 7_500, 'next-instalments'), prepaid(45, 7_500, 'next-instalments')],
          [{ ...nothing, interestMinor: 1, lastPaymentDay: 20, isUndone: true, since: null }],
        ],
        // The tape's payment is on a schedule that was rescheduled later.
        [[{ do: 'refund' }], [{ ...prepaidLoan, since: { do: 'reschedule', count: 12 } }]],
      ],
    },
  );
  expect(booked).toBeGreaterThan(0);
}, 480_000);

/** The paid amounts that a tape, which may be undone, shows in excess of the books. */
const oneTape = fc.record({
  do: fc.constant('tape' as const),
  principalMinor: fc.integer({ min: 0, max: 60_000 }),
  interestMinor: fc.integer({ min: 0, max: 12_000 }),
  lastPaymentDay: fc.option(fc.integer({ min: 20, max: 125 })),
});
type OneTape = typeof oneTape extends fc.Arbitrary<infer Taken> ? Taken : never;
const reversal = fc.record({ do: fc.constant('reverse-one' as const), which: fc.nat({ max: 2 }) });
const sinceThen = fc.oneof(
  { weight: 3, arbitrary: reversal },
  { weight: 2, arbitrary: step.filter((one) => one.do === 'charge' || one.do === 'refund') },
  { weight: 1, arbitrary: fc.constant({ do: 'reverse-tape' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('pay-and-reverse' as const), ...paymentFields }),
  },
);

async function bookOn(loan: Boarded, newer: OneTape) {
  const importId = await bookOne(loan, newer);
  if (importId === null) return null;
  const [changed] = await owner<{ paymentId: string }[]>`
    select payment ->> 'id' as payment_id from import_comparisons
    where import_id = ${importId} and payment is not null`;
  return { importId, paymentId: changed?.paymentId ?? null };
}

/**
 * Reverses one effective payment other than `ofTape`: the one at position `which` modulo their
 * number. Returns whether it was reversed.
 */
async function reverseOne(loanId: string, which: number, ofTape: string | null = null) {
  const effectivePayments = await owner<{ id: string }[]>`
    select id from effective_payments
    where loan_id = ${loanId} and reversal_id is null and id is distinct from ${ofTape}
    order by number`;
  const chosen = effectivePayments[which % Math.max(1, effectivePayments.length)];
  return chosen !== undefined && reversePayment(loanId, chosen.id);
}

async function reversePayment(loanId: string, paymentId: string): Promise<boolean> {
  const path = `/api/loans/${loanId}/payments/${paymentId}/reversal`;
  const { status } = await manager.post(path, { id: uuidv7(), reason: 'Bounced' });
  expect(status).toBeLessThan(500);
  return status === 200;
}

type Pay = Omit<Extract<Step, { do: 'pay' }>, 'do'>;

async function payAndReverse(loanId: string, { day: days, ...pay }: Pay): Promise<void> {
  const id = uuidv7();
  const command = { ...paymentOf({ ...pay, valueDate: dayOf(days) }), id };
  const { status } = await manager.post(`/api/loans/${loanId}/payments`, command);
  expect(status).toBeLessThan(500);
  if (status < 300) await reversePayment(loanId, id);
}

it('an undone tape leaves a loan as if it had never been booked, whatever was reversed since', async () => {
  const before = fc.oneof(
    { weight: 3, arbitrary: step },
    { weight: 2, arbitrary: oneTape },
    { weight: 1, arbitrary: reversal },
  );
  const tape1 = { do: 'tape', principalMinor: 1, interestMinor: 0, lastPaymentDay: null } as const;
  const early = { do: 'tape', principalMinor: 0, interestMinor: 1, lastPaymentDay: 20 } as const;
  const reverseFirst = { do: 'reverse-one', which: 0 } as const;
  let undone = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(before, { maxLength: 5 }),
      oneTape,
      fc.array(sinceThen, { maxLength: 2 }),
      async (steps, tape, since) => {
        // Two equal loans, of which only one gets the tape.
        const [loan, reference] = [await boardLoan(), await boardLoan()];
        for (const one of steps) {
          for (const each of [loan, reference]) {
            if (one.do === 'tape') await bookOn(each, one);
            else if (one.do === 'reverse-one') await reverseOne(each.id, one.which);
            else await take(each.id, one);
          }
        }
        const booked = await bookOn(loan, tape);
        if (!booked) return;
        const { importId, paymentId } = booked;
        test.clock.moveTo(new Date(test.clock.now().getTime() + 1_000).toISOString());
        for (const one of since) {
          if (one.do === 'reverse-tape') {
            if (paymentId) await reversePayment(loan.id, paymentId);
          } else if (one.do === 'reverse-one') {
            const isReversed = await reverseOne(loan.id, one.which, paymentId);
            // One of the two reversals may fail, because its unapplied funds were used.
            if ((await reverseOne(reference.id, one.which)) !== isReversed) return;
          } else if (one.do === 'pay-and-reverse') {
            for (const each of [loan, reference]) await payAndReverse(each.id, one);
          } else for (const each of [loan, reference]) await take(each.id, one);
        }
        const answer = await undoImport(office.desk, importId, office.actor);
        expect(office.failures).toEqual([]);
        expect((await runReconciliationChecks(owner)).filter(({ count }) => count > 0)).toEqual([]);
        expect(answer).toMatchObject({ ok: true });
        undone += 1;
        // Refunds covered by the tape's money become claims on this loan; the reference loan never
        // had that money.
        const claims = await owner`select from refund_claims where loan_id = ${loan.id}`;
        if (claims.length > 0) return;
        // Reversing the tape's payment by hand reallocates later payments. The reference loan has
        // no such reversal.
        if (since.some((one) => one.do === 'reverse-tape')) return;
        expect(await stateOf(owner, loan.id)).toEqual(await stateOf(owner, reference.id));
      },
    ),
    // Cases that once failed run first.
    {
      numRuns: 14,
      examples: [
        // The tape's payment reallocates two later payments: one that an earlier tape allocated, and
        // one on a newer schedule.
        [[tape1, prepaid(130, 7_500, 'lower-instalment')], early, []],
        // A payment dated after the tape's payment is reversed before the tape is undone.
        [
          [tape1, prepaid(130, 7_500, 'next-instalments')],
          early,
          [{ do: 'reverse-one', which: 1 }],
        ],
        [
          [tape1, prepaid(140, 7_500, 'next-instalments')],
          early,
          [{ do: 'reverse-one', which: 1 }],
        ],
        // The tape restates interest on a schedule that the reversal of a prepayment has restored.
        [
          [
            prepaid(45, 34_213, 'shorter-term'),
            reverseFirst,
            prepaid(91, 7_500, 'next-instalments'),
          ],
          { ...early, interestMinor: 4_498, lastPaymentDay: 90 },
          [reverseFirst],
        ],
        // A prepayment is posted and reversed between the tape and its undoing.
        [
          [],
          { ...early, interestMinor: 4_498 },
          [{ ...prepaid(150, 200_000, 'shorter-term'), do: 'pay-and-reverse' }],
        ],
        // After the tape's payment is reversed, an earlier payment pays interest that the tape has
        // restated.
        [
          [
            { do: 'tape', principalMinor: 30_144, interestMinor: 5_430, lastPaymentDay: 106 },
            reverseFirst,
            { ...tape1, principalMinor: 2_869, interestMinor: 3_655 },
          ],
          { do: 'tape', principalMinor: 2_674, interestMinor: 2_737, lastPaymentDay: 123 },
          [{ do: 'reverse-tape' }],
        ],
        // A penalty is charged on an instalment whose charges the tape has restated.
        [[], { ...tape1, principalMinor: 45_238 }, [{ do: 'charge', portion: 'penalty', day: 45 }]],
        // The tape's payment turns another payment into unapplied funds, which are then refunded.
        [
          [prepaid(140, 800_000, 'credit')],
          { ...early, principalMinor: 30_000, lastPaymentDay: 50 },
          [{ do: 'refund' }],
        ],
      ],
    },
  );
  expect(undone).toBeGreaterThan(0);
}, 240_000);
