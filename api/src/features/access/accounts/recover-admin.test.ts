import { describe, expect, it } from 'vitest';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import { openOffice } from '../../../testing/open-office.ts';
import { clientOf } from '../../../testing/test-app.ts';
import { listAdminEmails, recoverAdmin } from './recover-admin.ts';

const { test, portfolio } = await openOffice();
const admin = await arrangeAdmin(test.owner);
const email = 'admin@bursar.example';
const publicUrl = 'https://bursar.test';
const recover = (address = email) =>
  recoverAdmin(test.owner, { email: address, publicUrl, now: test.clock.now() });
const complete = (link: string | null) =>
  clientOf(test.app, {}).post('/api/recovery/complete', {
    token: /token=([\w-]+)$/.exec(link ?? '')?.[1] ?? '',
    password: 'Fresh#2026',
  });

describe('an administrator’s recovery on the server', () => {
  it('ends the sessions, sets a password once by the link, and notifies the owner', async () => {
    const before = await test.signIn(email);
    const link = await recover();
    expect((await before.get('/api/session')).body).toMatchObject({
      error: 'not_signed_in',
      details: { reason: 'ended-elsewhere' },
    });
    expect((await complete(link)).status).toBe(200);
    expect((await complete(link)).body.error).toBe('recovery_link_not_valid');
    const back = await test.signIn(email, 'Fresh#2026');
    expect((await back.get('/api/session')).body.unseenSecurityEvents).toBe(1);
    const { events } = (await back.get('/api/profile/security-events')).body;
    expect(events).toMatchObject([{ kind: 'release-recovery', by: null, isNew: true }]);
  });

  it('is recorded in the audit trail without the link', async () => {
    const link = await recover();
    const trail = await test.owner`
      select event, actor_id, before, after from audit_events
      where subject_id = ${admin.id} and event = 'recover-admin'`;
    expect(trail.at(-1)).toMatchObject({ actorId: null, before: null, after: null });
    expect((await complete(link)).status).toBe(200);
  });

  it('voids an earlier link', async () => {
    const earlier = await recover();
    const later = await recover();
    expect((await complete(earlier)).body.error).toBe('recovery_link_not_valid');
    expect((await complete(later)).status).toBe(200);
  });

  it('opens the networks of administrators, which a form from before cannot close again', async () => {
    const client = await test.signIn(email, 'Fresh#2026');
    const { version, ...rules } = (await client.get('/api/security-rules')).body;
    const { ownAddress: _, ...sent } = { ...rules, password: 'Fresh#2026' };
    const networks = { ...rules.networks, admin: ['127.0.0.0/8'] };
    const path = '/api/security-rules';
    const closed = await client.put(path, { ...sent, networks, version });
    expect(closed).toMatchObject({ status: 200, body: { version: version + 1 } });
    expect((await complete(await recover())).status).toBe(200);
    const back = await test.signIn(email, 'Fresh#2026');
    const stale = await back.put(path, { ...sent, networks, version: version + 1 });
    expect(stale.body.error).toBe('changed_since');
    const open = { version: version + 2, networks: { admin: [] } };
    expect((await back.get(path)).body).toMatchObject(open);
    // The second recovery does not change the rules, so forms that are open can still be saved.
    expect((await complete(await recover())).status).toBe(200);
    const again = await test.signIn(email, 'Fresh#2026');
    expect((await again.get(path)).body).toMatchObject(open);
  });

  it('is possible only for active administrators', async () => {
    expect(await recover(portfolio.manager.email)).toBeNull();
    expect(await recover('nobody@bursar.example')).toBeNull();
    expect(await listAdminEmails(test.owner)).toEqual([email]);
    await test.owner`update accounts set status = 'suspended' where id = ${admin.id}`;
    expect(await recover()).toBeNull();
    expect(await listAdminEmails(test.owner)).toEqual([]);
  });
});
