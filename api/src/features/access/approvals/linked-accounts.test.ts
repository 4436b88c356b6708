import { permissionNames } from '@bursar/contracts/access/permissions';
import { roles } from '@bursar/contracts/roles';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import { applicationOf, disbursementOf, productOf } from '../../../testing/lending.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';
import { clientOf, type TestClient } from '../../../testing/test-app.ts';

const { test, portfolio, signIn, signInDeputy, arrangeHeld } = await openOffice();
let manager: TestClient;
let admin: TestClient;
let second: TestClient;

const ids = { manager: portfolio.manager.id, admin: '', second: '' };

beforeAll(async () => {
  ids.admin = (await arrangeAdmin(test.owner)).id;
  ids.second = (await arrangeAdmin(test.owner, 'second@bursar.example')).id;
  admin = await test.signIn('admin@bursar.example');
  second = await test.signIn('second@bursar.example');
  for (const permission of permissionNames) {
    for (const role of roles) {
      await admin.put(`/api/permissions/${permission}/${role}`, { granted: true });
    }
  }
  manager = await signIn('manager');
});

/** Records a second-factor reset, without the authenticator app that a real one needs. */
const arrangeOpening = (accountId: string, openedBy: string, openedAt: string) =>
  test.owner`
    insert into account_openings (account_id, opened_by, kind, opened_at)
    values (${accountId}, ${openedBy}, 'reset-second-factor', ${openedAt})`;
const forgetOpenings = () => test.owner`delete from account_openings`;

const askForReversal = async (client: TestClient) => {
  const loan = await arrangeHeld();
  const payment = paymentOf();
  await manager.post(`/api/loans/${loan.id}/payments`, payment);
  const id = uuidv7();
  const reversal = { id, reason: 'the cheque bounced' };
  const asked = await client.post(
    `/api/loans/${loan.id}/payments/${payment.id}/reversal`,
    reversal,
  );
  expect(asked.body.state ?? asked.body.error ?? asked.status).not.toBe('not_found');
  return id;
};
const decide = (client: TestClient, id: string, decision: string, reason = '') =>
  client.post(`/api/approvals/${id}/decision`, { decision, reason });

describe('a request by an account that another person opened', () => {
  it('is not approved by another account that the same person opened', async () => {
    const id = await askForReversal(manager);
    await arrangeOpening(ids.manager, ids.admin, '2026-06-15T12:00:00Z');
    await arrangeOpening(ids.second, ids.admin, '2026-06-15T12:00:00Z');
    const refused = await decide(second, id, 'approve');
    expect(refused).toMatchObject({ status: 409, body: { error: 'accounts_linked' } });
    await forgetOpenings();
    expect((await decide(second, id, 'approve')).body.state).toBe('approved');
  });

  it.each([
    ['the decider opened the requester’s account', () => [ids.manager, ids.admin], '2026-05-20'],
    ['the requester opened the decider’s account', () => [ids.admin, ids.manager], '2026-05-20'],
    [
      'the account was opened after the request',
      () => [ids.manager, ids.admin],
      '2026-06-15T12:00:00Z',
    ],
  ] as const)(
    'is not approved by the linked person, only by a third one: %s',
    async (_, pair, openedAt) => {
      const [account = '', opener = ''] = pair();
      const id = await askForReversal(manager);
      await arrangeOpening(account, opener, openedAt);
      const shown = (await admin.get(`/api/approvals/${id}`)).body;
      expect(shown).toMatchObject({ isLinked: true, mayDecide: false });
      const counted = (await admin.get('/api/approvals/waiting')).body.waiting;
      expect((await second.get('/api/approvals/waiting')).body.waiting).toBe(counted + 1);
      const refused = await decide(admin, id, 'approve');
      expect(refused).toMatchObject({ status: 409, body: { error: 'accounts_linked' } });
      expect((await decide(second, id, 'approve')).body.state).toBe('approved');
      await forgetOpenings();
    },
  );

  it('can be declined by the person who opened the account, but not approved', async () => {
    await arrangeOpening(ids.manager, ids.admin, '2026-06-01');
    const id = await askForReversal(manager);
    const notified = await test.owner<{ accountId: string }[]>`
      select account_id from notifications where target_id = ${id} and event = 'approval-wanted'`;
    expect(notified.map(({ accountId }) => accountId)).toContain(ids.second);
    expect(notified.map(({ accountId }) => accountId)).not.toContain(ids.admin);
    expect((await decide(admin, id, 'decline', 'no')).body.state).toBe('declined');
    await forgetOpenings();
  });

  it('can be approved by the person who opened the account after thirty days', async () => {
    await arrangeOpening(ids.manager, ids.admin, '2026-05-16T11:59:00Z');
    const id = await askForReversal(manager);
    expect((await decide(admin, id, 'approve')).body.state).toBe('approved');
    await forgetOpenings();
  });

  it('is recognised from an administrator’s actions: handing over an invitation, changing an address', async () => {
    const invited = {
      id: uuidv7(),
      role: 'user',
      name: 'Puppet',
      email: 'puppet@bursar.example',
      portfolio: { id: portfolio.id },
    };
    expect((await admin.post('/api/staff', invited)).status).toBe(200);
    const { link } = (await admin.post(`/api/staff/${invited.id}/invitation-link`)).body;
    const token = /token=([\w-]+)/.exec(link)?.[1];
    const password = 'Fresh#2026';
    await clientOf(test.app, {}).post('/api/recovery/complete', { token, password });
    const puppet = await test.signIn(invited.email, password);
    const id = await askForReversal(puppet);
    expect((await decide(admin, id, 'approve')).body.error).toBe('accounts_linked');
    expect((await decide(second, id, 'approve')).body.state).toBe('approved');

    const row = (await second.get(`/api/staff/${invited.id}`)).body;
    const change = { name: 'Puppet', email: 'other@bursar.example', teamId: null };
    await second.put(`/api/staff/${invited.id}`, { ...change, version: row.version });
    const other = await askForReversal(puppet);
    expect((await decide(second, other, 'approve')).body.error).toBe('accounts_linked');
    await forgetOpenings();
  });
});

describe('an application, with every permission granted to every role', () => {
  const submit = async (client: TestClient) => {
    const product = productOf();
    await manager.post('/api/loan-products', product);
    const application = applicationOf(product.versionId);
    expect((await client.post('/api/applications', application)).status).toBe(200);
    return application.id;
  };
  const at = (id: string, part = '') => `/api/applications/${id}${part}`;
  const approve = (client: TestClient, id: string) =>
    client.post(at(id, '/events'), { id: uuidv7(), event: 'approve', reason: '' });
  const payOut = (client: TestClient, id: string) =>
    client.post(at(id, '/disbursement'), disbursementOf());

  it('is not submitted, approved and disbursed by one person, in one session or two', async () => {
    const deputy = await signInDeputy();
    const elsewhere = await signIn('manager');
    const id = await submit(manager);
    for (const client of [manager, elsewhere]) {
      expect((await client.get(at(id))).body.hindrance).toBe('own_application');
      const refused = await approve(client, id);
      expect(refused).toMatchObject({ status: 409, body: { error: 'own_application' } });
    }
    expect((await approve(deputy, id)).body.status).toBe('approved');
    expect((await deputy.get(at(id))).body.hindrance).toBe('own_approval');
    expect((await payOut(deputy, id)).body.error).toBe('own_approval');
    expect((await manager.get(at(id))).body.hindrance).toBeNull();
    expect((await payOut(elsewhere, id)).body.status).toBe('active');
    const undone = { id: uuidv7(), reason: 'wrong account' };
    expect((await deputy.post(at(id, '/undo-disbursement'), undone)).status).toBe(200);
    expect((await payOut(deputy, id)).body.error).toBe('own_approval');
  });

  it('checks the latest approval, not an undone one', async () => {
    const deputy = await signInDeputy();
    const agent = await signIn('agent');
    const id = await submit(agent);
    await approve(deputy, id);
    const back = { id: uuidv7(), event: 'undo-approval', reason: 'again' };
    await manager.post(at(id, '/events'), back);
    await approve(manager, id);
    expect((await payOut(manager, id)).body.error).toBe('own_approval');
    expect((await payOut(deputy, id)).body.status).toBe('active');
  });

  it('is not approved or disbursed by an account linked to the previous step’s account', async () => {
    const deputy = await signInDeputy();
    const id = await submit(manager);
    const [row] = await test.owner`select id from accounts where name = 'Deputy'`;
    await arrangeOpening(String(row?.['id']), ids.manager, '2026-06-01');
    expect((await deputy.get(at(id))).body.hindrance).toBe('accounts_linked');
    expect((await approve(deputy, id)).body.error).toBe('accounts_linked');
    await forgetOpenings();
    await approve(deputy, id);
    await arrangeOpening(ids.manager, String(row?.['id']), '2026-06-15');
    expect((await payOut(manager, id)).body.error).toBe('accounts_linked');
    await forgetOpenings();
  });

  it('needs one person if an administrator allows that, which the audit trail records', async () => {
    const rule = `/api/approval-rules/${portfolio.id}/disburse-loan`;
    const { portfolios } = (await admin.get('/api/approval-rules')).body;
    const { rules } = portfolios.find((one: { id: string }) => one.id === portfolio.id);
    expect(rules).toContainEqual({
      kind: 'disburse-loan',
      required: true,
      limitLoans: null,
      isDefault: true,
    });
    expect((await (await signIn('desk')).put(rule, { required: false })).status).toBe(404);
    expect((await admin.put(rule, { required: false })).status).toBe(200);
    const id = await submit(manager);
    expect((await approve(manager, id)).body.status).toBe('approved');
    expect((await payOut(manager, id)).body.status).toBe('active');
    const [trail] = await test.owner`
      select actor_id, before, after from audit_events where event = 'change-approval-rule'`;
    expect(trail).toMatchObject({
      actorId: ids.admin,
      before: { kind: 'disburse-loan', required: 'true' },
      after: { kind: 'disburse-loan', required: 'false' },
    });
  });
});
