import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeApprovalRule, testPassword } from '../../../testing/arrange.ts';
import { openOffice } from '../../../testing/open-office.ts';
import { clientOf, type TestClient } from '../../../testing/test-app.ts';

const { test, portfolio, signIn } = await openOffice();
await arrangeApprovalRule(test.owner, portfolio, { kind: 'reassign-loans', required: false });

const endOf = async (client: TestClient) => (await client.get('/api/session')).body;

describe('an ended session', () => {
  it('reports that another session ended it', async () => {
    const here = await signIn('agent');
    const there = await signIn('agent');
    await there.post('/api/profile/sessions/end-others');
    expect(await endOf(here)).toMatchObject({
      error: 'not_signed_in',
      details: { reason: 'ended-elsewhere' },
    });
    expect(await endOf(there)).toHaveProperty('id');
  });

  it('reports a changed password', async () => {
    const here = await signIn('otherAgent');
    const there = await signIn('otherAgent');
    const password = { currentPassword: testPassword, password: 'Another#2026' };
    expect((await there.post('/api/profile/password', password)).status).toBe(200);
    expect(await endOf(here)).toMatchObject({ details: { reason: 'password-changed' } });
  });

  it('reports a suspended account', async () => {
    const agent = await signIn('agent');
    const desk = await signIn('desk');
    const suspended = await desk.post(`/api/staff/${portfolio.team.agent.id}/suspend`, {
      id: uuidv7(),
      loans: 'take-back',
    });
    expect(suspended.status, JSON.stringify(suspended.body)).toBe(200);
    expect(await endOf(agent)).toMatchObject({ details: { reason: 'account-suspended' } });
  });

  it('reports that it expired, and is not extended by background calls', async () => {
    const manager = await signIn('manager');
    expect((await manager.get('/api/session')).body.endsInSeconds).toBe(30 * 60);
    test.clock.moveTo('2026-06-15T12:28:00Z');
    const { body } = await unattended(manager);
    expect(body.endsInSeconds).toBe(2 * 60);
    test.clock.moveTo('2026-06-15T12:31:00Z');
    expect(await endOf(manager)).toMatchObject({ details: { reason: 'idle' } });
    test.clock.moveTo('2026-06-15T12:00:00Z');
  });

  it('reveals nothing to a caller without both of its cookies', async () => {
    const here = await signIn('manager');
    const there = await signIn('manager');
    await there.post('/api/profile/sessions/end-others');
    expect(await endOf(here)).toHaveProperty('details.reason');
    const { token } = here.cookies;
    const thief = clientOf(test.app, { ...there.cookies, token: token ?? '' });
    expect(await endOf(thief)).not.toHaveProperty('details');
    expect(await endOf(clientOf(test.app, {}))).not.toHaveProperty('details');
  });
});

async function unattended({ cookies }: TestClient) {
  const response = await test.app.server.inject({
    method: 'GET',
    url: '/api/session',
    cookies: { ...cookies },
    headers: { 'x-unattended': '1' },
  });
  return { body: response.json() };
}
