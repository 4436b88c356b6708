import { expect, inject, it } from 'vitest';
import { openOffice, paymentOf } from '../testing/open-office.ts';
import { clientOf, openNeighbour } from '../testing/test-app.ts';
import { whenFileEnds } from '../testing/when-file-ends.ts';
import { openDatabase } from './database.ts';
import { targetsOfSocket } from './postgres/targets.ts';

it('a payment on a server that became read only is answered with 503, and is posted later', async () => {
  const { test, signIn, arrangeHeld } = await openOffice();
  const { owner } = test;
  const [loan, agent] = [await arrangeHeld(), await signIn('agent')];
  const [{ name } = { name: '' }] = await owner<{ name: string }[]>`
    select current_database() as name`;
  // New connections then get the error of a former primary: SQLSTATE 25006.
  await owner`alter database ${owner(name)} set default_transaction_read_only = on`;
  const { application } = targetsOfSocket(inject('postgresSocket'), name);
  const database = openDatabase({ target: application, maxConnections: 2 });
  whenFileEnds(() => database.end());
  await expect(database`update live_updates set event = event`).rejects.toMatchObject({
    code: '25006',
  });

  const readOnly = await openNeighbour({ ...test, database });
  readOnly.server.log.level = 'silent';
  const payment = paymentOf();
  const path = `/api/loans/${loan.id}/payments`;
  const refused = await readOnly.server.inject({
    method: 'POST',
    url: path,
    payload: payment,
    cookies: { ...agent.cookies },
    headers: { 'x-xsrf-token': agent.cookies['XSRF-TOKEN'] ?? '' },
  });
  expect(refused.json()).toMatchObject({ error: 'database_unreachable' });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);
  expect(await clientOf(readOnly, agent.cookies).get('/readyz')).toEqual({
    status: 503,
    body: { status: 'database_read_only' },
  });

  await owner.begin(
    'read write',
    (transaction) =>
      transaction`alter database ${transaction(name)} reset default_transaction_read_only`,
  );
  expect(await agent.post(path, payment)).toMatchObject({ status: 200 });
  const [stored] = await owner`select count(*)::int as payments from payments`;
  expect(stored).toEqual({ payments: 1 });
});
