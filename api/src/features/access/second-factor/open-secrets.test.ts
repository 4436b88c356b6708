import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { openSecrets } from './open-secrets.ts';

const now = new Date('2026-06-15T12:00:00Z');
const secret = Buffer.from('12345678901234567890');

describe('the key that seals second factors', () => {
  let test: TestDatabase;
  let portfolio: TestPortfolio;
  let folder: string;
  let keyFile: string;
  beforeAll(async () => {
    test = await createTestDatabase();
    portfolio = await arrangePortfolio(test.owner);
  });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bursar-secrets-'));
    keyFile = join(folder, 'data', 'secret.key');
    await test.owner`delete from second_factors`;
    await test.owner`delete from secret_key_check`;
    return () => rmSync(folder, { recursive: true });
  });
  afterAll(() => test.owner`delete from second_factors`);

  const open = (settings: { key?: Buffer; keyIsLost?: boolean } = {}) =>
    openSecrets(test.owner, { key: null, keyIsLost: false, keyFile, ...settings }, now);
  const opened = async (settings?: Parameters<typeof open>[0]) => {
    const result = await open(settings);
    if (!result.ok) throw new Error(result.problem);
    return result.secrets;
  };
  const problemOf = async (settings?: Parameters<typeof open>[0]) => {
    const result = await open(settings);
    return result.ok ? '' : result.problem;
  };
  const storeSecret = (bytes: Buffer) => test.owner`
    insert into second_factors (account_id, secret, begun_at, confirmed_at)
    values (${portfolio.manager.id}, ${bytes}, ${now.toISOString()}, ${now.toISOString()})`;
  const storedSecret = async () => {
    const [row] = await test.owner<{ secret: Buffer }[]>`select secret from second_factors`;
    return row?.secret;
  };

  it('is created once, readable only by its user, even if two processes start at once', async () => {
    const [one, other] = await Promise.all([opened(), opened()]);
    const sealed = one.seal(secret, 'amira');
    expect(other.open(sealed, 'amira')).toEqual(secret);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'data'))).toEqual(['secret.key']);
    expect((await opened()).open(sealed, 'amira')).toEqual(secret);
  });

  it('seals secrets that an earlier release stored unsealed, bound to their account', async () => {
    await storeSecret(secret);
    const secrets = await opened();
    const sealed = await storedSecret();
    expect(sealed?.includes(secret)).toBe(false);
    expect(secrets.open(sealed ?? Buffer.alloc(0), portfolio.manager.id)).toEqual(secret);
    await opened();
    expect(await storedSecret()).toEqual(sealed);
  });

  it('comes from the setting if one is given, and then creates no file', async () => {
    const key = randomBytes(32);
    const sealed = (await opened({ key })).seal(secret, 'amira');
    expect((await opened({ key })).open(sealed, 'amira')).toEqual(secret);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is reported if missing, wrong or malformed, and nothing changes', async () => {
    await storeSecret(secret);
    await opened({ key: randomBytes(32) });
    const sealed = await storedSecret();
    expect(await problemOf()).toContain(`The key file ${keyFile} is not there. Restore`);
    expect(readdirSync(folder)).toEqual([]);
    const other = randomBytes(32);
    const wrong = await problemOf({ key: other });
    expect(wrong).toContain('The key in BURSAR_SECRET is not the one');
    expect(wrong).not.toContain(other.toString('base64'));
    keyFile = join(folder, 'secret.key');
    writeFileSync(keyFile, 'not a key');
    expect(await problemOf()).toContain(`The key file ${keyFile} holds no key.`);
    expect(readFileSync(keyFile, 'utf8')).toBe('not a key');
    expect(await storedSecret()).toEqual(sealed);
  });

  it('is abandoned on request, which switches second factors off with an audit event each', async () => {
    await storeSecret(secret);
    await opened({ key: randomBytes(32) });
    const secrets = await opened({ keyIsLost: true });
    expect(await storedSecret()).toBeUndefined();
    const [audit] = await test.owner`
      select event, subject_id, actor_id from audit_events order by id desc limit 1`;
    expect(audit).toEqual({
      event: 'reset-second-factor',
      subjectId: portfolio.manager.id,
      actorId: null,
    });
    await storeSecret(secrets.seal(secret, portfolio.manager.id));
    await opened({ keyIsLost: true });
    expect(await storedSecret()).toBeDefined();
  });
});
