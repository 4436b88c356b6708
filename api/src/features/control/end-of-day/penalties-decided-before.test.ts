import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import {
  chargesOf,
  openLateOffice,
  penaltiesOf,
  type LateOffice,
} from '../../../testing/late-office.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const test = await createTestApp();
const { owner } = test;
const admin = await arrangeAdmin(owner);

/** Lends a loan whose first instalment is late and has a penalty, by default one of 15.00. */
async function arrangeLate({
  required = true,
  penalty = fifteen,
  instalmentCount = 1,
  until = '2026-09-21',
}: Wishes = {}) {
  const office = await openLateOffice(test, { required });
  await office.on('2026-09-02');
  const wishes = { ratePercent: '0', principalMinor: 60_000, instalmentCount };
  const loanId = await office.lend(penalty, { ...wishes, disbursedOn: '2026-08-01' });
  await office.on(until);
  const [charge] = await chargesOf(office, loanId);
  if (!charge) throw new Error('the loan has no penalty');
  return { office, loanId, chargeId: charge.id };
}

type Wishes = {
  readonly required?: boolean;
  readonly penalty?: Parameters<LateOffice['lend']>[0];
  readonly instalmentCount?: number;
  readonly until?: string;
};
type Late = Awaited<ReturnType<typeof arrangeLate>>;

const fifteen = { kind: 'fixed', amountMinor: 1_500, graceDays: 10, capMinor: null } as const;
const owed = [[1, '2026-09-12', 1_500]];
const onTime = { amountMinor: 60_000, valueDate: '2026-09-01' };

const waive = async ({ office, loanId, chargeId }: Late, amountMinor: number) => {
  const command = { id: uuidv7(), amountMinor, reason: 'Good customer' };
  const path = `/api/loans/${loanId}/charges/${chargeId}/waiver`;
  expect((await office.client().post(path, command)).body.outcome).toBe('awaiting-approval');
  return command.id;
};
/** Reads the loan's requests that wait for approval, oldest first. */
const waitingOf = async ({ loanId }: Late) =>
  owner<{ id: string; amountMinor: number; reason: string }[]>`
    select id, amount_minor, reason from approvals
    where loan_id = ${loanId} and state = 'waiting' order by requested_at, id`;
const decide = async (id: string, decision: 'approve' | 'decline' = 'approve') => {
  const client = await test.signIn(admin.email);
  const decided = await client.post(`/api/approvals/${id}/decision`, { decision, reason: 'Seen' });
  expect(decided).toMatchObject({ status: 200 });
  return decided.body;
};
const pay = async ({ office, loanId }: Late, wishes: object) => {
  const { status, body } = await office.pay(loanId, wishes);
  expect({ status, body }).toMatchObject({ status: 200 });
  return { paymentId: String(body.payment.id), waived: body.waived };
};
const half = { amountMinor: 30_000, valueDate: '2026-09-01' };
const undoWaiver = async ({ office, loanId, chargeId }: Late) => {
  const charges = await chargesOf(office, loanId);
  const waiver = charges.find(({ id }) => id === chargeId)?.waivers[0];
  const path = `/api/loans/${loanId}/charges/${chargeId}/waivers/${waiver?.id}/undo`;
  return office.client().post(path, { id: uuidv7(), reason: 'No proof' });
};
const previewOf = async ({ office, loanId }: Late) => {
  const path = `/api/loans/${loanId}/penalties-preview?amountMinor=60000&valueDate=2026-09-01`;
  return (await office.client().get(path)).body.penalties;
};
const lost = [{ amountMinor: 1_500, outcome: 'awaiting-approval' }];

describe('a penalty that loses its reason after a decision about it', () => {
  it('is waived although a waiver out of goodwill was declined before', async () => {
    const late = await arrangeLate();
    await decide(await waive(late, 1_500), 'decline');
    expect(await previewOf(late)).toMatchObject(lost);
    const { waived } = await pay(late, onTime);
    expect(waived).toMatchObject(lost);
    const [request] = await waitingOf(late);
    expect((await decide(request?.id ?? '')).state).toBe('approved');
    expect(await penaltiesOf(late.office, late.loanId)).toEqual([]);
    await expectReconciled(owner);
  });

  it('is waived although it was retained with a payment that was reversed', async () => {
    const late = await arrangeLate({ required: false });
    const { office, loanId, chargeId } = late;
    const wrong = await pay(late, { ...onTime, retainPenalties: [chargeId] });
    expect(wrong.waived).toEqual([]);
    await office.reverse(loanId, wrong.paymentId);
    const right = await pay(late, onTime);
    expect(right.waived).toMatchObject([{ amountMinor: 1_500, outcome: 'done' }]);
    expect(await penaltiesOf(office, loanId)).toEqual([]);
    await expectReconciled(owner);
  });

  it('is waived although its waiver was undone before that payment was reversed', async () => {
    const late = await arrangeLate({ required: false, instalmentCount: 2 });
    const { office, loanId } = late;
    const wrong = await pay(late, half);
    expect(await undoWaiver(late)).toMatchObject({ status: 200 });
    await expectReconciled(owner);
    await office.on('2026-09-22');
    await office.reverse(loanId, wrong.paymentId);
    const right = await pay(late, half);
    expect(right.waived).toMatchObject([{ amountMinor: 1_500, outcome: 'done' }]);
    expect(await penaltiesOf(office, loanId)).toEqual([]);
    await expectReconciled(owner);
  });

  it('is not charged twice by undoing its waiver after the payment bounced', async () => {
    const late = await arrangeLate({ required: false, instalmentCount: 2 });
    const { paymentId } = await pay(late, half);
    await late.office.on('2026-09-22');
    await late.office.reverse(late.loanId, paymentId);
    expect((await undoWaiver(late)).body.error).toBe('penalty_charged_again');
    expect(await penaltiesOf(late.office, late.loanId)).toEqual(owed);
    await expectReconciled(owner);
  });

  it('is waived although the waiver was declined for a payment that was reversed', async () => {
    const late = await arrangeLate();
    const { office, loanId } = late;
    const wrong = await pay(late, onTime);
    const [first] = await waitingOf(late);
    await decide(first?.id ?? '', 'decline');
    await office.on('2026-09-22');
    await office.reverse(loanId, wrong.paymentId);
    expect((await pay(late, onTime)).waived).toMatchObject(lost);
    expect(await waitingOf(late)).toHaveLength(1);
    await expectReconciled(owner);
  });
});

describe('a decision that a penalty stays', () => {
  const another = { amountMinor: 1_000, valueDate: '2026-09-21' };

  /** Reverses a payment that was posted at the same moment as the payment behind the decision. */
  const reverseAnother = async ({ office, loanId }: Late, { paymentId }: { paymentId: string }) => {
    const posted = await owner`select distinct posted_at from payments where loan_id = ${loanId}`;
    expect(posted).toHaveLength(1);
    await office.on('2026-09-22');
    await office.reverse(loanId, paymentId);
  };

  it.each(['before', 'after'])(
    'by declining its waiver holds if a payment posted just %s is reversed',
    async (when) => {
      const late = await arrangeLate({ instalmentCount: 2 });
      const earlier = when === 'before' && (await pay(late, another));
      expect((await pay(late, half)).waived).toMatchObject(lost);
      const other = earlier || (await pay(late, another));
      const [request] = await waitingOf(late);
      await decide(request?.id ?? '', 'decline');
      await reverseAnother(late, other);
      expect(await waitingOf(late)).toEqual([]);
      expect(await penaltiesOf(late.office, late.loanId)).toEqual(owed);
      await expectReconciled(owner);
    },
  );

  it.each(['before', 'after'])(
    'by undoing its waiver holds if a payment posted just %s is reversed',
    async (when) => {
      const late = await arrangeLate({ required: false, instalmentCount: 2 });
      const earlier = when === 'before' && (await pay(late, another));
      expect((await pay(late, half)).waived).toMatchObject([{ outcome: 'done' }]);
      const other = earlier || (await pay(late, another));
      expect(await undoWaiver(late)).toMatchObject({ status: 200 });
      await reverseAnother(late, other);
      expect(await penaltiesOf(late.office, late.loanId)).toEqual(owed);
      await expectReconciled(owner);
    },
  );
});

describe('a waiver out of goodwill that waits when the penalty loses its reason', () => {
  async function arrangeWaiting() {
    const late = await arrangeLate();
    const goodwill = await waive(late, 500);
    expect(await previewOf(late)).toMatchObject(lost);
    const { waived } = await pay(late, onTime);
    expect(waived).toMatchObject(lost);
    const [, request] = await waitingOf(late);
    if (!request) throw new Error('no waiver of the whole penalty was requested');
    expect(request).toMatchObject({ amountMinor: 1_500, reason: 'Paid on 2026-09-01' });
    const [charge] = await chargesOf(late.office, late.loanId);
    expect(charge).toMatchObject({ waiverRequestId: request.id });
    return { ...late, goodwill, request };
  }

  it('cannot be approved while the waiver of the whole penalty waits', async () => {
    const { goodwill, request, ...late } = await arrangeWaiting();
    expect(await decide(goodwill)).toMatchObject({
      state: 'failed',
      failure: { code: 'request_already_waiting' },
    });
    expect((await decide(request.id)).state).toBe('approved');
    expect(await penaltiesOf(late.office, late.loanId)).toEqual([]);
    await expectReconciled(owner);
  });

  it('cannot be approved after the waiver of the whole penalty', async () => {
    const { goodwill, request, ...late } = await arrangeWaiting();
    expect((await decide(request.id)).state).toBe('approved');
    expect(await decide(goodwill)).toMatchObject({ state: 'failed' });
    expect(await penaltiesOf(late.office, late.loanId)).toEqual([]);
    await expectReconciled(owner);
  });

  it('can be declined without an effect on the waiver of the whole penalty', async () => {
    const { goodwill, request, ...late } = await arrangeWaiting();
    await decide(goodwill, 'decline');
    expect(await waitingOf(late)).toMatchObject([{ id: request.id }]);
    expect((await decide(request.id)).state).toBe('approved');
    await expectReconciled(owner);
  });
});

describe('a waiver that waits because a penalty lost its reason', () => {
  const bounce = async (late: Late) => {
    const { paymentId } = await pay(late, onTime);
    const [request] = await waitingOf(late);
    await late.office.on('2026-09-22');
    await late.office.reverse(late.loanId, paymentId);
    return request?.id ?? '';
  };
  const hasReason = { state: 'failed', failure: { code: 'waiver_reason_gone' } };

  it('cannot be approved after the payment bounced', async () => {
    const late = await arrangeLate();
    expect(await decide(await bounce(late))).toMatchObject(hasReason);
    expect(await penaltiesOf(late.office, late.loanId)).toEqual(owed);
    await expectReconciled(owner);
  });

  it('cannot be approved then if an earlier version stored it', async () => {
    const late = await arrangeLate();
    const id = await bounce(late);
    await owner`
      update approvals set command = command - 'lostReason', subject_id = ${late.chargeId}
      where id = ${id}`;
    expect(await decide(id)).toMatchObject(hasReason);
    expect(await penaltiesOf(late.office, late.loanId)).toEqual(owed);
  });

  it('is requested anew for another payment after that', async () => {
    const late = await arrangeLate();
    const stale = await bounce(late);
    expect((await pay(late, onTime)).waived).toMatchObject(lost);
    expect(await decide(stale)).toMatchObject({
      state: 'failed',
      failure: { code: 'request_already_waiting' },
    });
    const [request] = await waitingOf(late);
    expect((await decide(request?.id ?? '')).state).toBe('approved');
    expect(await penaltiesOf(late.office, late.loanId)).toEqual([]);
    await expectReconciled(owner);
  });

  it('is requested in full if a further payment removes the rest of the reason', async () => {
    const penalty = { kind: 'percent', percent: '24', graceDays: 0, capMinor: null } as const;
    const late = await arrangeLate({ penalty, until: '2026-10-15' });
    const valueDate = '2026-09-01';
    const first = await pay(late, { amountMinor: 30_000, valueDate });
    expect(first.waived).toMatchObject([{ amountMinor: 592 }]);
    const second = await pay(late, { amountMinor: 29_000, valueDate });
    expect(second.waived).toMatchObject([{ amountMinor: 1_164 }]);
    const [part, all] = await waitingOf(late);
    expect(await decide(part?.id ?? '')).toMatchObject({
      state: 'failed',
      failure: { code: 'request_already_waiting' },
    });
    expect((await decide(all?.id ?? '')).state).toBe('approved');
    expect(await penaltiesOf(late.office, late.loanId)).toEqual([[1, '2026-10-01', 20]]);
    await expectReconciled(owner);
  });

  it('counts as asked for if an earlier version stored it', async () => {
    const late = await arrangeLate();
    await pay(late, { ...onTime, amountMinor: 60_000 });
    const [request] = await waitingOf(late);
    await owner`
      update approvals set command = command - 'lostReason', subject_id = ${late.chargeId}
      where loan_id = ${late.loanId}`;
    await expectReconciled(owner);
    expect((await decide(request?.id ?? '')).state).toBe('approved');
    expect(await penaltiesOf(late.office, late.loanId)).toEqual([]);
  });
});
