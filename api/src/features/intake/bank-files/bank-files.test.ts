import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeApprovalRule } from '../../../testing/arrange.ts';
import { DUE, openBankOffice, referenceOf } from '../../../testing/bank-office.ts';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import { INSTALMENT, openOffice } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';

const office = await openBankOffice();
const { test, portfolio, manager, arrangeHeld, signIn } = office;
const { bankId, upload, uploadRows, linesOf, lineOf, decide } = office;
const stranger = await (await openOffice({ test, tag: 'other' })).signIn('manager');

const post = (fileId: string, client = manager) => client.post(`/api/bank-files/${fileId}/post`);
const paymentsOf = async (loanId: string) =>
  (await manager.get(`/api/loans/${loanId}/payments`)).body.payments;
const csvOf = (row: string) => `Date,Amount,Name,Reference,Transaction ID\n${row}\n`;

describe('posting a file', () => {
  it('makes a payment of each matched line by the command that posts any', async () => {
    const loan = await arrangeHeld();
    const id = bankId();
    const file = await uploadRows(
      `2026-06-10,${DUE},Ada,Loan ${referenceOf(loan)},${id}`,
      `2026-06-10,12.00,Nobody,no idea,${bankId()}`,
      `2026-06-10,-5.00,Bank,fee,${bankId()}`,
    );
    expect(await post(file)).toMatchObject({
      status: 200,
      body: { posted: 1, refused: 0, left: 0 },
    });
    const [line, open, debit] = await linesOf(file);
    expect([line.state, open.state, debit.reason]).toEqual(['posted', 'needs-look', 'debit']);
    expect(await paymentsOf(loan.id)).toMatchObject([
      {
        id: line.paymentId,
        amountMinor: INSTALMENT,
        valueDate: '2026-06-10',
        method: 'bank-transfer',
        note: `Loan ${referenceOf(loan)} · ${id}`,
      },
    ]);
    expect((await manager.get(`/api/bank-files/${file}`)).body.sums).toContainEqual({
      state: 'posted',
      currency: 'USD',
      lines: 1,
      amountMinor: INSTALMENT,
    });
  });

  it('shows and posts texts without characters that hide or turn something', async () => {
    const loan = await arrangeHeld();
    const file = await uploadRows(
      `2026-06-10,${DUE},Ada \u202Enoryb\u200B,Loan\u2066 ${referenceOf(loan)},${bankId()}`,
    );
    const [line] = await linesOf(file);
    const text = `Loan ${referenceOf(loan)}`;
    expect(line).toMatchObject({ debtorName: 'Ada noryb', remittance: text });
    await decide(file, line.id, { decision: 'match', loanId: loan.id });
    await post(file);
    expect(await paymentsOf(loan.id)).toMatchObject([{ note: `${text} · ${line.bankId}` }]);
  });

  it('stores the account that the payment came from', async () => {
    const head = 'Date,Amount,Name,Payer IBAN,Reference,Transaction ID';
    const row = `2026-06-10,12.00,Ada,AE46 0900 0000 0123 4567 890,none,${bankId()}`;
    const { body } = await upload(`${head}\n${row}\n2026-06-10,-1.00,Bank,,fee,${bankId()}\n`);
    expect(await linesOf(body.bankFile.id)).toMatchObject([
      { debtorName: 'Ada', payerAccount: 'AE460900000001234567890' },
      { debtorName: 'Bank', payerAccount: '' },
    ]);
  });

  it('shows why a line was refused, and posts it once the cause is resolved', async () => {
    const loan = await arrangeHeld();
    const file = await uploadRows(
      `2026-06-20,${DUE},Ada,${referenceOf(loan)},${bankId()}`,
      `2026-06-10,999999.00,Ada,${referenceOf(loan)},${bankId()}`,
    );
    expect((await post(file)).body).toEqual({ posted: 0, refused: 2, left: 0 });
    const [line, tooMuch] = await linesOf(file);
    expect(line).toMatchObject({
      state: 'refused',
      paymentId: null,
      refusal: { error: 'value_date_in_future', details: { businessDate: '2026-06-15' } },
    });
    expect(tooMuch.refusal.error).toBe('amount_exceeds_payoff');
    const again = await decide(file, line.id, { decision: 'match', loanId: loan.id });
    expect(again).toMatchObject({ status: 200, body: { state: 'matched', refusal: null } });
  });

  it('posts once, even if several users request it at once', async () => {
    const loans = await Promise.all(Array.from({ length: 4 }, () => arrangeHeld()));
    const file = await uploadRows(
      ...loans.map((loan) => `2026-06-10,${DUE},Ada,${referenceOf(loan)},${bankId()}`),
    );
    const colleague = await signIn('manager');
    const answers = await Promise.all([post(file), post(file, colleague), post(file)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.posted, 0)).toBe(4);
    for (const { id } of loans) expect(await paymentsOf(id)).toHaveLength(1);
    expect((await post(file)).body).toEqual({ posted: 0, refused: 0, left: 0 });
    await expectReconciled(test.database);
  });

  it('continues after a crash: unfinished lines are rolled back and posted once', async () => {
    const [one, other] = [await arrangeHeld(), await arrangeHeld()];
    const file = await uploadRows(
      `2026-06-10,${DUE},Ada,${referenceOf(one)},${bankId()}`,
      `2026-06-10,${DUE},Ada,${referenceOf(other)},${bankId()}`,
    );
    // The trigger makes the second line's transaction fail at its end, as if the process had died.
    await test.owner.unsafe(`
      create function die() returns trigger language plpgsql as $$ begin
        raise exception 'the process is gone'; end $$;
      create trigger die before update on bank_file_lines for each row
        when (new.state = 'posted' and new.number = 2) execute function die()`);
    expect(await post(file)).toMatchObject({ status: 500 });
    await test.owner.unsafe('drop trigger die on bank_file_lines; drop function die()');
    expect((await linesOf(file)).map(({ state }: { state: string }) => state)).toEqual([
      'posted',
      'matched',
    ]);
    expect(await paymentsOf(other.id)).toEqual([]);
    expect((await post(file)).body).toEqual({ posted: 1, refused: 0, left: 0 });
    expect(await paymentsOf(one.id)).toHaveLength(1);
    expect(await paymentsOf(other.id)).toHaveLength(1);
    await expectReconciled(test.database);
  });

  it('says of a posted line that its payment was taken back since', async () => {
    await arrangeApprovalRule(test.owner, portfolio, { kind: 'reverse-payment', required: false });
    const loan = await arrangeHeld();
    const file = await uploadRows(`2026-06-10,${DUE},Ada,${referenceOf(loan)},${bankId()}`);
    await post(file);
    const { paymentId, isReversed } = await lineOf(file);
    const reversal = { id: uuidv7(), reason: 'Recalled by the bank' };
    await manager.post(`/api/loans/${loan.id}/payments/${paymentId}/reversal`, reversal);
    expect(isReversed).toBe(false);
    expect(await lineOf(file)).toMatchObject({ state: 'posted', paymentId, isReversed: true });
    expect((await post(file)).body).toEqual({ posted: 0, refused: 0, left: 0 });
    await expectReconciled(test.database);
  });

  it('refuses a line whose payment was already posted manually', async () => {
    const loan = await arrangeHeld();
    const byHand = await manager.post(`/api/loans/${loan.id}/payments`, {
      id: uuidv7(),
      amountMinor: INSTALMENT,
      currency: 'USD',
      valueDate: '2026-06-10',
      method: 'bank-transfer',
    });
    expect(byHand).toMatchObject({ status: 200 });
    const file = await uploadRows(`2026-06-10,${DUE},Ada,${referenceOf(loan)},${bankId()}`);
    expect((await post(file)).body).toEqual({ posted: 0, refused: 1, left: 0 });
    expect((await lineOf(file)).refusal.error).toBe('payment_looks_posted_already');
  });
});

describe('the same line of the bank', () => {
  it('twice in a file and again in another is one payment', async () => {
    const loan = await arrangeHeld();
    const row = `2026-06-10,${DUE},Ada,${referenceOf(loan)},${bankId()}`;
    const first = await uploadRows(row, row);
    const second = await uploadRows(row);
    expect((await linesOf(first)).map(({ reason }: { reason: string }) => reason)).toEqual([
      'reference',
      'duplicate',
    ]);
    const duplicate = await lineOf(second);
    expect(duplicate).toMatchObject({
      state: 'left-out',
      reason: 'duplicate',
      duplicateOf: { fileId: first, fileName: 'June.csv', number: 1 },
    });
    const body = { decision: 'match', loanId: loan.id };
    expect(await decide(second, duplicate.id, body)).toMatchObject({
      status: 409,
      body: { error: 'bank_line_is_settled' },
    });
    await Promise.all([post(first), post(second)]);
    expect(await paymentsOf(loan.id)).toHaveLength(1);
    const third = await uploadRows(row);
    expect(await lineOf(third)).toMatchObject({ reason: 'duplicate' });
  });

  it('in two files at the same moment is one payment', async () => {
    const loan = await arrangeHeld();
    const csv = csvOf(`2026-06-10,${DUE},Ada,${referenceOf(loan)},${bankId()}`);
    const files = (await Promise.all([upload(csv), upload(csv)])).map(
      ({ body }) => body.bankFile.id,
    );
    const lines = await Promise.all(files.map(lineOf));
    expect(new Set(lines.map(({ reason }) => reason))).toEqual(new Set(['duplicate', 'reference']));
    await Promise.all(files.map((file) => post(file)));
    expect(await paymentsOf(loan.id)).toHaveLength(1);
  });

  it('announced in one file and booked in the next can be posted', async () => {
    const loan = await arrangeHeld();
    const camt = (status: string) => `<Document><BkToCstmrStmt><Stmt>
      <Acct><Id><IBAN>AE1</IBAN></Id></Acct><Ntry><Amt Ccy="USD">${DUE}</Amt>
      <CdtDbtInd>CRDT</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>2026-06-10</Dt></BookgDt>
      <AcctSvcrRef>P-1</AcctSvcrRef><AddtlNtryInf>${referenceOf(loan)}</AddtlNtryInf>
      </Ntry></Stmt></BkToCstmrStmt></Document>`;
    const announced = await upload(camt('PDNG'));
    expect(await lineOf(announced.body.bankFile.id)).toMatchObject({ reason: 'not-booked' });
    expect(await lineOf((await upload(camt('BOOK'))).body.bankFile.id)).toMatchObject({
      state: 'matched',
    });
  });

  it('is posted on no second loan once it is posted', async () => {
    const [one, other] = [await arrangeHeld(), await arrangeHeld()];
    const file = await uploadRows(`2026-06-10,${DUE},Ada,${referenceOf(one)},${bankId()}`);
    await post(file);
    const { id } = await lineOf(file);
    for (const body of [
      { decision: 'match', loanId: other.id },
      { decision: 'leave-out', leftOutWhy: 'own-transfer' },
      { decision: 'take-in' },
    ]) {
      expect(await decide(file, id, body)).toMatchObject({ status: 409 });
    }
    const changed = test.owner`
      update bank_file_lines set state = 'needs-look', reason = null, loan_id = null where id = ${id}`;
    await expect(changed).rejects.toThrow('never changed');
  });
});

describe('what a person decides of a line', () => {
  it('is a loan, that it stays out, or that it is looked at again', async () => {
    const loan = await arrangeHeld();
    const file = await uploadRows(`2026-06-10,7.00,Nobody,no idea,${bankId()}`);
    const { id } = await lineOf(file);
    expect((await decide(file, id, { decision: 'match', loanId: loan.id })).body).toMatchObject({
      state: 'matched',
      reason: 'person',
      loan: { id: loan.id },
    });
    expect(
      (await decide(file, id, { decision: 'leave-out', leftOutWhy: 'own-transfer' })).body,
    ).toMatchObject({
      state: 'left-out',
      reason: 'by-person',
      loan: null,
    });
    expect((await post(file)).body).toEqual({ posted: 0, refused: 0, left: 0 });
    expect((await decide(file, id, { decision: 'take-in' })).body).toMatchObject({
      state: 'needs-look',
    });
    const why = (body: object) => decide(file, id, { decision: 'leave-out', ...body });
    for (const body of [{}, { leftOutWhy: 'other' }, { leftOutWhy: 'other', note: '  ' }]) {
      expect(await why(body)).toMatchObject({ status: 400, body: { error: 'reason_missing' } });
    }
    expect((await why({ leftOutWhy: 'other', note: ' Sold car ' })).body).toMatchObject({
      state: 'left-out',
      leftOutWhy: 'other',
      leftOutNote: 'Sold car',
    });
    const listed = async (query: string) =>
      (await manager.get(`/api/bank-files/${file}/lines?${query}`)).body.bankLines.length;
    expect(await listed('leftOutWhy=other')).toBe(1);
    expect(await listed('leftOutWhy=own-transfer')).toBe(0);
    expect((await decide(file, id, { decision: 'take-in' })).body).toMatchObject({
      state: 'needs-look',
      leftOutWhy: null,
      leftOutNote: '',
    });
    const nowhere = await decide(file, id, { decision: 'match', loanId: uuidv7() });
    expect(nowhere).toMatchObject({ status: 404 });
    expect(await decide(file, id, { decision: 'match' })).toMatchObject({ status: 404 });
  });
});

describe('an upload', () => {
  it('answers the same file to the same call, and refuses another under its id', async () => {
    const id = uuidv7();
    const csv = csvOf(`2026-06-10,7.00,Nobody,no idea,${bankId()}`);
    const [one, other] = await Promise.all([upload(csv, { id }), upload(csv, { id })]);
    expect(one).toMatchObject({
      status: 200,
      body: { bankFile: { id, lines: 1, format: 'csv' }, questions: [] },
    });
    expect(other.body).toEqual(one.body);
    expect(await upload(`${csv}2026-06-10,8.00,Nobody,x,\n`, { id })).toMatchObject({
      status: 409,
      body: { error: 'id_reused_with_different_content' },
    });
  });

  it('larger than a bank file may be is refused', async () => {
    expect(await upload('a'.repeat(10_000_001))).toMatchObject({
      status: 413,
      body: { error: 'body_too_large' },
    });
  });

  it('that cannot be read stores nothing', async () => {
    const id = uuidv7();
    expect(await upload('Date,Amount,Name\nsoon,5,Ada', { id })).toMatchObject({
      status: 400,
      body: { error: 'bank_line_not_read', details: { line: 2, column: 'date' } },
    });
    expect(await manager.get(`/api/bank-files/${id}`)).toMatchObject({ status: 404 });
  });
});

describe('bank files', () => {
  it('are listed page by page, and their lines by state', async () => {
    const file = await uploadRows(
      `2026-06-10,7.00,Nobody,a,${bankId()}`,
      `2026-06-10,-7.00,Nobody,b,${bankId()}`,
      `2026-06-10,9.00,Nobody,c,${bankId()}`,
    );
    const newest = await manager.get('/api/bank-files?limit=1');
    expect(newest.body.bankFiles).toMatchObject([{ id: file }]);
    const next = await manager.get(`/api/bank-files?limit=1&after=${newest.body.nextCursor}`);
    expect(next.body.bankFiles[0].id).not.toBe(file);
    const lines = `/api/bank-files/${file}/lines?state=needs-look&limit=1`;
    const first = await manager.get(lines);
    expect(first.body.bankLines).toMatchObject([{ number: 1 }]);
    const last = await manager.get(`${lines}&after=${first.body.nextCursor}`);
    expect(last.body).toMatchObject({ bankLines: [{ number: 3 }], nextCursor: null });
  });

  it('are out of sight for other portfolios, and for desks and agents whatever they are granted', async () => {
    const loan = await arrangeHeld();
    const file = await uploadRows(`2026-06-10,7.00,Ada,${referenceOf(loan)},${bankId()}`);
    const { id } = await lineOf(file);
    const doors = (client: TestClient) => [
      client.get(`/api/bank-files/${file}`),
      client.get(`/api/bank-files/${file}/lines`),
      client.get(`/api/bank-files/${file}/lines/${id}/candidates`),
      client.put(`/api/bank-files/${file}/lines/${id}/decision`, {
        decision: 'leave-out',
        leftOutWhy: 'own-transfer',
      }),
      post(file, client),
    ];
    for (const answer of await Promise.all(doors(stranger))) expect(answer.status).toBe(404);
    for (const who of ['desk', 'agent'] as const) {
      const client = await signIn(who);
      const refused = await Promise.all([...doors(client), upload('x', { client })]);
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    }
    await test.owner`insert into role_permissions (role, permission, granted, changed_by, changed_at)
      values ('team', 'post-bank-files', true, ${portfolio.manager.id}, now())`;
    const desk = await signIn('desk');
    const refused = await Promise.all([
      ...doors(desk),
      upload('x', { client: desk }),
      desk.get('/api/bank-files'),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404]);
    expect(await lineOf(file)).toMatchObject({ state: 'matched' });
  });
});
