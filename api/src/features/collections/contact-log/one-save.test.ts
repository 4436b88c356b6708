import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { openOffice } from '../../../testing/open-office.ts';

const { test, arrangeHeld, signIn, portfolio } = await openOffice();
const agent = await signIn('agent');

const paymentOf = (wishes: object = {}) => ({
  id: uuidv7(),
  amountMinor: 2_000,
  currency: 'USD',
  valueDate: '2026-06-15',
  method: 'cash',
  ...wishes,
});
const promiseOf = (wishes: object = {}) => ({
  id: uuidv7(),
  currency: 'USD',
  lines: [{ amountMinor: 1_000, promisedOn: '2026-06-20', ...wishes }],
});
const nextAction = { what: 'Send the receipt', dueOn: '2026-06-16', remindAt: null };
const log = (loanId: string, body: object) =>
  agent.post(`/api/loans/${loanId}/contacts`, { channel: 'call', outcome: 'promised', ...body });

const rowsOf = async (loanId: string) => {
  const [row] = await test.owner`
    select (select count(*) from contact_attempts where loan_id = ${loanId}) as contacts,
      (select count(*) from payments where loan_id = ${loanId}) as payments,
      (select count(*) from promises where loan_id = ${loanId}) as promises,
      (select count(*) from loan_work where loan_id = ${loanId} and next_action is not null)
        as actions,
      (select count(*) from audit_events where subject_id = ${loanId}
        and event in ('log-contact', 'post-payment', 'make-promise', 'plan-next-action'))
        as audits`;
  return row;
};

it('a contact saves its payment, promise and next action once, in one request', async () => {
  const { id } = await arrangeHeld();
  const payment = paymentOf();
  const body = { id: uuidv7(), payment, promise: promiseOf(), nextAction };
  const first = await log(id, body);
  expect(first.body).toMatchObject({
    contact: {
      paymentId: payment.id,
      promise: { lines: [{ state: 'waiting', receivedMinor: 0 }] },
    },
    replayed: false,
  });
  expect((await log(id, body)).body.replayed).toBe(true);
  const once = { contacts: 1, payments: 1, promises: 1, actions: 1 };
  expect(await rowsOf(id)).toMatchObject(once);
  const other = { ...body, payment: { ...payment, amountMinor: 2_100 } };
  expect((await log(id, other)).body.error).toBe('id_reused_with_different_content');
  const without = { ...body, payment: undefined };
  expect((await log(id, without)).body.error).toBe('id_reused_with_different_content');
  expect(await rowsOf(id)).toMatchObject(once);
});

it.each([
  ['payment', { payment: paymentOf({ amountMinor: 99_000_000 }) }, 'payment.amountMinor'],
  ['promise', { promise: promiseOf({ promisedOn: '2026-06-01' }) }, 'promise.lines.0.promisedOn'],
  ['next action', { nextAction: { ...nextAction, dueOn: '2026-06-01' } }, 'nextAction.dueOn'],
])('a %s that is refused saves nothing', async (_, wrong, field) => {
  const { id } = await arrangeHeld();
  const body = { id: uuidv7(), payment: paymentOf(), promise: promiseOf(), nextAction };
  const refused = await log(id, { ...body, ...wrong });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(Object.keys(refused.body.fields)).toEqual([field]);
  const nothing = { contacts: 0, payments: 0, promises: 0, actions: 0, audits: 0 };
  expect(await rowsOf(id)).toMatchObject(nothing);
  // The refused call stored nothing, so the corrected form may send the same ids.
  const payment = paymentOf();
  expect((await log(id, { ...body, payment })).status).toBe(200);
});

it('a possible duplicate payment is asked about before anything is saved', async () => {
  const { id } = await arrangeHeld();
  const earlier = paymentOf();
  await agent.post(`/api/loans/${id}/payments`, earlier);
  const payment = paymentOf();
  const body = { id: uuidv7(), outcome: 'paid', payment };
  expect((await log(id, body)).body.error).toBe('payment_looks_posted_already');
  expect(await rowsOf(id)).toMatchObject({ contacts: 0, payments: 1 });
  const confirmed = { ...payment, confirmedDuplicateOf: earlier.id };
  expect((await log(id, { ...body, payment: confirmed })).status).toBe(200);
});

it('a payment in a contact needs the permission to post payments', async () => {
  const { id } = await arrangeHeld();
  await test.owner`
    insert into role_permissions (role, permission, granted, changed_by, changed_at)
    values ('agent', 'post-payment', false, ${portfolio.manager.id}, now())`;
  const other = await signIn('agent');
  const body = { id: uuidv7(), channel: 'call', outcome: 'paid', payment: paymentOf() };
  const { status } = await other.post(`/api/loans/${id}/contacts`, body);
  expect(status).toBe(403);
  expect(await rowsOf(id)).toMatchObject({ contacts: 0, payments: 0 });
  await test.owner`delete from role_permissions`;
});
