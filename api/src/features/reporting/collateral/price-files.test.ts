import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangePortfolio } from '../../../testing/arrange.ts';
import { odsRow, odsText, writeOds } from '../../../testing/write-ods.ts';
import { writeWorkbook } from '../../../testing/write-workbook.ts';
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

type Sent = Readonly<Record<string, string>>;

const asked = (sent: Sent) => new URLSearchParams({ fileName: 'prices.csv', ...sent }).toString();
const preview = (file: string | Buffer, sent: Sent = {}) =>
  manager.upload(`/api/collateral/price-files/preview?${asked(sent)}`, Buffer.from(file));
const take = (file: string | Buffer, sent: Sent = {}) =>
  manager.upload(
    `/api/collateral/price-files?${asked({ id: uuidv7(), ...sent })}`,
    Buffer.from(file),
  );

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

  it('is previewed row by row before it is imported', async () => {
    const { body } = await preview(text);
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
    const id = uuidv7();
    expect((await take(text, { id })).body).toEqual({ taken: 2, known: 1, refused: 6 });
    expect((await take(text, { id })).body).toEqual({ taken: 0, known: 3, refused: 6 });
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
    expect((await take(fine)).body).toMatchObject({
      taken: 2,
    });
    expect((await take(fine)).body).toMatchObject({
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
    expect((await preview('')).body).toMatchObject({
      unreadable: { code: 'file_empty' },
      rows: [],
    });
    expect((await take('%PDF-1.7')).body.error).toBe('file_not_read');
    expect((await take('symbol,price\nBTC,1')).body.error).toBe('columns_missing');
    const row = 'BTC,1,2026-06-01,Desk\n';
    const many = `symbol,price,time,source\n${row.repeat(2_001)}`;
    expect((await preview(many)).body.error).toBe('too_many_prices');
    expect((await preview('x'.repeat(2_000_001))).body.error).toBe('body_too_large');
  });
});

describe('a price list of any program', () => {
  const header = 'symbol;price;time;source';
  const rowsOf = async (...sent: Parameters<typeof preview>) =>
    (await preview(...sent)).body.rows.map(
      ({ symbol, price, currency, time, problem }: Record<string, string>) =>
        [symbol, price, currency, time, problem ?? ''].join(' ').trim(),
    );

  it('has its table below a title, headings in other languages, and its own marks', async () => {
    const german = [
      'Kursliste der Börse Stuttgart',
      '',
      'Kürzel\tKurs (EUR)\tDatum\tUhrzeit\tQuelle',
      'BTC\t65.000,50\t13.06.2026\t09:30\tStuttgart',
      'ETH\t3.125,5 €\t1.6.26\t17:05:09\tStuttgart',
      '# Ende',
    ].join('\n');
    const { body } = await preview(german);
    expect(body).toMatchObject({ table: { row: 3 }, missing: [], fresh: 2 });
    expect(body.columns.map(({ field }: { field: string }) => field)).toEqual([
      'symbol',
      'price',
      'time',
      'clock',
      'source',
    ]);
    expect(body.columns[1].format).toMatchObject({ as: 'comma', basis: 'proved', proofs: 2 });
    expect(await rowsOf(german)).toEqual([
      'BTC 65000.5 EUR 2026-06-13 09:30',
      'ETH 3125.5 EUR 2026-06-01 17:05:09',
    ]);
    const arabic = ['الرمز|السعر|التاريخ', 'BTC|٦٥٠٠٠٫٥|١٣/٠٦/٢٠٢٦ ٩:٣٠ م'].join('\n');
    expect(await rowsOf(Buffer.from(`\ufeff${arabic}`, 'utf16le'), { source: 'مكتب' })).toEqual([
      'BTC 65000.5 USD 2026-06-13 21:30',
    ]);
  });

  it('may be a workbook or a ZIP archive, with its dates and times as numbers', async () => {
    const rows = [
      ['Ticker', 'Close USD', 'Date'],
      ['BTC', 65000.5, { number: 46186.395833333336, format: 'dd/mm/yyyy hh:mm' }],
      ['ETH', { number: 3000.125, format: '[$€-407] #,##0.00' }, '2026-06-13T07:30:00.25Z'],
      ['ETH', { number: 0.5, format: '0%' }, { number: 46186, format: 'dd/mm/yyyy' }],
    ];
    const expected = [
      'BTC 65000.5 USD 2026-06-13 09:30',
      'ETH 3000.125  2026-06-13 07:30:00.25Z currency_contradicts',
      'ETH 0.5 USD 2026-06-13 00:00 price_not_read',
    ];
    expect(await rowsOf(writeWorkbook({ rows }), { source: 'Desk' })).toEqual(expected);
    const cellOf = (type: string) => `<table:table-cell office:value-type="${type}"/>`;
    const cells = ['float" office:value="65000.5', 'date" office:date-value="2026-06-13T09:30:00'];
    const ods = writeOds({
      tables: {
        Prices: [
          odsRow(['symbol', 'price', 'time'].map((name) => odsText(name))),
          odsRow([odsText('BTC'), ...cells.map(cellOf)]),
        ].join(''),
      },
    });
    expect(await rowsOf(ods, { source: 'Desk' })).toEqual(['BTC 65000.5 USD 2026-06-13 09:30']);
  });

  it('asks what its numbers and dates mean, if nothing proves it', async () => {
    const text = [header, 'BTC;65.000;03/04/2026;Desk', 'ETH;3.125;04/04/2026;Desk'].join('\n');
    const { body } = await preview(text);
    expect(body).toMatchObject({
      rows: [],
      questions: [
        { key: 'decimal-mark', column: 'price', values: ['65.000', '3.125'] },
        { key: 'day-order', column: 'time', values: ['03/04/2026'] },
      ],
    });
    expect((await take(text)).body.error).toBe('file_question_open');
    const answers = JSON.stringify({ 'decimal-mark': 'comma', 'day-order': 'day-first' });
    expect(await rowsOf(text, { answers })).toEqual([
      'BTC 65000 USD 2026-04-03 00:00',
      'ETH 3125 USD 2026-04-04 00:00',
    ]);
  });

  it('refuses the row of a value that it does not understand, and never guesses', async () => {
    const unclear = [
      header,
      'BTC;65.5;2026-06-13 09:30 EST;Desk',
      'BTC;65,5;2026-06-13;Desk',
      'BTC;12 %;2026-06-13 09:30;Desk',
    ];
    expect(await rowsOf(unclear.join('\n'))).toEqual([
      'BTC 65.5 USD 2026-06-13 09:30 EST price_not_read',
      'BTC 65,5 USD 2026-06-13 00:00 price_not_read',
      'BTC 12 % USD 2026-06-13 09:30 price_not_read',
    ]);
    const orders = [header, 'BTC;1;13/06/2026;Desk', 'BTC;1;06/13/2026;Desk'].join('\n');
    expect((await preview(orders)).body.questions).toMatchObject([{ key: 'day-order' }]);
    expect(await rowsOf(orders, { answers: '{"day-order":"day-first"}' })).toEqual([
      'BTC 1 USD 2026-06-13 00:00',
      'BTC 1 USD 06/13/2026 time_not_read',
    ]);
    const named = [header, 'BTC;65.5;2026-06-13 09:30 EST;Desk', 'BTC;1;2026-06-13 9:30 pm;Desk'];
    expect(await rowsOf(named.join('\n'))).toEqual([
      'BTC 65.5 USD 2026-06-13 09:30 EST time_not_read',
      'BTC 1 USD 2026-06-13 21:30',
    ]);
    const epoch = [header, 'BTC;1;1781343000;Desk', 'BTC;1;1781343000250;Desk'];
    expect(await rowsOf(epoch.join('\n'))).toEqual([
      'BTC 1 USD 2026-06-13 09:30:00Z',
      'BTC 1 USD 2026-06-13 09:30:00.250Z',
    ]);
  });

  it('has its columns chosen by hand if its headings leave a doubt', async () => {
    const text = ['coin,last,close,when', 'BTC,64000,65000,2026-06-13'].join('\n');
    const { body } = await preview(text);
    expect(body).toMatchObject({ missing: ['price', 'time'], rows: [], fresh: 0 });
    expect(body.columns).toMatchObject([
      { name: 'coin', values: ['BTC'], field: 'symbol' },
      { name: 'last', values: ['64000'], field: null },
      { name: 'close', values: ['65000'], field: null },
      { name: 'when', field: null },
    ]);
    const columns = JSON.stringify({ 1: 'symbol', 3: 'price', 4: 'time' });
    expect(await rowsOf(text, { columns, source: 'Desk' })).toEqual([
      'BTC 65000 USD 2026-06-13 00:00',
    ]);
    expect(await rowsOf(text, { columns })).toEqual([
      'BTC 65000 USD 2026-06-13 00:00 source_missing',
    ]);
    const twice = JSON.stringify({ 1: 'symbol', 2: 'price', 3: 'price', 4: 'time' });
    expect((await preview(text, { columns: twice })).body.error).toBe('invalid_request');
    const bare = await preview('BTC;65000;2026-06-13\nETH;3000;2026-06-14');
    expect(bare.body).toMatchObject({
      table: { isOpen: true },
      missing: ['symbol', 'price', 'time'],
    });
  });
});

describe('a price list with headings of an earlier one', () => {
  const rowsOf = (body: { rows: Record<string, string | null>[] }) =>
    body.rows.map(({ symbol, price, time, source, problem }) =>
      [symbol, price, time, source, problem ?? ''].join(' ').trim(),
    );

  it('is read with the columns, answers and source that were chosen for that', async () => {
    const first = 'Ware;Kurs;Tag\nBTC;1.250;03/04/2026\n';
    const columns = JSON.stringify({ 1: 'symbol', 2: 'price', 3: 'time' });
    const answers = JSON.stringify({ 'decimal-mark': 'comma', 'day-order': 'day-first' });
    const decided = { columns, answers, source: 'Börse' };
    expect((await take(first, { ...decided, fileName: 'March.csv' })).body.taken).toBe(1);
    const next = await preview('Ware;Kurs;Tag\nBTC;1.300;04/04/2026\n');
    expect(rowsOf(next.body)).toEqual(['BTC 1300 2026-04-04 00:00 Börse']);
    expect(next.body).toMatchObject({
      questions: [],
      missing: [],
      source: 'Börse',
      recalledFrom: { fileName: 'March.csv' },
    });
  });

  it('follows what its own rows prove, and what the user now chooses', async () => {
    const proved = await preview('Ware;Kurs;Tag\nBTC;1.300;04/25/2026\nBTC;1,310.5;04/26/2026\n');
    expect(rowsOf(proved.body)).toEqual([
      'BTC 1.3 2026-04-25 00:00 Börse',
      'BTC 1310.5 2026-04-26 00:00 Börse',
    ]);
    const columns = JSON.stringify({ 1: 'symbol', 2: 'price', 3: 'source' });
    const chosen = await preview('Ware;Kurs;Tag\nBTC;1.300;04/04/2026\n', { columns });
    expect(chosen.body).toMatchObject({ missing: ['time'], recalledFrom: null });
    const unnamed = await preview('Ware;Kurs;Tag\nBTC;1.300;04/04/2026\n', { source: '' });
    expect(rowsOf(unnamed.body)).toEqual(['BTC 1300 2026-04-04 00:00  source_missing']);
  });

  it('may have no heading, if its cells fit the columns of that', async () => {
    const columns = JSON.stringify({ 1: 'symbol', 2: 'price', 3: 'time' });
    const decided = { columns, source: 'Desk', heading: 'none' };
    expect((await take('ETH,2990.5,2026-05-01\n', decided)).body.taken).toBe(1);
    const next = await preview('ETH,2991.5,2026-05-02\nBTC,64000.5,2026-05-02\n');
    expect(next.body).toMatchObject({ fresh: 2, table: { hasHeading: false, isOpen: false } });
    const turned = await preview('ETH,2026-05-03,2991.5\n');
    expect(turned.body).toMatchObject({ fresh: 0, recalledFrom: null });
    expect(turned.body.missing).toEqual(['symbol', 'price', 'time']);
  });

  it('is not read like a list of another portfolio', async () => {
    const other = await arrangePortfolio(test.owner, 'another');
    const client = await test.signIn(other.manager.email);
    const path = `/api/collateral/price-files/preview?${asked({})}`;
    const { body } = await client.upload(
      path,
      Buffer.from('Ware;Kurs;Tag\nBTC;1.300;04/04/2026\n'),
    );
    expect(body).toMatchObject({ recalledFrom: null, source: '' });
    expect(body.missing).not.toEqual([]);
  });
});
