import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { generateTape } from '../../../seed/generate-tape.ts';
import { templateTape } from '../../../testing/template-tape.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';

const { app, owner, signIn } = await createTestApp();

let portfolio: TestPortfolio;
let manager: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  portfolio = await arrangePortfolio(owner, 'one');
  manager = await signIn(portfolio.manager.email);
  const elsewhere = await arrangePortfolio(owner, 'two');
  stranger = await signIn(elsewhere.manager.email);
});

type UploadOptions = {
  client?: TestClient;
  id?: string;
  fileName?: string;
  asked?: Record<string, string>;
};

/**
 * Sends a file as a browser does: the body has only the bytes, and the URL has the id and the file
 * name.
 */
async function upload(
  content: string | Buffer,
  { client = manager, id = uuidv7(), fileName = 'March tape.csv', asked = {} }: UploadOptions = {},
) {
  const query = new URLSearchParams({ id, fileName, ...asked });
  const response = await app.server.inject({
    method: 'POST',
    url: `/api/imports?${query.toString()}`,
    cookies: client.cookies,
    headers: {
      'content-type': 'application/octet-stream',
      'x-xsrf-token': client.cookies['XSRF-TOKEN'] ?? '',
    },
    payload: content,
  });
  return { status: response.statusCode, body: response.json() };
}

/** Polls until the import has left a state, as the screen does. */
async function leave(state: string, importId: string) {
  for (;;) {
    const { body } = await manager.get(`/api/imports/${importId}`);
    if (body.state !== state) return body;
  }
}

describe('the imports of a portfolio', () => {
  it('go from upload to the books and back', async () => {
    const started = await upload(generateTape({ rows: 30 }));
    expect(started).toMatchObject({
      status: 200,
      body: { state: 'checking', fileName: 'March tape.csv', createdBy: 'manager one' },
    });
    const { id } = started.body;
    expect(await leave('checking', id)).toMatchObject({ state: 'checked', summary: { loans: 30 } });
    expect((await manager.post(`/api/imports/${id}/book`)).status).toBe(200);
    expect(await leave('booking', id)).toMatchObject({ state: 'booked', rowsBooked: 30 });
    const loans = await manager.get(`/api/loans?view=unassigned&importId=${id}`);
    expect(loans.body).toMatchObject({ sums: { count: 30 } });
    expect((await manager.post(`/api/imports/${id}/undo`)).body).toMatchObject({ state: 'undone' });
    const list = await manager.get('/api/imports');
    expect(list.body.imports).toMatchObject([{ id, state: 'undone' }]);
  });

  it('show their findings a page at a time, by severity, and as CSV', async () => {
    // The loans have nothing due yet, so that no other finding appears.
    const recent = { disbursed_on: '2026-06-01', first_due_on: '2026-07-01' };
    const rows = [
      { principal: '-1', borrower_name: '=1+1' },
      { external_id: 'B', principal: 'x' },
    ];
    const { body } = await upload(templateTape({ ...recent, interest_paid: '0.001' }, ...rows));
    await leave('checking', body.id);
    const findings = `/api/imports/${body.id}/findings`;
    const first = await manager.get(`${findings}?limit=2`);
    expect(first.body.findings).toMatchObject([
      { number: 1, row: 2, severity: 'warning', code: 'money_rounded_to_minor_unit' },
      { number: 2, row: 3, severity: 'error', column: 'borrower_name' },
    ]);
    const second = await manager.get(`${findings}?limit=2&after=${first.body.nextCursor}`);
    expect(second.body.findings.map(({ number }: { number: number }) => number)).toEqual([3, 4]);
    const last = await manager.get(`${findings}?limit=2&after=${second.body.nextCursor}`);
    expect(last.body).toMatchObject({ findings: [{ number: 5 }], nextCursor: null });
    const warnings = await manager.get(`${findings}?severity=warning`);
    expect(warnings.body.findings).toHaveLength(1);
    const csv = await manager.get(`${findings}.csv`);
    expect(csv.body.split('\r\n').slice(0, 3)).toEqual([
      'severity,row,column,value,message,code',
      'warning,2,interest_paid,0.001,"Row 2, column interest_paid: ""0.001"" has more decimals than the currency and is booked as 0.00.",money_rounded_to_minor_unit',
      `error,3,borrower_name,'=1+1,"Row 3, column borrower_name: ""=1+1"" is a formula. Expected the value itself: paste values only.",value_is_a_formula`,
    ]);
  });

  it('are not booked as unpaid unless the upload says so', async () => {
    const tape = templateTape({ external_id: 'no-balance', balance: '', principal_paid: '' });
    const open = await upload(tape);
    expect(await leave('checking', open.body.id)).toMatchObject({
      summary: { errors: 1, loans: 0 },
    });
    expect((await manager.post(`/api/imports/${open.body.id}/book`)).status).toBe(409);
    const answered = await upload(tape, { asked: { missingBalances: 'unpaid' } });
    expect(await leave('checking', answered.body.id)).toMatchObject({
      summary: { errors: 0, loans: 1 },
    });
    expect((await manager.post(`/api/imports/${answered.body.id}/book`)).status).toBe(200);
    expect(await leave('booking', answered.body.id)).toMatchObject({ state: 'booked' });
  });

  it('receive a file of 60 MB only to report that it is too large', async () => {
    const { status, body } = await upload(Buffer.alloc(60 * 1024 * 1024, 'a,b\n'));
    expect(status).toBe(200);
    expect(await leave('checking', body.id)).toMatchObject({
      state: 'checked',
      fileBytes: 60 * 1024 * 1024,
      summary: { errors: 1, loans: 0 },
    });
  });

  it('answer the same import to the same upload', async () => {
    const id = uuidv7();
    const tape = templateTape({ external_id: 'again' });
    const [one, other] = await Promise.all([upload(tape, { id }), upload(tape, { id })]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(await upload('external_id\n', { id })).toMatchObject({
      status: 409,
      body: { error: 'id_reused_with_different_content' },
    });
    await leave('checking', id);
  });

  it('give their template, which they import as a tape without loans', async () => {
    const template = await manager.get('/api/imports/template.csv');
    expect(template.body).toMatch(/^external_id,borrower_id,.*\r\n"?# This line is skipped/);
    const { body } = await upload(template.body);
    await leave('checking', body.id);
    const { body: page } = await manager.get(`/api/imports/${body.id}/findings`);
    expect(page.findings).toMatchObject([{ code: 'file_has_no_loans' }]);
  });
});

describe('forbidden doors', () => {
  it('hide another portfolio’s imports', async () => {
    const { body } = await upload(templateTape({ external_id: 'mine' }));
    await leave('checking', body.id);
    const path = `/api/imports/${body.id}`;
    const answers = [
      await stranger.get(path),
      await stranger.get(`${path}/findings`),
      await stranger.get(`${path}/findings.csv`),
      await stranger.post(`${path}/book`),
      await stranger.post(`${path}/cancel`),
      await stranger.post(`${path}/undo`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await stranger.get('/api/imports')).body).toEqual({ imports: [] });
    expect((await manager.get(path)).body).toMatchObject({ state: 'checked' });
  });

  it('stay shut for a team’s desk and an agent', async () => {
    for (const { email } of [portfolio.team.desk, portfolio.team.agent]) {
      const client = await signIn(email);
      const sent = await upload(templateTape({}), { client });
      expect(sent).toMatchObject({ status: 403, body: { error: 'permission_missing' } });
      expect((await client.get('/api/imports')).status).toBe(403);
    }
  });

  it('stay shut for a team’s desk that was granted the permission: it widens no scope', async () => {
    await owner`
      insert into role_permissions (role, permission, granted, changed_by, changed_at)
      values ('team', 'import-tape', true, ${portfolio.manager.id}, now())`;
    const desk = await signIn(portfolio.team.desk.email);
    expect((await upload(templateTape({}), { client: desk })).status).toBe(404);
    expect((await desk.get('/api/imports')).status).toBe(404);
    await owner`delete from role_permissions`;
  });

  it('need a session and its XSRF token', async () => {
    const nobody = { ...manager, cookies: {} };
    expect((await upload(templateTape({}), { client: nobody })).status).toBe(401);
    const { 'XSRF-TOKEN': _token, ...cookies } = manager.cookies;
    const forged = await upload(templateTape({}), { client: { ...manager, cookies } });
    expect(forged).toMatchObject({ status: 403, body: { error: 'xsrf_token_mismatch' } });
  });
});

describe('the sample of a checked tape', () => {
  const named = (name: string) => templateTape({ borrower_name: name, external_id: 'A-1' });
  const sampleOf = async (content: string | Buffer, asked: Record<string, string> = {}) => {
    const { body } = await upload(content, { asked });
    await leave('checking', body.id);
    return (await manager.get(`/api/imports/${body.id}/sample`)).body;
  };

  it('shows the first loans as they were understood', async () => {
    const rows = Array.from({ length: 7 }, (_, at) => ({ external_id: `A-${at + 1}` }));
    const sample = await sampleOf(templateTape(...rows));
    expect(sample.reading).toMatchObject({
      encoding: 'utf-8',
      isEncodingInDoubt: false,
      doubts: [],
    });
    expect(sample.loans).toHaveLength(5);
    expect(sample.loans[0]).toMatchObject({
      row: 2,
      externalId: 'A-1',
      principalMinor: 1_000_000,
      annualRatePercent: '14.07',
      instalmentCount: 36,
      every: 1,
      unit: 'months',
      disbursedOn: '2018-03-01',
      firstDueOn: '2018-04-01',
    });
  });

  it('asks for an encoding that the file does not prove, and reads it as chosen', async () => {
    // A single byte of an old code page makes a text of UTF-8 invalid, so all of it looks like that
    // code page.
    const broken = Buffer.concat([
      Buffer.from(named('Müller')),
      Buffer.from('\nZo\u00eb', 'latin1'),
    ]);
    const asked = await sampleOf(broken);
    expect(asked.loans).toEqual([]);
    expect(asked.reading).toMatchObject({ encoding: null, encodingQuestion: { kind: 'encoding' } });
    expect(asked.reading.encodingQuestion.choices).toContainEqual({
      choice: 'windows-1252',
      readings: ['MÃ¼ller', 'Zoë'],
    });
    const wrong = await sampleOf(broken, { encoding: 'windows-1252' });
    expect(wrong.reading).toMatchObject({ encodingQuestion: null, isEncodingInDoubt: true });
    expect(wrong.reading.doubts[0]).toEqual({ row: 2, column: 'borrower_name', value: 'MÃ¼ller' });
    const answered = await sampleOf(broken, { encoding: 'utf-8' });
    expect(answered.reading).toMatchObject({ encoding: 'utf-8', isEncodingInDoubt: true });
    expect(answered.loans[0].borrowerName).toBe('Müller');
    const arabic = Buffer.concat([
      Buffer.from(named('').replace(/\n.*$/s, '\n'), 'latin1'),
      Buffer.from(named('@').split('\n')[1]?.split('@')[0] ?? ''),
      Buffer.from([0xe3, 0xcd, 0xe3, 0xcf]),
      Buffer.from(named('@').split('\n')[1]?.split('@')[1] ?? ''),
    ]);
    const read = await sampleOf(arabic, { encoding: 'windows-1256' });
    expect(read.loans[0].borrowerName).toBe('محمد');
  });

  it('shows the open questions of the file, and reads it as answered', async () => {
    const tape = named('A')
      .replace('10000.00', '12.500')
      .replace(/\b10000\.00\b/g, '12.500');
    const asked = await sampleOf(tape);
    expect(asked.loans).toEqual([]);
    expect(asked.reading.questions).toMatchObject([{ kind: 'decimalMark', answer: null }]);
    const answered = await sampleOf(tape, { decimalMark: 'comma' });
    expect(answered.readAs).toEqual({ answers: { decimalMark: 'comma' } });
    expect(answered.reading.questions).toMatchObject([{ kind: 'decimalMark', answer: 'comma' }]);
    expect(answered.loans).toMatchObject([{ principalMinor: 1_250_000 }]);
    expect((await upload(tape, { asked: { decimalMark: 'dot' } })).status).toBe(400);
  });

  it('is another import if read with other settings, and visible only in its portfolio', async () => {
    const id = uuidv7();
    await upload(named('A'), { id });
    const again = await upload(named('A'), { id, asked: { encoding: 'macintosh' } });
    expect(again.body).toMatchObject({ error: 'id_reused_with_different_content' });
    expect((await stranger.get(`/api/imports/${id}/sample`)).status).toBe(404);
    expect((await upload(named('A'), { asked: { encoding: 'ebcdic' } })).status).toBe(400);
    await leave('checking', id);
  });
});
