import { describe, expect, it } from 'vitest';
import { testPassword } from '../../../testing/arrange.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { createFirstAdmin } from './create-first-admin.ts';

describe('the first administrator', () => {
  it('is created once, even if several processes start, and can sign in', async () => {
    const test = await createTestApp();
    const admin = { email: 'root@bursar.example', password: testPassword };
    const now = new Date('2026-06-15T12:00:00Z');
    const outcomes = await Promise.all([
      createFirstAdmin(test.owner, admin, now),
      createFirstAdmin(test.owner, admin, now),
    ]);
    expect(outcomes).toContain('created');
    expect(outcomes).toContain('already_there');
    const client = await test.signIn(admin.email);
    expect((await client.get('/api/session')).body).toMatchObject({
      role: 'admin',
      portfolio: null,
    });
  });
});
