import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeApprovalRule, type TestLoan } from '../../../../testing/arrange.ts';
import { DUE, openBankOffice, referenceOf } from '../../../../testing/bank-office.ts';
import { paymentOf } from '../../../../testing/open-office.ts';

const {
  test,
  portfolio,
  manager,
  arrangeHeld,
  bankId,
  upload,
  uploadRows,
  linesOf,
  lineOf,
  decide,
} = await openBankOffice();

const candidatesOf = async (fileId: string, lineId: string) =>
  (await manager.get(`/api/bank-files/${fileId}/lines/${lineId}/candidates`)).body.candidates;
const arrangeBorrower = async (wishes: object) => {
  const person = { id: uuidv7(), kind: 'person', phone: '', email: '', ...wishes };
  expect(await manager.post('/api/borrowers', person)).toMatchObject({ status: 200 });
  return person.id;
};
const addParty = async (loan: TestLoan, borrowerId: string, role: string) => {
  const party = { id: uuidv7(), borrowerId, role, note: '' };
  expect(await manager.post(`/api/loans/${loan.id}/parties`, party)).toMatchObject({ status: 200 });
  return party.id;
};
/** Returns the amount of the loan's first instalment, in the format of a bank file. */
const firstDueOf = async ({ id }: TestLoan): Promise<string> => {
  const [row] = await test.owner<{ due: number }[]>`
    select oldest_unpaid_minor as due from loan_state where loan_id = ${id}`;
  return ((row?.due ?? 0) / 100).toFixed(2);
};

/** Creates a loan that was paid off today and so is closed. */
async function arrangeClosed() {
  const loan = await arrangeHeld();
  const { body } = await manager.get(`/api/loans/${loan.id}/payoff-quote`);
  const payoff = { amountMinor: body.totalMinor, valueDate: body.on };
  const paid = await manager.post(`/api/loans/${loan.id}/payments`, paymentOf(payoff));
  expect(paid).toMatchObject({ body: { loanStatus: 'closed' } });
  return loan;
}

describe('a line is matched', () => {
  it.each([
    ['as it is written', (reference: string) => `Loan ${reference} June`],
    [
      'in small letters without the dash',
      (reference: string) => reference.replace('-', '').toLowerCase(),
    ],
    ['twice', (reference: string) => `${reference} / ${reference}`],
  ])('with the one loan whose reference its text holds, %s', async (_name, write) => {
    const loan = await arrangeHeld();
    const file = await uploadRows(
      `2026-06-10,1.00,Anybody,${write(referenceOf(loan))},${bankId()}`,
    );
    expect(await lineOf(file)).toMatchObject({
      state: 'matched',
      reason: 'reference',
      loan: { id: loan.id, reference: referenceOf(loan), status: 'active' },
    });
  });

  it('with the one loan that has its amount due and whose borrower is called alike', async () => {
    const due = await arrangeHeld({ borrowerName: 'Katherine Johnson', principalMinor: 130_000 });
    await arrangeHeld({ borrowerName: 'Dorothy Vaughan', principalMinor: 130_000 });
    const amount = await firstDueOf(due);
    const file = await uploadRows(`2026-06-10,${amount},JOHNSON KATHERINE,June,${bankId()}`);
    expect(await lineOf(file)).toMatchObject({
      state: 'matched',
      reason: 'amount-and-name',
      loan: { id: due.id },
    });
  });

  it('by an Arabic name as by a Latin one', async () => {
    const loan = await arrangeHeld({ borrowerName: 'ليلى حداد', principalMinor: 140_000 });
    const file = await uploadRows(`2026-06-10,${await firstDueOf(loan)},حداد ليلى,قسط,${bankId()}`);
    expect(await lineOf(file)).toMatchObject({ state: 'matched', loan: { id: loan.id } });
  });

  it('by an active party of the loan', async () => {
    const loan = await arrangeHeld({ borrowerName: 'Edith Clarke', principalMinor: 150_000 });
    const amount = await firstDueOf(loan);
    const spouse = await arrangeBorrower({ name: 'Maria Telkes' });
    const party = await addParty(loan, spouse, 'co-borrower');
    await addParty(loan, await arrangeBorrower({ name: 'Otto Clarke' }), 'guarantor');
    const row = () => `2026-06-10,${amount},TELKES MARIA,June,${bankId()}`;
    const file = await uploadRows(row(), `2026-06-10,${amount},O. Clarke,June,${bankId()}`);
    expect(await linesOf(file)).toMatchObject([
      { state: 'matched', reason: 'amount-and-name', loan: { id: loan.id } },
      { state: 'matched', reason: 'amount-and-name', loan: { id: loan.id } },
    ]);
    const end = `/api/loans/${loan.id}/parties/${party}/end`;
    expect(await manager.post(end, { reason: 'Divorced' })).toMatchObject({ status: 200 });
    expect(await lineOf(await uploadRows(row()))).toMatchObject({ state: 'needs-look' });
  });

  it('by the name under which a company is on the register', async () => {
    const loan = await arrangeHeld({ borrowerName: 'Blue Harbour', principalMinor: 160_000 });
    await test.owner`
      update borrowers set borrower_kind = 'company', legal_name = 'Northern Freight Holding LLC'
      where id = (select borrower_id from loans where id = ${loan.id})`;
    const row = `${await firstDueOf(loan)},NORTHERN FREIGHT HOLDING LLC,June`;
    const file = await uploadRows(`2026-06-10,${row},${bankId()}`);
    expect(await lineOf(file)).toMatchObject({ state: 'matched', loan: { id: loan.id } });
  });

  it('with none where two loans of this due have the payer on them', async () => {
    const one = await arrangeHeld({ borrowerName: 'Irene Curie', principalMinor: 170_000 });
    const other = await arrangeHeld({ borrowerName: 'Pierre Curie', principalMinor: 170_000 });
    const both = await arrangeBorrower({ name: 'Eve Labouisse' });
    await addParty(one, both, 'co-borrower');
    await addParty(other, both, 'guarantor');
    const row = `${await firstDueOf(one)},Eve Labouisse,June`;
    const file = await uploadRows(`2026-06-10,${row},${bankId()}`);
    const line = await lineOf(file);
    expect(line).toMatchObject({ state: 'needs-look', loan: null });
    const found = await candidatesOf(file, line.id);
    expect(found.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [one.id, other.id].toSorted(),
    );
  });

  it.each<[string, (...loans: TestLoan[]) => string]>([
    [
      'whose text names two loans',
      (one, other) => `${DUE},Grace Hopper,${referenceOf(one)} ${referenceOf(other)}`,
    ],
    [
      'whose text names a loan that is paid off',
      (_one, _other, closed) => `${DUE},Grace Hopper,${referenceOf(closed)}`,
    ],
    [
      'whose reference stands inside another word',
      (one) => `5.00,Nobody,XL-${String(one?.number).padStart(6, '0')}`,
    ],
    ['of a name that two borrowers of this due have', () => `${DUE},Grace Hopper,June`],
    ['of a like name and another amount', () => '99.00,Grace Hopper,June'],
    ['of this amount and another name', () => `${DUE},Alan Turing,June`],
    ['in another currency', () => '5.00,Nobody,nothing'],
  ])('with none where a person has to look: %s', async (_name, write) => {
    const one = await arrangeHeld({ borrowerName: 'Grace Hopper' });
    const other = await arrangeHeld({ borrowerName: 'Grace B Hopper' });
    const closed = await arrangeClosed();
    const file = await uploadRows(`2026-06-10,${write(one, other, closed)},${bankId()}`);
    expect(await lineOf(file)).toMatchObject({ state: 'needs-look', reason: null, loan: null });
  });

  it.each([
    'Cheque returned unpaid',
    'CHARGEBACK',
    'Rücklastschrift',
    'Currency exchange',
    'Rejet de prélèvement',
    'estorno',
    'شيك مرتجع',
  ])('with none where its text says that money came back: %s', async (text) => {
    const loan = await arrangeHeld();
    const row = `2026-06-10,1.00,Anybody,${text} ${referenceOf(loan)},${bankId()}`;
    const file = await uploadRows(row);
    const line = await lineOf(file);
    expect(line).toMatchObject({ state: 'needs-look', loan: null });
    expect(await candidatesOf(file, line.id)).toMatchObject([{ id: loan.id }]);
  });

  it('only in the currency of the portfolio', async () => {
    const loan = await arrangeHeld();
    const rows = [`2026-06-10,5.00,EUR,Ada,${referenceOf(loan)}`, '2026-06-10,5.00,USD,Ada,x'];
    const answer = await upload(`Date,Amount,Currency,Name,Reference\n${rows.join('\n')}\n`);
    const file = answer.body.bankFile.id;
    const line = await lineOf(file);
    expect(line).toMatchObject({ state: 'left-out', reason: 'other-currency', currency: 'EUR' });
    const refused = await decide(file, line.id, { decision: 'match', loanId: loan.id });
    expect(refused).toMatchObject({ status: 409, body: { error: 'bank_line_is_settled' } });
  });
});

describe('the account that a payer used before', () => {
  const iban = 'DE75 5121 0800 1245 1261 99';
  const uploadFrom = async (...rows: readonly string[]) => {
    const head = 'Date,Amount,Name,Payer account,Reference,Transaction ID';
    const answer = await upload([head, ...rows].join('\n'));
    return answer.body.bankFile.id as string;
  };
  const post = (file: string) => manager.post(`/api/bank-files/${file}/post`);

  it('finds the loan until the payment is reversed, and only suggests once it paid another', async () => {
    await arrangeApprovalRule(test.owner, portfolio, { kind: 'reverse-payment', required: false });
    const loan = await arrangeHeld({ borrowerName: 'Rosalind Franklin', principalMinor: 310_000 });
    const other = await arrangeHeld({
      borrowerName: 'Barbara McClintock',
      principalMinor: 320_000,
    });
    const first = await firstDueOf(loan);
    const learned = await uploadFrom(
      `2026-06-10,${first},J Watson,${iban},${referenceOf(loan)},${bankId()}`,
    );
    await post(learned);
    const next = await firstDueOf(loan);
    const row = () =>
      `2026-06-11,${next},J Watson,${iban.replaceAll(' ', '')},thanks ${bankId()},${bankId()}`;
    expect(await lineOf(await uploadFrom(row()))).toMatchObject({
      state: 'matched',
      reason: 'account',
      evidence: ['account', 'amount-due'],
      score: 80,
      loan: { id: loan.id },
    });
    const shared = await uploadFrom(
      `2026-06-10,${await firstDueOf(other)},J Watson,${iban},${referenceOf(other)},${bankId()}`,
    );
    await post(shared);
    const doubtful = await uploadFrom(row());
    const line = await lineOf(doubtful);
    expect(line).toMatchObject({ state: 'needs-look' });
    expect(await candidatesOf(doubtful, line.id)).toMatchObject([
      { id: loan.id, evidence: ['shared-account', 'amount-due'] },
      { id: other.id, evidence: ['shared-account'] },
    ]);
    const { paymentId } = await lineOf(shared);
    const reversal = { id: uuidv7(), reason: 'Posted on the wrong loan' };
    await manager.post(`/api/loans/${other.id}/payments/${paymentId}/reversal`, reversal);
    expect(await lineOf(await uploadFrom(row()))).toMatchObject({ state: 'matched' });
  });
});

describe('loans that a line may be for', () => {
  it('are named in its text, have its amount due or a borrower called alike', async () => {
    const named = await arrangeClosed();
    const tape = await arrangeHeld();
    const alike = await arrangeHeld({ borrowerName: 'Hedy Lamarr' });
    const text = `${referenceOf(named)} and X${tape.number}`;
    const file = await uploadRows(`2026-06-10,77.00,LAMARR H,${text},${bankId()}`);
    const found = await candidatesOf(file, (await lineOf(file)).id);
    expect(found).toMatchObject([
      { id: named.id, evidence: ['reference'], score: 97 },
      { id: alike.id, evidence: ['name'], score: 50 },
      { id: tape.id, evidence: ['short-number'], score: 40 },
    ]);
  });

  it('have a guarantor, or the registered name of a company, that is called alike', async () => {
    const backed = await arrangeHeld({ borrowerName: 'Lise Meitner' });
    await addParty(backed, await arrangeBorrower({ name: 'Agnes Pockels' }), 'guarantor');
    const company = await arrangeHeld({ borrowerName: 'Sunline' });
    await test.owner`
      update borrowers set borrower_kind = 'company', legal_name = 'Pockels Optics LLC'
      where id = (select borrower_id from loans where id = ${company.id})`;
    const file = await uploadRows(`2026-06-10,78.00,POCKELS A,nothing,${bankId()}`);
    const found = await candidatesOf(file, (await lineOf(file)).id);
    expect(found).toMatchObject([
      { id: backed.id, evidence: ['name'] },
      { id: company.id, evidence: ['similar-name'] },
    ]);
  });
});
