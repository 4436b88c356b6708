import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangePortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

let test: TestApp;
let manager: TestClient;

beforeAll(async () => {
  test = await createTestApp();
  manager = await test.signIn((await arrangePortfolio(test.owner)).manager.email);
  for (const symbol of ['BTC', 'ETH']) {
    const asset = { id: uuidv7(), symbol, name: symbol, decimals: 8 };
    expect((await manager.post('/api/collateral/assets', asset)).status).toBe(200);
  }
});

describe('a price file', () => {
  const text = [
    'symbol;price;time;source',
    'BTC;65000;2026-06-13 09:30;Exchange',
    'eth;3000.125;2026-06-13T09:30:00+02:00;Exchange',
    'BTC;65000;2026-06-13 09:30;Exchange',
    'BTC;65001;2026-06-13 09:30;Exchange',
    'DOGE;1;2026-06-13;Exchange',
    'BTC;-1;2026-06-13;Exchange',
    'BTC;1;2026-02-31;Exchange',
    'BTC;1;2027-01-01;Exchange',
    '',
    'BTC;1;2026-06-13;',
  ].join('\r\n');
  const send = (path: string, body: object) => manager.post(`/api/collateral/${path}`, body);

  it('is previewed row by row before it is imported', async () => {
    const { body } = await send('price-files/preview', { text });
    expect(body).toMatchObject({ fresh: 2, known: 1, refused: 6 });
    expect(
      body.rows.map((row: { row: number; problem: string }) => [row.row, row.problem]),
    ).toEqual([
      [2, null],
      [3, null],
      [4, null],
      [5, 'price_entered_otherwise'],
      [6, 'asset_unknown'],
      [7, 'price_not_read'],
      [8, 'time_not_read'],
      [9, 'priced_in_future'],
      [11, 'source_missing'],
    ]);
    const [entered] = await test.owner<{ count: number }[]>`
      select count(*)::int as count from asset_prices where source = 'Exchange'`;
    expect(entered?.count).toBe(0);
  });

  it('is imported once, and finds every price known when it is sent again', async () => {
    const sent = { id: uuidv7(), text };
    expect((await send('price-files', sent)).body).toEqual({ taken: 2, known: 1, refused: 6 });
    expect((await send('price-files', sent)).body).toEqual({ taken: 0, known: 3, refused: 6 });
    const rows = await test.owner<{ pricedAt: string; price: string }[]>`
      select priced_at, price::text from asset_prices where source = 'Exchange' order by price`;
    expect(rows.map((row) => [row.price, row.pricedAt])).toEqual([
      ['3000.125', '2026-06-13T07:30:00.000Z'],
      ['65000', '2026-06-13T09:30:00.000Z'],
    ]);
  });

  it('may state its times to a fraction of a second', async () => {
    const rows = ['2026-06-14T08:00:00.250Z', '2026-06-14 08:00:00.123456789'].map(
      (time) => `ETH,3001,${time},Feed`,
    );
    const fine = ['symbol,price,time,source', ...rows].join('\n');
    expect((await send('price-files', { id: uuidv7(), text: fine })).body).toMatchObject({
      taken: 2,
    });
    expect((await send('price-files', { id: uuidv7(), text: fine })).body).toMatchObject({
      known: 2,
    });
    const entered = await test.owner<{ pricedAt: string }[]>`
      select priced_at from asset_prices where source = 'Feed' order by priced_at`;
    expect(entered.map(({ pricedAt }) => pricedAt)).toEqual([
      '2026-06-14T08:00:00.123Z',
      '2026-06-14T08:00:00.250Z',
    ]);
  });

  it('is refused with its reason if it cannot be read', async () => {
    const errorOf = async (body: string) =>
      (await send('price-files/preview', { text: body })).body.error;
    expect(await errorOf('symbol,price\nBTC,1')).toBe('columns_missing');
    expect(await errorOf('symbol,price,time,source\n"BTC,1')).toBe('file_not_read');
    const row = 'BTC,1,2026-06-01,Desk\n';
    expect(await errorOf(`symbol,price,time,source\n${row.repeat(2_001)}`)).toBe('too_many_prices');
  });
});
