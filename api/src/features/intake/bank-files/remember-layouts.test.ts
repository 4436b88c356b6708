import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { openBankOffice } from '../../../testing/bank-office.ts';
import { openOffice } from '../../../testing/open-office.ts';

const { test, manager, linesOf, arrangeHeld } = await openBankOffice();
const stranger = await (await openOffice({ test, tag: 'other' })).signIn('manager');

type Sent = {
  readonly columns?: object;
  readonly answers?: object;
  readonly fileName?: string;
  readonly client?: typeof manager;
};

function upload(lines: readonly string[], { client = manager, ...sent }: Sent = {}) {
  const { columns, answers = {}, fileName = 'Konto 4711 2026-09.csv' } = sent;
  const query = new URLSearchParams({
    id: uuidv7(),
    fileName,
    answers: JSON.stringify(answers),
    ...(columns && { columns: JSON.stringify(columns) }),
  });
  return client.upload(`/api/bank-files?${query.toString()}`, Buffer.from(lines.join('\n')));
}

function send(bytes: Buffer, answers = {}) {
  const fileName = 'Export.csv';
  const query = { id: uuidv7(), fileName, answers: JSON.stringify(answers) };
  return manager.upload(`/api/bank-files?${new URLSearchParams(query).toString()}`, bytes);
}

const chosen = { 1: 'bookedOn', 2: 'debtorName', 3: 'remittance', 4: 'amount' };
const fieldsOf = (body: { columns: { field: string | null }[] | null }) =>
  body.columns?.map(({ field }) => field) ?? null;

describe('columns that a user chose', () => {
  const head = 'Wann;Wer;Wofür;Wieviel';
  const september = [head, '25.09.2026;Ada;L-000001;250,00', '26.09.2026;Strom;L-2;-45,50'];
  const october = [head, '25.10.2026;Ada;L-000001;251,00', '26.10.2026;Strom;L-2;-45,50'];

  it('are asked about once and used for the next file with these headings', async () => {
    const first = await upload(september);
    expect(first.body).toMatchObject({ bankFile: null, questions: [] });
    expect(fieldsOf(first.body)).toEqual(['bookedOn', 'debtorName', 'remittance', 'amount']);
    const { body } = await upload(september, { columns: chosen });
    expect(body).toMatchObject({
      columns: null,
      bankFile: { layout: { name: 'Konto', isChosen: true }, balance: null },
    });
    const next = await upload(october);
    expect(next.body).toMatchObject({ columns: null, bankFile: { layout: { isChosen: true } } });
    expect(await linesOf(next.body.bankFile.id)).toMatchObject([
      { bookedOn: '2026-10-25', amountMinor: 25_100, debtorName: 'Ada' },
      { state: 'left-out', reason: 'debit' },
    ]);
  });

  it('are confirmed once if an unknown column has names of borrowers', async () => {
    await arrangeHeld({ borrowerName: 'Wangari Maathai' });
    const rows = (name: string) => [
      'Date,Reference,Involved,Amount',
      `2026-09-25,Rate one,${name},+250.00`,
      '2026-09-26,Power,Stadt Werke,-45.50',
    ];
    expect((await upload(rows('Nobody Known'))).body).toMatchObject({ columns: null });
    const asked = await upload(rows('MAATHAI WANGARI'));
    expect(fieldsOf(asked.body)).toEqual(['bookedOn', 'remittance', 'debtorName', 'amount']);
    const columns = { 1: 'bookedOn', 2: 'remittance', 3: 'debtorName', 4: 'amount' };
    expect((await upload(rows('MAATHAI WANGARI'), { columns })).body).toMatchObject({
      bankFile: { layout: { isChosen: true } },
    });
  });

  it('are asked about again if they do not fit the values of a file', async () => {
    const moved = [head, 'Ada;25.11.2026;L-000001;250,00', 'Strom;26.11.2026;L-2;-45,50'];
    expect(await upload(moved)).toMatchObject({ status: 200, body: { bankFile: null } });
  });

  it('are not known in another portfolio', async () => {
    const { body } = await upload(october, { client: stranger });
    expect(body.bankFile).toBeNull();
  });

  it('can be renamed and forgotten by the portfolio', async () => {
    const { body } = await upload([head, '25.11.2026;Ada;L-1;5,00', '26.11.2026;B;L-2;-1,00']);
    const path = `/api/bank-files/${body.bankFile.id}/layout`;
    expect(await manager.put(path, { name: 'Sparkasse, Konto 4711' })).toMatchObject({
      status: 200,
      body: { layout: { name: 'Sparkasse, Konto 4711' } },
    });
    expect((await stranger.put(path, { name: 'Mine' })).status).toBe(404);
    expect((await manager.put(path, { name: null })).body.layout).toBeNull();
    expect((await manager.put(path, { name: null })).status).toBe(404);
    expect((await upload(october)).body.bankFile).toBeNull();
  });
});

describe('answers about a layout', () => {
  it('are used again, and the bank is named', async () => {
    const head = 'Completion Time,Details,Initiation Time,Withdrawn,Paid In,Receipt No.,Balance';
    const lines = (day: string, id: string) => [
      head,
      `${day},NEFT LN-1,${day},0.00,70.00,${id},100.00`,
    ];
    const asked = await upload(lines('03/04/2026', 'H1'));
    expect(asked.body.questions).toMatchObject([{ key: 'day-order' }]);
    const answers = { 'day-order': 'day-first' };
    const { body } = await upload(lines('03/04/2026', 'H1'), { answers });
    expect(body.bankFile.layout).toMatchObject({ name: 'M-Pesa', isChosen: false });
    const next = await upload(lines('05/06/2026', 'H2'));
    expect(await linesOf(next.body.bankFile.id)).toMatchObject([{ bookedOn: '2026-06-05' }]);
  });

  it('say once that all amounts were received, until a user forgets it', async () => {
    const head = 'Datum;Text;Betrag;Beleg';
    const first = [head, '25.09.2026;L-1;5,00;B1'];
    expect((await upload(first)).body.questions).toMatchObject([{ key: 'direction' }]);
    const answers = { direction: 'received' };
    const { body } = await upload(first, { answers });
    expect(body.bankFile.layout.answers).toEqual(answers);
    const next = await upload([head, '25.10.2026;L-1;6,00;B2']);
    expect(await linesOf(next.body.bankFile.id)).toMatchObject([{ amountMinor: 600 }]);
    const path = `/api/bank-files/${body.bankFile.id}/layout`;
    const change = { name: 'Konto', forgetAnswer: 'direction' };
    expect((await manager.put(path, change)).body.layout).toMatchObject({ answers: {} });
    const last = await upload([head, '25.11.2026;L-1;7,00;B3']);
    expect(last.body.questions).toMatchObject([{ key: 'direction' }]);
  });

  it('include the encoding of its letters', async () => {
    const head = 'Date,Payer,Purpose,Amount';
    // The Arabic name of Muhammad Ali in Windows-1256.
    const line = (day: string) =>
      Buffer.concat([
        Buffer.from(`${head}\n${day},`),
        Buffer.from('e3cde3cf20dae1ed', 'hex'),
        Buffer.from(',L-9,+500.00\n'),
      ]);
    expect((await send(line('2026-09-25'))).body.questions).toMatchObject([{ key: 'encoding' }]);
    await send(line('2026-09-25'), { encoding: 'windows-1256' });
    const { body } = await send(line('2026-10-25'));
    expect(await linesOf(body.bankFile.id)).toMatchObject([{ debtorName: 'محمد علي' }]);
  });

  it('do not include those about one file only', async () => {
    const head = 'Datum;Text;Betrag;Saldo;Beleg 7';
    const lines = (month: string) => [
      head,
      `25.${month}.2026;L-1;+5,00;5,00;B1`,
      `26.${month}.2026;L-1;+5,00;10,00;B1`,
      `27.${month}.2026;L-1;+5,00;15,00;B2`,
      `28.${month}.2026;L-1;+5,00;25,00;B2`,
    ];
    await upload(lines('09'), { answers: { balance: 'read-lines' } });
    const next = await upload(lines('10'));
    expect(next.body.questions).toMatchObject([{ key: 'balance' }]);
  });
});
