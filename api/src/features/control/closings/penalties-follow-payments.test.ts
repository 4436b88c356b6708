import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import type { ProductTerms } from '@bursar/contracts/servicing/product-terms';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeApprovalRule, arrangeLoan } from '../../../testing/arrange.ts';
import { expectCleanBooks } from '../../../testing/clean-books.ts';
import { productOf } from '../../../testing/lending.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';
import { closeDays } from './close-days.ts';

const test = await createTestApp();
const { owner, database } = test;

/** Opens a separate portfolio whose date the test moves; each ended day is closed. */
async function openLateOffice(waiving = { required: false }) {
  const office = await openOffice({ test, tag: uuidv7().slice(-6) });
  const { portfolio } = office;
  await arrangeApprovalRule(owner, portfolio, { kind: 'reverse-payment', required: false });
  await arrangeApprovalRule(owner, portfolio, { kind: 'waive-charge', ...waiving });
  let manager: TestClient | undefined;
  const on = async (day: string) => {
    test.clock.moveTo(`${day}T12:00:00Z`);
    await closeDays(database, { now: test.clock.now(), portfolioId: portfolio.id });
    manager = await office.signIn('manager');
  };
  const client = () => {
    if (!manager) throw new Error('the office has no day yet');
    return manager;
  };
  const lend = async (penalty: ProductTerms['penalty'], wishes: object = {}) => {
    const loan = await arrangeLoan(owner, portfolio, { disbursedOn: '2026-08-01', ...wishes });
    const product = productOf({ penalty });
    expect((await client().post('/api/loan-products', product)).status).toBe(200);
    await owner`
      update loans set product_id = ${product.id}, product_version_id = ${product.versionId}
      where id = ${loan.id}`;
    return loan.id;
  };
  const pay = (loanId: string, wishes: object) =>
    client().post(`/api/loans/${loanId}/payments`, paymentOf(wishes));
  const reverse = async (loanId: string, paymentId: string) => {
    const path = `/api/loans/${loanId}/payments/${paymentId}/reversal`;
    const reversed = await client().post(path, { id: uuidv7(), reason: 'Bounced' });
    expect(reversed).toMatchObject({ status: 200 });
  };
  return { office, on, client, lend, pay, reverse };
}

type Charged = {
  readonly id: string;
  readonly instalmentNumber: number;
  readonly amountMinor: number;
  readonly waivedMinor: number;
  readonly chargedOn: string;
  readonly chargedLateOn: string | null;
};
type Office = Awaited<ReturnType<typeof openLateOffice>>;

const chargesOf = async ({ client }: Office, loanId: string): Promise<readonly Charged[]> =>
  (await client().get(`/api/loans/${loanId}/charges`)).body.charges.toReversed();
/** Returns what is charged and not waived, by instalment and day. */
const penaltiesOf = async (office: Office, loanId: string) =>
  (await chargesOf(office, loanId))
    .filter(({ amountMinor, waivedMinor }) => amountMinor > waivedMinor)
    .map((one) => [one.instalmentNumber, one.chargedOn, one.amountMinor - one.waivedMinor])
    .toSorted((left, right) => String(left).localeCompare(String(right)));

/** Sums per instalment, because a cap can split a penalty or shift it to another month. */
const sumsOf = async (office: Office, loanId: string) => {
  const sums = new Map<number, number>();
  for (const one of await chargesOf(office, loanId)) {
    const { instalmentNumber: number, amountMinor, waivedMinor } = one;
    sums.set(number, (sums.get(number) ?? 0) + amountMinor - waivedMinor);
  }
  return Object.fromEntries([...sums].filter(([, sumMinor]) => sumMinor > 0));
};

const fixed = { kind: 'fixed', amountMinor: 2_500, graceDays: 5, capMinor: null } as const;
const noInterest = { ratePercent: '0', principalMinor: 60_000, instalmentCount: 3 };

describe('a payment that bounces after its days are closed', () => {
  it('leaves the penalties of a loan that was never paid, charged late on their own days', async () => {
    const office = await openLateOffice();
    const { on, lend, pay, reverse } = office;
    await on('2026-09-02');
    const wishes = { ...noInterest, disbursedOn: '2026-09-01' };
    const [paid, unpaid] = [await lend(fixed, wishes), await lend(fixed, wishes)];
    await on('2026-10-01');
    const { body } = await pay(paid, { amountMinor: 20_000, valueDate: '2026-10-01' });
    await on('2026-10-11');
    expect(await penaltiesOf(office, paid)).toEqual([]);
    await reverse(paid, body.payment.id);
    await on('2026-11-26');
    const expected = [
      [1, '2026-10-07', 2_500],
      [2, '2026-11-07', 2_500],
    ];
    expect(await penaltiesOf(office, unpaid)).toEqual(expected);
    expect(await penaltiesOf(office, paid)).toEqual(expected);
    const marks = await chargesOf(office, paid);
    expect(marks.map(({ chargedLateOn }) => chargedLateOn)).toEqual(['2026-10-11', null]);
    const { body: closed } = await office.client().get('/api/closings?before=2026-10-12');
    expect(closed.closings[0]).toMatchObject({
      day: '2026-10-11',
      books: [{ penalties: 1, penaltiesMinor: 2_500 }],
    });
    await expectCleanBooks(owner);
  });
});

describe('a loan that is settled before the next close', () => {
  it('owes the penalty of a bounced payment in its payoff quote', async () => {
    const office = await openLateOffice();
    const { on, lend, pay, reverse } = office;
    await on('2026-09-02');
    const wishes = { ...noInterest, disbursedOn: '2026-09-01' };
    const [paid, unpaid] = [await lend(fixed, wishes), await lend(fixed, wishes)];
    await on('2026-10-01');
    const { body } = await pay(paid, { amountMinor: 20_000, valueDate: '2026-10-01' });
    await on('2026-10-11');
    await reverse(paid, body.payment.id);
    for (const id of [paid, unpaid]) {
      expect(await penaltiesOf(office, id)).toEqual([[1, '2026-10-07', 2_500]]);
      const quote = await quoteOf(office, id, '2026-10-11');
      expect(quote).toMatchObject({ totalMinor: 62_500, penaltyMinor: 2_500 });
      await settle(office, id, '2026-10-11');
    }
    await expectCleanBooks(owner);
  });

  it('is charged, waived and charged again on one day, as the payment bounces twice', async () => {
    const office = await openLateOffice();
    const { lend, pay, reverse, on } = office;
    await on('2026-09-02');
    const loanId = await lend(fixed, { ...noInterest, disbursedOn: '2026-09-01' });
    await on('2026-10-11');
    const payAndBounce = async () => {
      const { body } = await pay(loanId, { amountMinor: 20_000, valueDate: '2026-10-01' });
      expect(await penaltiesOf(office, loanId)).toEqual([]);
      await reverse(loanId, body.payment.id);
      expect(await penaltiesOf(office, loanId)).toEqual([[1, '2026-10-07', 2_500]]);
    };
    await payAndBounce().then(payAndBounce);
    await on('2026-10-12');
    expect(await penaltiesOf(office, loanId)).toEqual([[1, '2026-10-07', 2_500]]);
    await expectCleanBooks(owner);
  });

  it('gets the penalty when an overpayment would still settle all but the lateness', async () => {
    const office = await openLateOffice();
    const { on, lend, pay, reverse } = office;
    await on('2026-09-02');
    const loanId = await lend(fixed, { ...noInterest, disbursedOn: '2026-09-01' });
    await on('2026-10-01');
    const { body } = await pay(loanId, { amountMinor: 20_000, valueDate: '2026-10-01' });
    await on('2026-10-21');
    const rest = { amountMinor: 62_500, valueDate: '2026-10-21', beyondDue: 'credit' };
    await done(pay(loanId, rest));
    await reverse(loanId, body.payment.id);
    expect(await penaltiesOf(office, loanId)).toEqual([[1, '2026-10-07', 2_500]]);
    await expectCleanBooks(owner);
  });
});

describe('a payment that settles the loan and is dated before a penalty', () => {
  async function arrangeOneLeft() {
    const office = await openLateOffice();
    await office.on('2026-09-02');
    const loanId = await office.lend(fixed, {
      ...noInterest,
      instalmentCount: 1,
      disbursedOn: '2026-09-01',
    });
    await office.on('2026-10-21');
    expect(await penaltiesOf(office, loanId)).toEqual([[1, '2026-10-07', 2_500]]);
    return { office, loanId };
  }

  it('closes the loan without it', async () => {
    const { office, loanId } = await arrangeOneLeft();
    const posted = await office.pay(loanId, { amountMinor: 60_000, valueDate: '2026-10-01' });
    expect(posted.body).toMatchObject({ loanStatus: 'closed', waived: [{ amountMinor: 2_500 }] });
    expect(await penaltiesOf(office, loanId)).toEqual([]);
    await expectCleanBooks(owner);
  });

  it('keeps as credit what an earlier payment paid of it', async () => {
    const { office, loanId } = await arrangeOneLeft();
    await done(office.pay(loanId, { amountMinor: 2_500, valueDate: '2026-10-20' }));
    const posted = await office.pay(loanId, { amountMinor: 60_000, valueDate: '2026-10-01' });
    expect(posted.body).toMatchObject({ loanStatus: 'closed', waived: [{ amountMinor: 2_500 }] });
    expect(await penaltiesOf(office, loanId)).toEqual([]);
    expect(await readOf(office, loanId)).toMatchObject({ creditMinor: 2_500, remainingMinor: 0 });
    await expectCleanBooks(owner);
  });

  it('saves the interest that a payoff of its day saves', async () => {
    const office = await openLateOffice();
    await office.on('2026-09-02');
    const [loan, twin] = [await office.lend(fixed), await office.lend(fixed)];
    await office.on('2026-09-03');
    const { totalMinor } = await quoteOf(office, twin, '2026-09-03');
    await settle(office, twin, '2026-09-03');
    await office.on('2026-09-21');
    expect(await penaltiesOf(office, loan)).toEqual([[1, '2026-09-07', 2_500]]);
    const posted = await office.pay(loan, { amountMinor: totalMinor, valueDate: '2026-09-03' });
    expect(posted.body).toMatchObject({ loanStatus: 'closed', outstandingMinor: 0 });
    expect((await readOf(office, loan)).instalments).toEqual(
      (await readOf(office, twin)).instalments,
    );
    await expectCleanBooks(owner);
  });
});

describe('a payment that is dated before a penalty', () => {
  async function arrangeLate(waiving?: { required: boolean }) {
    const office = await openLateOffice(waiving);
    await office.on('2026-09-02');
    const grace = { ...fixed, amountMinor: 1_500, graceDays: 10 };
    const loanId = await office.lend(grace);
    await office.on('2026-11-26');
    expect(await penaltiesOf(office, loanId)).toEqual([
      [1, '2026-09-12', 1_500],
      [2, '2026-10-12', 1_500],
      [3, '2026-11-12', 1_500],
    ]);
    const { body: read } = await office.client().get(`/api/loans/${loanId}`);
    const [first] = read.instalments;
    const amountMinor = first.principalMinor + first.interestMinor;
    return { office, loanId, payment: { amountMinor, valueDate: '2026-09-01' } };
  }

  it('shows in its preview which penalties lose their reason, and waives them as it is posted', async () => {
    const { office, loanId, payment } = await arrangeLate();
    const preview = await office
      .client()
      .get(
        `/api/loans/${loanId}/penalties-preview?amountMinor=${payment.amountMinor}&valueDate=2026-09-01`,
      );
    expect(preview.body.penalties).toMatchObject([
      { instalmentNumber: 1, dueOn: '2026-09-01', amountMinor: 1_500, outcome: 'done' },
    ]);
    expect(await penaltiesOf(office, loanId)).toHaveLength(3);
    const posted = await office.pay(loanId, payment);
    expect(posted.body.waived).toMatchObject([{ instalmentNumber: 1, outcome: 'done' }]);
    expect(await penaltiesOf(office, loanId)).toEqual([
      [2, '2026-10-12', 1_500],
      [3, '2026-11-12', 1_500],
    ]);
    const { body: read } = await office.client().get(`/api/loans/${loanId}`);
    expect(read).toMatchObject({ daysPastDue: 56, bucket: '31-60' });
    await expectCleanBooks(owner);
    // After the cheque bounces, the penalty is due again.
    await office.reverse(loanId, posted.body.payment.id);
    expect(await penaltiesOf(office, loanId)).toHaveLength(3);
    await office.on('2026-11-27');
    expect(await penaltiesOf(office, loanId)).toHaveLength(3);
    await expectCleanBooks(owner);
  });

  it('leaves charged what the user unticked', async () => {
    const { office, loanId, payment } = await arrangeLate();
    const [first] = await chargesOf(office, loanId);
    const posted = await office.pay(loanId, { ...payment, retainPenalties: [first?.id] });
    expect(posted.body.waived).toEqual([]);
    expect(await penaltiesOf(office, loanId)).toHaveLength(3);
    await office.on('2026-11-27');
    await expectCleanBooks(owner);
  });

  it('asks a second person where waivers need one', async () => {
    const { office, loanId, payment } = await arrangeLate({ required: true });
    const posted = await office.pay(loanId, payment);
    expect(posted.body.waived).toMatchObject([{ outcome: 'awaiting-approval' }]);
    expect(await penaltiesOf(office, loanId)).toHaveLength(3);
    await expectCleanBooks(owner);
  });

  it('splits again what later payments paid of the penalty', async () => {
    const { office, loanId, payment } = await arrangeLate();
    await office.pay(loanId, { amountMinor: 5_000, valueDate: '2026-09-20' });
    const posted = await office.pay(loanId, payment);
    expect(posted.body.waived).toMatchObject([{ instalmentNumber: 1, amountMinor: 1_500 }]);
    const { body: read } = await office.client().get(`/api/loans/${loanId}`);
    expect(read.penaltyPaidMinor).toBe(0);
    await expectCleanBooks(owner);
  });
});

async function done(answer: ReturnType<Office['pay']>) {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(JSON.stringify(body));
}

const readOf = async ({ client }: Office, loanId: string) =>
  (await client().get(`/api/loans/${loanId}`)).body;
const quoteOf = async ({ client }: Office, loanId: string, day: string) => {
  const { body } = await client().get(`/api/loans/${loanId}/payoff-quote?on=${day}`);
  return { ...body, requestId: undefined };
};

/** Pays what the quote of a day asks for, where the loan is still open. */
async function settle(office: Office, loanId: string, valueDate: string) {
  const { totalMinor: amountMinor } = await quoteOf(office, loanId, valueDate);
  if (amountMinor === undefined) return;
  await done(office.pay(loanId, { amountMinor, valueDate }));
  expect(await readOf(office, loanId)).toMatchObject({ status: 'closed', remainingMinor: 0 });
}

type Step =
  | { readonly do: 'on'; readonly days: number }
  | {
      readonly do: 'pay';
      readonly share: number;
      readonly daysAgo: number;
      readonly bounces: boolean;
      readonly beyondDue: string;
    }
  | { readonly do: 'bounce' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('on' as const), days: fc.constantFrom(1, 9, 32) }),
  fc.record({
    do: fc.constant('pay' as const),
    share: fc.constantFrom(0.3, 1, 1.7),
    daysAgo: fc.constantFrom(0, 3, 20, 45),
    bounces: fc.boolean(),
    beyondDue: fc.constantFrom('next-instalments', 'credit', 'lower-instalment'),
  }),
  fc.record({ do: fc.constant('bounce' as const) }),
);

const penalties = [
  fixed,
  { kind: 'percent', percent: '18', graceDays: 0, capMinor: null },
  { kind: 'percent', percent: '36', graceDays: 4, capMinor: 600 },
] as const;

it(
  'leaves any loan as its twin that never had what was reversed',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 8, maxLength: 14 }),
        fc.constantFrom(...penalties),
        fc.boolean(),
        async (steps, penalty, settles) => {
          const office = await openLateOffice();
          let today = calendarDate('2026-09-02');
          await office.on(today);
          const [loan, twin] = [await office.lend(penalty), await office.lend(penalty)];
          const waiting: string[] = [];
          const bounce = async () => {
            const paymentId = waiting.shift();
            if (paymentId !== undefined) await office.reverse(loan, paymentId);
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
              const sent = { amountMinor, valueDate, beyondDue: one.beyondDue };
              const posted = await office.pay(loan, sent);
              if (posted.status !== 200) continue;
              if (one.bounces) waiting.push(posted.body.payment.id);
              else await done(office.pay(twin, sent));
            }
          }
          while (waiting.length > 0) await bounce();
          const expectTwins = async () => {
            expect(await sumsOf(office, loan)).toEqual(await sumsOf(office, twin));
            const [ours, twins] = [await readOf(office, loan), await readOf(office, twin)];
            expect(ours.instalments).toEqual(twins.instalments);
            expect(ours.payoffMinor).toBe(twins.payoffMinor);
            expect(await quoteOf(office, loan, today)).toEqual(await quoteOf(office, twin, today));
            await expectCleanBooks(owner);
          };
          await expectTwins();
          if (settles) {
            for (const id of [loan, twin]) await settle(office, id, today);
            await expectTwins();
          }
          today = addDays(today, 33);
          await office.on(today);
          await expectTwins();
        },
      ),
      { numRuns: 6 },
    );
  },
);
