import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettings, type Settings } from './settings.ts';

const homeFolder = '/srv/bursar';

function accepted(env: Record<string, string>): Settings {
  const result = readSettings(env, { homeFolder });
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.settings;
}

function problemsOf(env: Record<string, string>): readonly string[] {
  const result = readSettings(env, { homeFolder });
  return result.ok ? [] : result.problems;
}

describe('settings from the environment', () => {
  it('include the contact for vulnerabilities', () => {
    const contactOf = (text: string) => accepted({ SECURITY_CONTACT: text }).securityContact;
    expect(contactOf('security@bursar.example')).toBe('mailto:security@bursar.example');
    expect(contactOf('https://bursar.example/security')).toBe('https://bursar.example/security');
    for (const wrong of ['somebody', 'http://bursar.example', 'a@b.example\nExpires: now']) {
      expect(problemsOf({ SECURITY_CONTACT: wrong })).toHaveLength(1);
    }
  });

  it('run the demo on the embedded database at 127.0.0.1:3000 when nothing is set', () => {
    expect(accepted({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataFolder: '/srv/bursar/data',
      databaseAddresses: null,
      demo: true,
      firstAdmin: null,
      logLevel: 'info',
      logFormat: 'auto',
      tls: null,
      trustProxy: false,
      hstsSubdomains: false,
      publicUrl: null,
      securityContact: null,
      mail: null,
      secrets: { key: null, keyFile: '/srv/bursar/data/secret.key', keyIsLost: false },
      webhookAddresses: 'public',
      timeZones: new Map(),
      metrics: { token: null, networks: ['127.0.0.0/8', '::1/128'] },
      slowStatementMs: 1000,
      role: 'both',
      readWithinMs: 30_000,
      tracesTo: null,
      documents: {
        documentPlace: '/srv/bursar/data/documents',
        isMoved: false,
        scanCommand: null,
      },
    });
  });

  it('store documents in a bucket if its address and its key are set', () => {
    const bucket = {
      DOCUMENTS_S3_URL: 'https://s3.example.com/bursar/',
      DOCUMENTS_S3_KEY_ID: 'key',
      DOCUMENTS_S3_SECRET: 'secret',
    };
    expect(accepted(bucket).documents.documentPlace).toEqual({
      bucket: {
        address: 'https://s3.example.com/bursar',
        region: 'auto',
        accessKeyId: 'key',
        secretAccessKey: 'secret',
      },
      prefix: '',
      uploads: '/srv/bursar/data/documents',
    });
    expect(problemsOf({ ...bucket, DOCUMENTS_S3_SECRET: '' })).toEqual([
      expect.stringContaining('belong together'),
    ]);
    for (const address of [
      'bursar',
      'ftp://s3.example.com/a',
      'https://key:secret@s3.example.com/a',
    ]) {
      const problems = problemsOf({ ...bucket, DOCUMENTS_S3_URL: address });
      expect(problems).toEqual([expect.stringContaining('the address of a bucket')]);
      expect(problems.join()).not.toContain('secret@');
    }
  });

  it('switch the demo off on a configured database, unless requested', () => {
    const DATABASE_URL = 'postgres://bursar:secret@db.example:5432/bursar';
    expect(accepted({ DATABASE_URL }).demo).toBe(false);
    expect(accepted({ DATABASE_URL, BURSAR_DEMO: 'on' }).demo).toBe(true);
  });

  it('separate the addresses of the application, the owner, direct connections and reads', () => {
    const url = 'postgres://app@pooler:6432/bursar';
    const own = {
      DATABASE_OWNER_URL: 'postgres://me@one,two/bursar',
      DATABASE_READ_URL: 'postgres://app@three,four/bursar',
      DATABASE_PREPARE: 'off',
    };
    expect(accepted({ DATABASE_URL: url, ...own }).databaseAddresses).toEqual({
      url,
      ownerUrl: own.DATABASE_OWNER_URL,
      directUrl: null,
      readUrl: own.DATABASE_READ_URL,
      isPrepared: false,
      schema: 'public',
    });
    for (const name of ['DATABASE_OWNER_URL', 'DATABASE_READ_URL'] as const) {
      const [problem, ...others] = problemsOf({ [name]: own[name] });
      expect(problem).toContain('need DATABASE_URL');
      expect(others).toEqual([]);
    }
    expect(problemsOf({ DATABASE_URL: url, DATABASE_READ_URL: 'three:four' })).toEqual([
      expect.stringContaining('DATABASE_READ_URL is not an address'),
    ]);
    for (const wrong of ['mysql://db/x', 'postgres://secret:pw@db:port/x']) {
      expect(problemsOf({ DATABASE_URL: wrong })[0]).toContain('DATABASE_URL is not an address');
      expect(problemsOf({ DATABASE_URL: wrong })[0]).not.toContain('pw');
    }
  });

  it('name the schema of a lender', () => {
    const DATABASE_URL = 'postgres://me@db/books';
    const schemaFor = (name: string) =>
      accepted({ DATABASE_URL, DATABASE_SCHEMA: name }).databaseAddresses?.schema;
    expect(schemaFor('')).toBe('public');
    expect(schemaFor('north_2')).toBe('north_2');
    for (const name of ['North', '2nd', 'a-b', 'a"b', 'pg_x', 'pgboss', 'x'.repeat(41)]) {
      const [problem] = problemsOf({ DATABASE_URL, DATABASE_SCHEMA: name });
      expect(problem).toContain(`DATABASE_SCHEMA is "${name}", but it can only be a name`);
    }
    expect(problemsOf({ DATABASE_SCHEMA: 'north' })).toEqual([
      expect.stringContaining('DATABASE_SCHEMA needs DATABASE_URL'),
    ]);
  });

  it('treat an empty variable as unset', () => {
    expect(accepted({ PORT: '', HOST: ' ', DATABASE_URL: '' })).toEqual(accepted({}));
  });

  it('resolve a relative data folder against the home folder', () => {
    expect(accepted({ BURSAR_DATA: 'books' }).dataFolder).toBe('/srv/bursar/books');
    expect(accepted({ BURSAR_DATA: '/mnt/books' }).dataFolder).toBe('/mnt/books');
  });

  it('trust every proxy, none, or the listed ones', () => {
    expect(accepted({ TRUST_PROXY: 'on' }).trustProxy).toBe('nearest-hop');
    expect(accepted({ TRUST_PROXY: 'off' }).trustProxy).toBe(false);
    expect(accepted({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
  });

  it('assign time zones by record id', () => {
    const timeZones = accepted({ BURSAR_TIME_ZONES: '7f=Asia/Kolkata, 80 = UTC' }).timeZones;
    expect([...timeZones]).toEqual([
      ['7f', 'Asia/Kolkata'],
      ['80', 'UTC'],
    ]);
    for (const wrong of ['7f=IST', 'Asia/Kolkata', '=UTC']) {
      const [problem] = problemsOf({ BURSAR_TIME_ZONES: wrong });
      expect(problem).toContain(`BURSAR_TIME_ZONES has "${wrong}"`);
    }
  });

  it('accept the key that seals secrets, or its loss', () => {
    const BURSAR_SECRET = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=';
    expect(accepted({ BURSAR_SECRET }).secrets.key?.toString('base64')).toBe(BURSAR_SECRET);
    expect(accepted({ BURSAR_SECRET_LOST: 'on' }).secrets.keyIsLost).toBe(true);
    const [problem = ''] = problemsOf({ BURSAR_SECRET: 'hunter2' });
    expect(problem).toContain('BURSAR_SECRET is no key of 32 bytes');
    expect(problem).not.toContain('hunter2');
  });

  it('enable mail once a server and a sender are set', () => {
    const env = { SMTP_URL: 'smtp://mail.example:587', MAIL_FROM: 'bursar@example.com' };
    expect(accepted(env).mail).toEqual({
      smtpUrl: 'smtp://mail.example:587',
      from: 'bursar@example.com',
    });
    expect(accepted({ MAIL_FROM: 'bursar@example.com' }).mail).toBeNull();
  });

  it('remove the last slash of the public address', () => {
    const { publicUrl } = accepted({ PUBLIC_URL: 'https://bursar.example.com/' });
    expect(publicUrl).toBe('https://bursar.example.com');
  });

  it.each([
    [{ PORT: '70000' }, /PORT is "70000"/],
    [{ PORT: '-1' }, /PORT is "-1"/],
    [{ PORT: '3000x' }, /PORT is "3000x"/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL is not an address/],
    [{ DATABASE_URL: 'nonsense' }, /DATABASE_URL is not an address/],
    [{ BURSAR_DEMO: 'yes' }, /BURSAR_DEMO is "yes", but it can only be "on" or "off"/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL is "loud"/],
    [{ TLS_CERT: 'cert.pem' }, /TLS_CERT and TLS_KEY belong together/],
    [{ WEBHOOK_ADDRESSES: 'all' }, /WEBHOOK_ADDRESSES is "all"/],
    [{ TRUST_PROXY: '10.0.0.0/40' }, /TRUST_PROXY has "10.0.0.0\/40"/],
    [{ PUBLIC_URL: 'bursar.example.com' }, /PUBLIC_URL is "bursar.example.com"/],
    [{ SMTP_URL: 'http://mail', MAIL_FROM: 'a@b.cd' }, /SMTP_URL is not an address/],
    [{ SMTP_URL: 'smtp://mail' }, /MAIL_FROM must be the address/],
    [{ BURSAR_ADMIN_EMAIL: 'a@b.cd' }, /belong together/],
    [{ BURSAR_ADMIN_EMAIL: 'a@b', BURSAR_ADMIN_PASSWORD: 'long enough' }, /e-mail "a@b"/],
    [{ BURSAR_ADMIN_EMAIL: 'a@b.cd', BURSAR_ADMIN_PASSWORD: 'short' }, /8 to 15 characters/],
  ])('are refused as %j in one sentence', (env, sentence) => {
    const problems = problemsOf(env);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(sentence);
  });

  it('are all reported at once if wrong', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y', BURSAR_DEMO: 'z' })).toHaveLength(3);
  });

  it('never appear in a sentence if they are passwords', () => {
    expect(problemsOf({ DATABASE_URL: 'http://me:hunter2@host/db' }).join()).not.toContain(
      'hunter2',
    );
    expect(problemsOf({ SMTP_URL: 'http://me:hunter2@host' }).join()).not.toContain('hunter2');
    const env = { BURSAR_ADMIN_EMAIL: 'a@b.cd', BURSAR_ADMIN_PASSWORD: 'hunter2' };
    expect(problemsOf(env).join()).not.toContain('hunter2');
  });

  it('say who may read metrics and which statements are slow', () => {
    const METRICS_ADDRESSES = '10.0.0.0/8, 192.0.2.7';
    expect(accepted({ METRICS_ADDRESSES }).metrics.networks).toEqual([
      '10.0.0.0/8',
      '192.0.2.7/32',
    ]);
    expect(accepted({ SLOW_STATEMENT_MS: '250' }).slowStatementMs).toBe(250);
    expect(accepted({ SLOW_STATEMENT_MS: 'off' }).slowStatementMs).toBeNull();
    expect(accepted({ READ_TIMEOUT_MS: '250' }).readWithinMs).toBe(250);
    expect(accepted({ BURSAR_ROLE: 'jobs' }).role).toBe('jobs');
    const wrong = {
      METRICS_ADDRESSES: '10.0.0.1/8',
      METRICS_TOKEN: 'short',
      SLOW_STATEMENT_MS: '1s',
      READ_TIMEOUT_MS: '0',
    };
    expect(problemsOf(wrong)).toHaveLength(4);
    const formats = {
      LOG_FORMAT: 'xml',
      BURSAR_ROLE: 'worker',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
    };
    expect(problemsOf(formats)).toHaveLength(3);
  });

  it('read each secret from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bursar-secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const fileOf = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const DATABASE_URL_FILE = fileOf('url', 'postgres://me:secret@db/books\n');
    const METRICS_TOKEN_FILE = fileOf('token', 'a-token-of-24-characters\n');
    const settings = accepted({ DATABASE_URL_FILE, METRICS_TOKEN_FILE });
    expect(settings.databaseAddresses?.url).toBe('postgres://me:secret@db/books');
    expect(settings.metrics.token).toBe('a-token-of-24-characters');
    const both = { DATABASE_URL: 'postgres://db/books', DATABASE_URL_FILE };
    expect(problemsOf(both)).toEqual([expect.stringContaining('are both set')]);
    expect(problemsOf({ SMTP_URL_FILE: join(folder, 'none') })).toEqual([
      expect.stringContaining('cannot read such a file'),
    ]);
    expect(problemsOf({ BURSAR_SECRET_FILE: fileOf('empty', ' \n') })).toEqual([
      expect.stringContaining('is empty'),
    ]);
  });
});
