import { describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';

describe('security.txt', () => {
  const path = '/.well-known/security.txt';

  it('states where to report a vulnerability, for half a year', async () => {
    const { app } = await createTestApp({ securityContact: 'mailto:security@bursar.example' });
    const { statusCode, headers, body } = await app.server.inject(path);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body.split('\n')).toEqual([
      'Contact: mailto:security@bursar.example',
      'Expires: 2026-12-12T00:00:00.000Z',
      'Preferred-Languages: en, ar',
      'Canonical: https://bursar.test/.well-known/security.txt',
      '',
    ]);
  });

  it('does not exist without a contact', async () => {
    const { app } = await createTestApp();
    expect((await app.server.inject(path)).statusCode).toBe(404);
  });
});
