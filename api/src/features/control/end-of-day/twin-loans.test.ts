import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import {
  chargesOf,
  done,
  fixed,
  openLateOffice,
  quoteOf,
  readOf,
  settle,
  type Charged,
  type LateOffice,
} from '../../../testing/late-office.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const test = await createTestApp();
const { owner } = test;

/** Sums per instalment, because a cap can split a penalty or shift it to another month. */
const sumsOf = async (office: LateOffice, loanId: string) => {
  const sums = new Map<number, number>();
  for (const one of await chargesOf(office, loanId)) {
    const { instalmentNumber: number, amountMinor, waivedMinor } = one;
    sums.set(number, (sums.get(number) ?? 0) + amountMinor - waivedMinor);
  }
  return Object.fromEntries([...sums].filter(([, sumMinor]) => sumMinor > 0));
};

type Step =
  | { readonly do: 'on'; readonly days: number }
  | {
      readonly do: 'pay';
      readonly share: number;
      readonly daysAgo: number;
      readonly bounces: boolean;
      readonly overpaymentTreatment: string;
    }
  | { readonly do: 'bounce' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('on' as const), days: fc.constantFrom(1, 9, 32) }),
  fc.record({
    do: fc.constant('pay' as const),
    share: fc.constantFrom(0.3, 1, 1.7),
    daysAgo: fc.constantFrom(0, 3, 20, 45),
    bounces: fc.boolean(),
    overpaymentTreatment: fc.constantFrom('next-instalments', 'credit', 'lower-instalment'),
  }),
  fc.record({ do: fc.constant('bounce' as const) }),
);

const penalties = [
  fixed,
  { kind: 'percent', percent: '18', graceDays: 0, capMinor: null },
  { kind: 'percent', percent: '36', graceDays: 4, capMinor: 600 },
] as const;

type Dated = Pick<Charged, 'instalmentNumber' | 'chargedOn' | 'amountMinor'>;

const dayAndAmount = ({ instalmentNumber, chargedOn, amountMinor }: Dated) =>
  `${instalmentNumber} ${chargedOn} ${amountMinor}`;
const previewedPenalties = ({ penalties: previewed }: { readonly penalties: readonly Dated[] }) =>
  previewed.map(dayAndAmount).toSorted();

it(
  'a reversed event leaves a loan like its twin without the event',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 8, maxLength: 14 }),
        fc.constantFrom(...penalties),
        fc.boolean(),
        async (steps, penalty, settles) => {
          const office = await openLateOffice(test);
          let today = calendarDate('2026-09-02');
          await office.on(today);
          const [loan, twin] = [await office.lend(penalty), await office.lend(penalty)];
          const waiting: string[] = [];
          const bounce = async () => {
            const paymentId = waiting.shift();
            if (paymentId === undefined) return;
            const path = `/api/loans/${loan}/payments/${paymentId}/reversal-preview`;
            const { body: preview } = await office.client().get(path);
            const earlier = new Set((await chargesOf(office, loan)).map(({ id }) => id));
            await office.reverse(loan, paymentId);
            const charged = (await chargesOf(office, loan)).filter(({ id }) => !earlier.has(id));
            expect(previewedPenalties(preview)).toEqual(charged.map(dayAndAmount).toSorted());
            const read = await readOf(office, loan);
            expect(preview.after).toMatchObject({
              loanStatus: read.status,
              outstandingMinor: read.outstandingMinor,
              remainingMinor: read.remainingMinor,
              creditMinor: read.creditMinor,
            });
          };
          for (const one of steps) {
            if (one.do === 'on') {
              today = addDays(today, one.days);
              await office.on(today);
            } else if (one.do === 'bounce') {
              await bounce();
            } else {
              const valueDate = addDays(today, -one.daysAgo);
              const amountMinor = Math.floor(10_662 * one.share);
              const sent = {
                amountMinor,
                valueDate,
                overpaymentTreatment: one.overpaymentTreatment,
              };
              const posted = await office.pay(loan, sent);
              if (posted.status !== 200) continue;
              if (one.bounces) waiting.push(posted.body.payment.id);
              else await done(office.pay(twin, sent));
            }
          }
          while (waiting.length > 0) await bounce();
          const expectEqualLoans = async () => {
            expect(await sumsOf(office, loan)).toEqual(await sumsOf(office, twin));
            const [ours, twins] = [await readOf(office, loan), await readOf(office, twin)];
            expect(ours.instalments).toEqual(twins.instalments);
            expect(ours.payoffMinor).toBe(twins.payoffMinor);
            expect(await quoteOf(office, loan, today)).toEqual(await quoteOf(office, twin, today));
            await expectReconciled(owner);
          };
          await expectEqualLoans();
          if (settles) {
            for (const id of [loan, twin]) await settle(office, id, today);
            await expectEqualLoans();
          }
          today = addDays(today, 33);
          await office.on(today);
          await expectEqualLoans();
        },
      ),
      { numRuns: 6 },
    );
  },
);
