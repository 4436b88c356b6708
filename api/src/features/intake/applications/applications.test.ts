import { applicationEvents, applicationStatuses } from '@bursar/contracts/choices';
import { transition } from '@bursar/loan-maths/lifecycle';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangePortfolio, productTermsOf } from '../../../testing/arrange.ts';
import { applicationOf, disbursementOf, lendingBy } from '../../../testing/lending.ts';
import { openOffice } from '../../../testing/open-office.ts';

const { test, signIn, signInDeputy } = await openOffice();
const manager = await signIn('manager');
const deputy = await signInDeputy();
const { at, submit, decide, disburse, undo, product, submitted, approved, paidOut } = lendingBy(
  manager,
  await signInDeputy(),
);

describe('an application', () => {
  it('is stored once with its new borrower, even if sent repeatedly', async () => {
    const { versionId } = await product();
    const body = applicationOf(versionId);
    const answers = [await submit(body), await submit(body)];
    expect(answers.map((answer) => answer.body.replayed)).toEqual([false, true]);
    const read = (await manager.get(at(body.id))).body;
    expect(read).toMatchObject({
      status: 'submitted',
      borrower: { id: body.borrower.id, name: 'Amina Noor' },
      principalMinor: 1_200_000,
      annualRatePercent: '12',
      productVersion: 1,
      events: [],
    });
    expect(read.reference).toMatch(/^A-\d{6}$/);
    const borrower = (await manager.get(`/api/borrowers/${body.borrower.id}`)).body;
    expect(borrower.contacts).toMatchObject([{ kind: 'phone', value: '+971501112233' }]);
    expect((await submit({ ...body, instalmentCount: 24 })).body.error).toBe(
      'id_reused_with_different_content',
    );
  });

  it.each([
    [{ principalMinor: 499_999 }, 'outside_product_terms', 'principalMinor'],
    [{ annualRatePercent: '24.01' }, 'outside_product_terms', 'annualRatePercent'],
    [{ instalmentCount: 61 }, 'outside_product_terms', 'instalmentCount'],
    [{ firstDueOn: '2026-06-14' }, 'first_due_before_disbursement', 'firstDueOn'],
    [{ borrower: { kind: 'known', id: uuidv7() } }, 'borrower_not_found', 'borrower'],
    [
      { borrower: { kind: 'new', id: uuidv7(), name: ' ', phone: '', email: '' } },
      'name_missing',
      'borrower.name',
    ],
    [{ productVersionId: uuidv7() }, 'product_not_found', 'productVersionId'],
  ])('is refused with %j as %s', async (changes, error, field) => {
    const { versionId } = await product();
    const { body } = await submit(applicationOf(versionId, changes));
    expect([body.error, Object.keys(body.fields ?? {})]).toEqual([error, [field]]);
  });

  it('is refused with the amounts and rates that the product allows', async () => {
    const { versionId } = await product();
    const { body } = await submit(applicationOf(versionId, { principalMinor: 1 }));
    expect(body.message).toBe('The product allows 5000.00 USD to 50000.00 USD.');
  });

  it('uses the terms in force, and retains them', async () => {
    const { id, versionId } = await product();
    const body = applicationOf(versionId);
    await submit(body);
    const next = { id: uuidv7(), basedOn: 1, terms: productTermsOf({ instalmentCountMax: 6 }) };
    await manager.post(`/api/loan-products/${id}/versions`, {
      ...next,
      terms: productTermsOf({ principalMinMinor: 600_000 }),
    });
    expect((await submit(applicationOf(versionId))).body.error).toBe('changed_since');
    expect((await manager.get(at(body.id))).body.terms.principalMinMinor).toBe(500_000);
    await manager.post(`/api/loan-products/${id}/archive`, {});
    const latest = (await manager.get(`/api/loan-products/${id}`)).body.latest.id;
    expect((await submit(applicationOf(latest))).body.error).toBe('product_is_archived');
  });

  it('accepts only borrowers of the portfolio, and is visible only in it', async () => {
    const other = await arrangePortfolio(test.owner, 'two');
    const id = uuidv7();
    await test.owner`insert into borrowers (portfolio_id, id) values (${other.id}, ${id})`;
    const { versionId } = await product();
    const foreignApplication = applicationOf(versionId, { borrower: { kind: 'known', id } });
    expect((await submit(foreignApplication)).body.error).toBe('borrower_not_found');

    const mine = await submitted();
    const stranger = await test.signIn(other.manager.email);
    expect((await stranger.get(at(mine))).status).toBe(404);
    expect((await stranger.post(at(mine, '/disbursement'), disbursementOf())).status).toBe(404);
    const desk = await signIn('desk');
    expect((await desk.get(at(mine))).status).toBe(403);
  });

  it.each(
    applicationStatuses.flatMap((status) =>
      applicationEvents.map((event) => [status, event] as const),
    ),
  )('that is %s follows the arrows on %s', async (status, event) => {
    const id = await inStatus[status]();
    const answer = await happen[event](id);
    const moved = transition(status, event);
    expect(answer.body).toMatchObject(
      moved.ok
        ? { status: moved.state }
        : { error: 'loan_event_refused', details: { status, event } },
    );
  });

  it('that is sent twice at once is stored once', async () => {
    const { versionId } = await product();
    const body = applicationOf(versionId);
    const answers = await Promise.all([submit(body), submit(body), submit(body)]);
    const replayed = answers.map((answer) => answer.body.replayed);
    expect(replayed.filter((one) => one === false)).toHaveLength(1);
    expect(replayed.filter((one) => one === true)).toHaveLength(2);
  });

  it('is not moved under an id that has moved another', async () => {
    const [one, other] = [await submitted(), await submitted()];
    const event = { id: uuidv7(), event: 'approve', reason: '' };
    const answers = await Promise.all(
      [one, other].map((id) => deputy.post(at(id, '/events'), event)),
    );
    expect(
      answers.map(({ body }) => body.error ?? body.status).toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual(['approved', 'id_reused_with_different_content']);
    const { loanId } = await paidOut();
    const third = await approved();
    expect((await disburse(third, disbursementOf({ id: loanId }))).body).toMatchObject({
      error: 'id_reused_with_different_content',
    });
  });

  it('needs a reason to be declined, and none to be approved', async () => {
    const id = await submitted();
    expect((await decide(id, 'reject', ' ')).body).toMatchObject({ error: 'reason_missing' });
    await decide(id, 'reject', 'too little income');
    expect((await manager.get(at(id))).body.events).toMatchObject([
      { event: 'reject', reason: 'too little income', madeBy: 'Deputy' },
    ]);
  });

  it('is listed by what moved last and counted by state', async () => {
    const id = await submitted();
    const { body } = await manager.get('/api/applications?status=submitted&limit=1');
    expect(body.rows).toMatchObject([{ id }]);
    const all = (await manager.get('/api/applications?limit=200')).body;
    const counted = all.counts.find(({ status }: { status: string }) => status === 'submitted');
    const rows = all.rows.filter(({ status }: { status: string }) => status === 'submitted');
    expect(counted.count).toBe(rows.length);
    const second = await manager.get(`/api/applications?limit=1&after=${body.nextCursor}`);
    expect(second.body.rows[0].id).not.toBe(id);
    const { reference } = body.rows[0];
    expect((await manager.get(`/api/applications?q=${reference}`)).body.rows).toMatchObject([
      { id },
    ]);
  });
});

const happen = {
  approve: (id: string) => decide(id, 'approve'),
  reject: (id: string) => decide(id, 'reject'),
  withdraw: (id: string) => decide(id, 'withdraw'),
  'undo-approval': (id: string) => decide(id, 'undo-approval'),
  disburse: (id: string) => disburse(id),
  'undo-disbursement': undo,
};

const inStatus = {
  submitted,
  approved,
  active: async () => (await paidOut()).id,
  rejected: async () => {
    const id = await submitted();
    await decide(id, 'reject');
    return id;
  },
  withdrawn: async () => {
    const id = await submitted();
    await decide(id, 'withdraw');
    return id;
  },
};
