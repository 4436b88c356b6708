import { expect, it } from 'vitest';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import { openOffice } from '../../../testing/open-office.ts';

const { test, signIn } = await openOffice();
const { email } = await arrangeAdmin(test.owner);
const admin = await test.signIn(email);

const set = (isOn: boolean) => admin.put('/api/maintenance', { isOn });

it('maintenance locks out everyone except administrators until it ends', async () => {
  const manager = await signIn('manager');
  expect((await manager.get('/api/loans?view=all')).status).toBe(200);
  expect((await set(true)).body.since).toBe('2026-06-15T12:00:00.000Z');
  expect(await manager.get('/api/loans?view=all')).toMatchObject({
    status: 503,
    body: { error: 'under_maintenance' },
  });
  expect((await admin.get('/api/staff')).status).toBe(200);
  expect((await set(false)).body).toEqual({ since: null });
  expect((await manager.get('/api/loans?view=all')).status).toBe(200);
});

it('maintenance begins once and ends once, even if requests repeat', async () => {
  const countEvents = async () =>
    (await test.owner`select from audit_events where event like '%-maintenance'`).length;
  const before = await countEvents();
  await Promise.all([set(true), set(true)]);
  await Promise.all([set(false), set(false)]);
  expect((await countEvents()) - before).toBe(2);
});

it('maintenance is reserved for administrators, even if others are granted the permission', async () => {
  const manager = await signIn('manager');
  expect((await manager.put('/api/maintenance', { isOn: true })).status).toBe(403);
  await admin.put('/api/permissions/close-for-maintenance/user', { granted: true });
  expect((await manager.put('/api/maintenance', { isOn: true })).status).toBe(404);
});
