import { describe, expect, it } from 'vitest';
import { testPassword } from '../../../testing/arrange.ts';
import { openOffice } from '../../../testing/open-office.ts';

const { test, portfolio, signIn } = await openOffice();

const auditsOf = (event: string) =>
  test.owner`select from audit_events where event = ${event} and actor_id = ${portfolio.manager.id}`;

describe('a locked session', () => {
  it('refuses every call until the password is entered again', async () => {
    const manager = await signIn('manager');
    expect((await manager.post('/api/session/lock')).body).toEqual({ isLocked: true });
    const locked = { status: 423, body: { error: 'session_locked' } };
    expect(await manager.get('/api/session')).toMatchObject(locked);
    expect(await manager.get('/api/loans?view=all')).toMatchObject(locked);
    expect(await manager.get('/api/changes')).toMatchObject(locked);
    expect(await manager.post('/api/profile/sessions/end-others')).toMatchObject(locked);
    const wrong = await manager.post('/api/session/unlock', { password: 'Not-it#2026' });
    expect(wrong).toMatchObject({ status: 403, body: { error: 'current_password_wrong' } });
    expect(await manager.get('/api/session')).toMatchObject(locked);
    const right = await manager.post('/api/session/unlock', { password: testPassword });
    expect(right.body).toEqual({ isLocked: false });
    expect((await manager.get('/api/session')).body).toMatchObject({ role: 'user' });
  });

  it('leaves the account’s other sessions unlocked', async () => {
    const here = await signIn('manager');
    const there = await signIn('manager');
    await here.post('/api/session/lock');
    expect((await there.get('/api/session')).status).toBe(200);
    await here.post('/api/session/unlock', { password: testPassword });
  });

  it('is locked once and unlocked once, even if requests repeat', async () => {
    const manager = await signIn('manager');
    const [locks, unlocks] = [await auditsOf('lock-session'), await auditsOf('unlock-session')];
    await Promise.all([manager.post('/api/session/lock'), manager.post('/api/session/lock')]);
    await manager.post('/api/session/unlock', { password: testPassword });
    await manager.post('/api/session/unlock', { password: testPassword });
    expect((await auditsOf('lock-session')).length - locks.length).toBe(1);
    expect((await auditsOf('unlock-session')).length - unlocks.length).toBe(1);
  });

  it('delays wrong passwords like sign-in', async () => {
    const agent = await signIn('agent');
    await agent.post('/api/session/lock');
    const tries = [];
    for (const guess of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      tries.push((await agent.post('/api/session/unlock', { password: guess })).body.error);
    }
    expect(tries.at(0)).toBe('current_password_wrong');
    expect(tries.at(-1)).toBe('too_many_attempts');
  });
});
