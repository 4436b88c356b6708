import fastify from 'fastify';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildApp, type AppOptions } from '../../../app.ts';
import { logSlowStatements } from '../../../platform/postgres/log-slow-statements.ts';
import { statementCounts, onFinishedStatement } from '../../../platform/postgres/statements.ts';
import { arrangePortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { insertBackup } from '../backups/taken-backups.store.ts';

describe('/metrics', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  const opened: { close: () => Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const server of opened.splice(0)) await server.close();
  });
  const openApp = async (options: Partial<AppOptions>) => {
    const { database, clock, secrets, documentsFolder } = test;
    const { server } = await buildApp({
      database,
      clock,
      logLevel: 'silent',
      tls: null,
      trustProxy: false,
      hstsSubdomains: false,
      webFolder: null,
      publicUrl: null,
      securityContact: null,
      mail: null,
      secrets,
      webhookAddresses: 'public',
      documents: { documentPlace: documentsFolder, scanCommand: null },
      cachesReads: false,
      ...options,
    });
    opened.push(server);
    return server;
  };
  const metricsOf = async (server: Awaited<ReturnType<typeof openApp>>) =>
    (await server.inject('/metrics')).body;

  it('counts calls by route template and status, without ids', async () => {
    const server = await openApp({});
    await metricsOf(server);
    await server.inject('/api/loans/0190163d-8694-739b-aea5-966c26f8ad90');
    await server.inject('/healthz');
    const text = await metricsOf(server);
    expect(text).toMatch(
      /bursar_http_request_duration_seconds_count\{method="GET",route="\/api\/loans\/:[a-zA-Z]+",status="401"\} 1/,
    );
    expect(text).toContain('route="/healthz",status="200"} 1');
    expect(text).not.toContain('0190163d');
  });

  it('shows the state of the process and of the database', async () => {
    const server = await openApp({});
    const [event] = await test.owner<{ id: string }[]>`select gen_random_uuid() as id`;
    await test.owner`
      insert into outbox (id, to_address, subject, body, created_at, next_attempt_at)
      values (${event?.id ?? ''}, 'a@b.example', 's', 'b', now(), now())`;
    const text = await metricsOf(server);
    expect(text).toContain('bursar_database_up 1');
    expect(text).toContain('bursar_outbox_waiting 1');
    expect(text).toMatch(/bursar_database_connections\{state="active"\} [1-9]/);
    expect(text).toMatch(/bursar_database_max_connections [1-9]/);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).toContain('bursar_last_close_timestamp_seconds Nan');
    expect(text).not.toContain('a@b.example');
  });

  it('dates the last backup that could be read back', async () => {
    const server = await openApp({});
    const backup = { fileName: 'a.backup', bytes: 1, rows: 1, documents: 0, lostDocuments: 0 };
    const unchecked = { ...backup, takenAt: '2026-06-02T00:00:00.000Z', checkedAt: null };
    await insertBackup(test.owner, unchecked);
    const gauge = 'bursar_last_backup_timestamp_seconds';
    expect(await metricsOf(server)).toContain(`${gauge} Nan`);
    const takenAt = '2026-06-01T00:00:00.000Z';
    await insertBackup(test.owner, { ...backup, takenAt, checkedAt: takenAt });
    expect(await metricsOf(server)).toContain(`${gauge} ${Date.parse(takenAt) / 1_000}\n`);
  });

  it('dates the last closed day of the portfolio furthest behind, also of one that never closed a day', async () => {
    const server = await openApp({});
    const gauge = 'bursar_oldest_closed_day_timestamp_seconds';
    const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1_000;
    expect(await metricsOf(server)).toContain(`${gauge} Nan`);
    const { id } = await arrangePortfolio(test.owner);
    await test.owner`
      insert into end_of_day_runs (portfolio_id, day, id, state, started_at, ended_at)
      values (${id}, '2026-06-14', ${uuidv7()}, 'closed', now(), now())`;
    expect(await metricsOf(server)).toContain(`${gauge} ${seconds('2026-06-14')}\n`);
    const other = await arrangePortfolio(test.owner, 'other');
    // It is the eleventh of June where the portfolio is, so its first close is for the tenth.
    await test.owner`
      update portfolios set created_at = '2026-06-10T23:00:00Z', time_zone = 'Asia/Dubai'
      where id = ${other.id}`;
    expect(await metricsOf(server)).toContain(`${gauge} ${seconds('2026-06-10')}\n`);
  });

  it('is answered on this machine only, unless networks are set', async () => {
    const ask = async (options: Partial<AppOptions>, request: object) =>
      (await (await openApp(options)).inject({ url: '/metrics', ...request })).statusCode;
    expect(await ask({}, { remoteAddress: '::ffff:127.0.0.1' })).toBe(200);
    expect(await ask({}, { remoteAddress: '192.0.2.1' })).toBe(404);
    const forwarded = { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '192.0.2.1' } };
    expect(await ask({}, forwarded)).toBe(404);
    expect(await ask({ trustProxy: 'nearest-hop' }, forwarded)).toBe(404);
    const metrics = { token: null, networks: ['192.0.2.0/24'] };
    expect(await ask({ metrics }, { remoteAddress: '192.0.2.1' })).toBe(200);
    expect(await ask({ metrics, trustProxy: 'nearest-hop' }, forwarded)).toBe(200);
  });

  it('asks for the token if one is set, wherever the call comes from', async () => {
    const server = await openApp({ metrics: { token: 'a-token-of-24-characters', networks: [] } });
    const ask = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization };
      return (await server.inject({ url: '/metrics', headers })).statusCode;
    };
    expect(await ask()).toBe(404);
    expect(await ask('Bearer another-token')).toBe(404);
    expect(await ask('Bearer a-token-of-24-characters')).toBe(200);
  });
});

describe('the watch over statements', () => {
  it('sees each statement once, with its time on the connection and without its values', async () => {
    const { database } = await createTestApp();
    const seen: { text: string; ms: number }[] = [];
    const stop = onFinishedStatement((statement) => seen.push(statement));
    await database.begin(async (transaction) => {
      await transaction`select pg_sleep(0.05), ${'a value'}::text`;
    });
    await expect(database`select 1 / 0`).rejects.toThrow('division by zero');
    stop();
    const ours = seen.filter(({ text }) => !text.includes('pg_catalog.pg_type'));
    expect(ours.map(({ text }) => text.trim())).toEqual([
      'begin',
      'select pg_sleep(0.05), $1::text',
      'commit',
      'select 1 / 0',
    ]);
    expect(ours[1]?.ms).toBeGreaterThanOrEqual(49);
    expect(statementCounts.waiting).toBe(0);
  });

  it('logs slow statements with placeholders and a limited length', async () => {
    const { database } = await createTestApp();
    const logOver = (ms: number | null) => {
      const lines: string[] = [];
      const app = fastify({ logger: { stream: { write: (line: string) => lines.push(line) } } });
      logSlowStatements(app, ms);
      onTestFinished(() => app.close());
      return lines;
    };
    const slow = logOver(40);
    const none = [logOver(600_000), logOver(null)];
    await database`
      select pg_sleep(0.05),
        ${'a secret value'}::text`;
    expect(slow.join('')).toContain('"statement":"select pg_sleep(0.05), $1::text"');
    expect(slow.join('')).not.toContain('secret value');
    expect(none).toEqual([[], []]);
  });
});
