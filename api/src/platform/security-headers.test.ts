import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { addSecurityHeaders } from './security-headers.ts';

describe('security headers', () => {
  const headersOver = async (protocol: 'http' | 'https', hstsSubdomains: boolean) => {
    const app = fastify({ trustProxy: true });
    addSecurityHeaders(app, { scriptHashes: ['sha256-x'], hstsSubdomains });
    app.get('/', async () => 'here');
    const headers = { 'x-forwarded-proto': protocol };
    return (await app.inject({ url: '/', headers })).headers;
  };

  it('require HTTPS for a year, and for subdomains only if configured', async () => {
    const strictTransport = async (protocol: 'http' | 'https', hstsSubdomains: boolean) =>
      (await headersOver(protocol, hstsSubdomains))['strict-transport-security'];
    expect(await strictTransport('https', false)).toBe('max-age=31536000');
    expect(await strictTransport('https', true)).toBe('max-age=31536000; includeSubDomains');
    expect(await strictTransport('http', true)).toBeUndefined();
  });

  it('prevent other sites from framing, reading or scripting a page', async () => {
    const headers = await headersOver('https', false);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "script-src 'self' 'sha256-x'",
      ]),
    );
  });
});
