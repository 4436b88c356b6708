import { describe, expect, it } from 'vitest';
import { isForbiddenHost, parseWebhookUrl, resolveWebhookHost } from './webhook-address.ts';

const forbidden = (text: string, rule: 'public' | 'any' = 'public') =>
  isForbiddenHost(new URL(text), rule);

describe('the address of a webhook', () => {
  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'https://user:secret@example.com/',
    'https://user@example.com/',
    'javascript:alert(1)',
    'example.com',
    'https://',
    '',
  ])('is refused as %s', (text) => {
    expect(parseWebhookUrl(text, 'public')).toBeNull();
    expect(parseWebhookUrl(text, 'any')).toBeNull();
  });

  it('is https, and http only to this machine if the operator allows it', () => {
    expect(parseWebhookUrl('https://example.com/a?b=c#part', 'public')?.href).toBe(
      'https://example.com/a?b=c',
    );
    expect(parseWebhookUrl('http://127.0.0.1:9000/', 'public')).toBeNull();
    expect(parseWebhookUrl('http://127.0.0.1:9000/', 'any')).not.toBeNull();
    expect(parseWebhookUrl('http://localhost:9000/', 'any')).not.toBeNull();
    expect(parseWebhookUrl('http://10.0.0.1/', 'any')).toBeNull();
  });

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://168.63.129.16/',
    'https://100.100.100.200/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://localhost/',
    'https://localhost./',
    'https://books.localhost/',
  ])('may not be %s on the public internet', (text) => {
    expect(forbidden(text)).toBe(true);
  });

  it('never is a metadata service, also if own networks are allowed', () => {
    expect(forbidden('https://10.1.2.3/', 'any')).toBe(false);
    expect(forbidden('https://[::1]/', 'any')).toBe(false);
    for (const host of ['169.254.169.254', '168.63.129.16', '100.100.100.200', '[fd00:ec2::254]']) {
      expect(forbidden(`https://${host}/`, 'any'), host).toBe(true);
    }
    expect(forbidden('https://93.184.216.34/')).toBe(false);
    expect(forbidden('https://[2606:4700::1111]/')).toBe(false);
  });

  it('is checked again after its name is resolved', async () => {
    const local = new URL('https://localhost/');
    expect(await resolveWebhookHost(local, 'public')).toBeNull();
    expect(await resolveWebhookHost(local, 'any')).toMatchObject({
      address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
    });
    expect(await resolveWebhookHost(new URL('http://10.0.0.1/'), 'any')).toBeNull();
  });
});
