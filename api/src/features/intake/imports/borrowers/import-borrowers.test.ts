import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { mergingBy } from '../../../../testing/merging.ts';
import { openOffice, type Office } from '../../../../testing/open-office.ts';
import type { TestClient } from '../../../../testing/test-app.ts';
import { writeWorkbook } from '../../../../testing/write-workbook.ts';

const header = 'borrower_id,borrower_name,borrower_kind,national_id,phone,email,annual_income';
const rosa = 'C-1,Rosa Singh,person,2900-1011-2345,+971 50 111 2233,rosa@example.com,12000.50';
const trading = 'C-2,Singh Trading,company,,,,';

let office: Office;
let manager: TestClient;
beforeEach(async () => {
  office = await openOffice();
  manager = await office.signIn('manager');
});

const fileOf = (...rows: string[]) => [header, ...rows].join('\n');
const check = (file: string | Buffer, client = manager) =>
  client.upload('/api/borrower-imports/check?fileName=people.csv', Buffer.from(file));
const book = (file: string | Buffer, id: string = uuidv7(), client = manager) =>
  client.upload(`/api/borrower-imports?id=${id}&fileName=people.csv`, Buffer.from(file));
const people = () => office.test.owner`
  select external_id, name, borrower_kind, national_id, annual_income_minor from borrowers
  where portfolio_id = ${office.portfolio.id} order by external_id`;
const messages = async (file: string | Buffer) =>
  (await check(file)).body.findings.map(({ message }: { message: string }) => message);

describe('a file of borrowers', () => {
  it('is checked without a trace, and says what it would bring', async () => {
    const answer = await check(fileOf('# a line for people,,,,,,', rosa, trading));
    expect(answer).toMatchObject({
      status: 200,
      body: { rows: 2, fresh: 2, known: 0, errors: 0, warnings: 0, findings: [], onRecord: [] },
    });
    expect(answer.body.columns).toContainEqual(
      expect.objectContaining({ name: 'national_id', field: 'nationalId' }),
    );
    expect(answer.body.sample).toMatchObject([
      { row: 3, externalId: 'C-1', name: 'Rosa Singh', kind: 'person', email: 'rosa@example.com' },
      { row: 4, externalId: 'C-2', kind: 'company', phone: null },
    ]);
    expect(await people()).toHaveLength(0);
  });

  it('is read below a title, from a chosen row, and never loses its first borrower', async () => {
    const titled = await check(['People of June', fileOf(rosa)].join('\n'));
    expect(titled.body).toMatchObject({ rows: 1, fresh: 1, errors: 0, table: { row: 2 } });
    const bare = await check([rosa, trading].join('\n'));
    expect(bare.body).toMatchObject({ rows: 0, fresh: 0, errors: 1, table: { isOpen: true } });
    expect(bare.body.findings).toMatchObject([{ code: 'heading_not_found', row: 1 }]);
    const twice = [header.toUpperCase(), fileOf(rosa)].join('\n');
    const chosen = await manager.upload(
      '/api/borrower-imports/check?fileName=people.csv&tableRow=2',
      Buffer.from(twice),
    );
    expect(chosen.body).toMatchObject({ rows: 1, fresh: 1, errors: 0, table: { row: 2 } });
  });

  it('is imported once, with contacts and an audit event', async () => {
    const id = uuidv7();
    const file = fileOf(rosa, trading);
    const answers = await Promise.all([book(file, id), book(file, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter(({ body }) => body.replayed)).toHaveLength(1);
    expect(answers[0]?.body).toMatchObject({ taken: 2, known: 0 });
    expect(await people()).toMatchObject([
      { externalId: 'C-1', nationalId: '290010112345', annualIncomeMinor: 1_200_050 },
      { externalId: 'C-2', name: 'Singh Trading', borrowerKind: 'company' },
    ]);
    const { body: list } = await manager.get('/api/borrowers?q=rosa');
    const { body: card } = await manager.get(`/api/borrowers/${list.rows[0].id}`);
    expect(card.contacts).toMatchObject([
      { kind: 'phone', value: '+971501112233', isPreferred: true },
      { kind: 'email', value: 'rosa@example.com' },
    ]);
    const trail = await office.test.owner`
      select after from audit_events where event = 'import-borrowers'
        and portfolio_id = ${office.portfolio.id}`;
    expect(trail).toEqual([{ after: { file: 'people.csv', borrowers: 2, onRecord: 0 } }]);
    const other = await book(fileOf(trading), id);
    expect(other.body.error).toBe('id_reused_with_different_content');
  });

  it('leaves who is on record as they are, also under an id that was merged away', async () => {
    const { arrangePerson, merge } = mergingBy(manager, office);
    const [survivor, former] = [await arrangePerson(), await arrangePerson()];
    await merge(survivor.id, former.id);
    const row = (externalId: string) => `${externalId},Somebody Else,person,,,,`;
    const file = fileOf(row(survivor.externalId), row(former.externalId), rosa);
    const { body } = await check(file);
    expect(body).toMatchObject({ fresh: 1, known: 2, errors: 0 });
    expect(body.onRecord).toMatchObject([
      { row: 2, externalId: survivor.externalId, borrowerId: survivor.id },
      { row: 3, externalId: former.externalId, borrowerId: survivor.id },
    ]);
    expect((await book(file)).body).toMatchObject({ taken: 1, known: 2 });
    expect((await book(file)).body).toMatchObject({ taken: 0, known: 3 });
    expect((await people()).map(({ name }) => name)).not.toContain('Somebody Else');
  });

  it('names each wrong cell and what is expected, and imports nothing', async () => {
    await book(fileOf('C-0,Omar,person,290010112345,,,'));
    const file = fileOf(
      rosa,
      'C-2,,person,,,,',
      'C-3,Ana,person,,12,bad,',
      'C-3,Ana,person,,,,lots',
      'C-4,Eva,person,99999,,,',
      'C-5,Eve,person,99999,,,',
    );
    expect(await messages(file)).toEqual([
      'Row 2, column national_id: another borrower in the books has "290010112345". Expected a different value for each borrower.',
      'Row 3, column borrower_name: the cell is empty. Expected a value.',
      'Row 4, column phone: "12" is not a phone number. Expected 7 to 15 digits; the row is imported without it.',
      'Row 4, column email: "bad" is not an email address. Expected one such as name@example.com; the row is imported without it.',
      'Row 5, column annual_income: "lots" is not a number. Expected a number in the format of its column, such as 10000.50.',
      'Row 7, column national_id: another borrower, in row 6, also has "99999". Expected a different value for each borrower.',
    ]);
    const booked = await book(file);
    expect(booked).toMatchObject({
      status: 409,
      body: { error: 'borrower_file_has_errors', details: { errors: 4 } },
    });
    expect(await people()).toHaveLength(1);
  });

  it('names repeated ids and missing columns', async () => {
    expect(await messages(fileOf(trading, trading))).toEqual([
      'Row 3, column borrower_id: "C-2" is also in row 2. Expected each ID once.',
    ]);
    expect(await messages('phone,email\n+1,a@b.cd')).toEqual([
      'Column borrower_id: this column is missing. Expected in the header: Your unique id of the borrower.',
      'Column borrower_name: this column is missing. Expected in the header: Name as it should appear, or use given_name and family_name.',
    ]);
    expect(await messages(header)).toEqual([
      'The file has a header but no borrowers below it. Expected one row per borrower.',
    ]);
    expect(await messages('')).toEqual([
      'The file is empty. Expected a header row with column names, and rows below it.',
    ]);
    const many = Array.from({ length: 20_001 }, (_, nth) => `${nth},Somebody,,,,,`);
    expect(await messages(fileOf(...many))).toEqual([
      'The file has more than 20,000 rows. Split it and import each part.',
    ]);
  });

  it('is read as a workbook, as its own template, and as the list of borrowers is saved', async () => {
    const cells = fileOf(rosa, trading)
      .split('\n')
      .map((line) => line.split(','));
    expect((await book(writeWorkbook({ rows: cells }))).body).toMatchObject({ taken: 2 });
    const template = await manager.get('/api/borrower-imports/template.csv');
    expect((await check(String(template.body))).body.findings).toMatchObject([
      { code: 'file_has_no_borrowers' },
    ]);
    const saved = await manager.post('/api/borrowers/export.csv', { filter: {} });
    expect((await check(String(saved.body))).body).toMatchObject({ known: 2, fresh: 0, errors: 0 });
  });

  it('is reserved for the manager, and stays within the portfolio', async () => {
    for (const who of ['desk', 'agent'] as const) {
      const client = await office.signIn(who);
      expect((await check(fileOf(rosa), client)).status).toBe(403);
      expect((await book(fileOf(rosa), uuidv7(), client)).status).toBe(403);
    }
    const far = await openOffice({ test: office.test, tag: 'far' });
    const stranger = await far.signIn('manager');
    await book(fileOf(rosa));
    expect((await check(fileOf(rosa), stranger)).body).toMatchObject({ fresh: 1, errors: 0 });
    expect((await book(fileOf(rosa), uuidv7(), stranger)).body).toMatchObject({ taken: 1 });
  });

  it('is refused where it is too large, before it is read', async () => {
    const answer = await check(Buffer.alloc(10_000_001, 'a'));
    expect(answer).toMatchObject({ status: 413, body: { error: 'body_too_large' } });
  });
});

describe('a file of borrowers in another encoding', () => {
  /** The text "1;محمد علي;+971501112222" in Windows-1256, under English headings. */
  const inArabic = Buffer.concat([
    Buffer.from('borrower_id;name;phone\n1;'),
    Buffer.from([0xe3, 0xcd, 0xe3, 0xcf, 0x20, 0xda, 0xe1, 0xed]),
    Buffer.from(';+971501112222\n'),
  ]);
  const answers = encodeURIComponent(JSON.stringify({ encoding: 'windows-1256' }));

  it('asks for the encoding, and imports nobody before the answer', async () => {
    const asked = await check(inArabic);
    expect(asked).toMatchObject({ status: 200, body: { rows: 0, fresh: 0, errors: 0 } });
    const [question, ...others] = asked.body.questions;
    expect(others).toEqual([]);
    expect(question).toMatchObject({ key: 'encoding', kind: 'encoding' });
    expect(question.choices).toContainEqual({ choice: 'windows-1256', readings: ['محمد علي'] });
    expect(await book(inArabic)).toMatchObject({
      status: 409,
      body: { error: 'file_question_open' },
    });
    expect(await people()).toHaveLength(0);
  });

  it('is read as answered', async () => {
    const path = `/api/borrower-imports/check?fileName=people.csv&answers=${answers}`;
    expect((await manager.upload(path, inArabic)).body).toMatchObject({
      questions: [],
      fresh: 1,
      sample: [{ name: 'محمد علي' }],
    });
    const take = `/api/borrower-imports?id=${uuidv7()}&fileName=people.csv&answers=${answers}`;
    expect(await manager.upload(take, inArabic)).toMatchObject({ body: { taken: 1 } });
    expect(await people()).toMatchObject([{ name: 'محمد علي' }]);
  });
});

describe('a file of borrowers with amounts', () => {
  const file = Buffer.from('borrower_id;name;annual_income\n1;Ada;12.500\n2;Bo;7.250\n');

  it('asks for its decimal mark, and is read as answered', async () => {
    const asked = await check(file);
    expect(asked.body).toMatchObject({
      fresh: 0,
      questions: [
        {
          key: 'decimal-mark',
          column: 'annual_income',
          choices: [
            { choice: 'point', readings: ['12.5', '7.25'] },
            { choice: 'comma', readings: ['12500', '7250'] },
          ],
        },
      ],
    });
    expect(await book(file)).toMatchObject({ status: 409 });
    const answers = encodeURIComponent(JSON.stringify({ 'decimal-mark': 'comma' }));
    const take = `/api/borrower-imports?id=${uuidv7()}&fileName=people.csv&answers=${answers}`;
    expect(await manager.upload(take, file)).toMatchObject({ body: { taken: 2 } });
    expect(await people()).toMatchObject([
      { externalId: '1', annualIncomeMinor: 1_250_000 },
      { externalId: '2', annualIncomeMinor: 725_000 },
    ]);
  });
});
