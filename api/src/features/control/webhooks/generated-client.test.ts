import { execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { uuidv7 } from 'uuidv7';
import { expect, it, onTestFinished } from 'vitest';
import { arrangeLoan, arrangePortfolio, testPassword } from '../../../testing/arrange.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const workspace = join(import.meta.dirname, '../../../..');

/** Generates the types of the API, type-checks a client that uses them and returns its path. */
async function buildClient(server: string): Promise<string> {
  // The folder is inside the workspace, so that Node finds the client's packages.
  mkdirSync(join(workspace, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(workspace, 'dist/generated-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const generator = join(dirname(require.resolve('openapi-typescript/package.json')), 'bin/cli.js');
  const schema = join(folder, 'schema.d.ts');
  await run(process.execPath, [generator, `${server}/api/openapi.json`, '--output', schema]);
  const client = join(folder, 'client.ts');
  copyFileSync(join(workspace, 'fixtures/generated-client/client.ts'), client);
  const compiler = join(workspace, '../node_modules/typescript/bin/tsc');
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
  ];
  const wide = ['--allowImportingTsExtensions', '--skipLibCheck', '--types', 'node'];
  await run(process.execPath, [compiler, ...options, ...wide, client], { cwd: folder });
  return client;
}

function start(client: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [client], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill();
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    say: (line: string) => child.stdin.write(`${line}\n`),
    readMessage: async (): Promise<Record<string, unknown>> => {
      const { value } = await lines.next();
      if (value === undefined) throw new Error('the client ended');
      return JSON.parse(value);
    },
  };
}

async function makeKey(manager: TestClient): Promise<{ id: string; secret: string }> {
  const { body } = await manager.post('/api/profile/api-keys', {
    id: uuidv7(),
    name: 'Cash desk',
    permissions: ['read-loans', 'post-payment'],
    expiresInDays: 30,
    password: testPassword,
  });
  return { id: body.key.id, secret: body.secret };
}

it('a generated client posts a payment, receives its event, and stops when its key is revoked', async () => {
  const test = await createTestApp();
  // A receiver refuses signatures that are minutes old.
  test.clock.moveTo(new Date().toISOString());
  const portfolio = await arrangePortfolio(test.owner);
  const manager = await test.signIn(portfolio.manager.email);
  const loan = await arrangeLoan(test.owner, portfolio);
  const server = await test.app.server.listen({ host: '127.0.0.1', port: 0 });
  const key = await makeKey(manager);
  const paymentId = uuidv7();
  const client = start(await buildClient(server), {
    SERVER: server,
    KEY: key.secret,
    LOAN_ID: loan.id,
    PAYMENT_ID: paymentId,
  });

  const { listensAt } = await client.readMessage();
  const made = await manager.post('/api/webhooks', {
    id: uuidv7(),
    portfolioId: portfolio.id,
    name: 'Cash desk',
    url: listensAt,
    events: ['post-payment'],
  });
  expect(made.status).toBe(200);
  client.say(made.body.secret);
  // The event can arrive before the answer.
  expect([await client.readMessage(), await client.readMessage()]).toEqual(
    expect.arrayContaining([
      { posted: 200, paymentId },
      {
        event: expect.objectContaining({
          type: 'post-payment',
          data: expect.objectContaining({
            facts: expect.objectContaining({ paymentId, amountMinor: 2_500 }),
          }),
        }),
      },
    ]),
  );

  await manager.post(`/api/profile/api-keys/${key.id}/revoke`);
  client.say('revoked');
  expect(await client.readMessage()).toEqual({ refused: 401 });
});
