import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import { applicationOf, lendingBy } from '../../../testing/lending.ts';
import { openOffice } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';

const office = await openOffice();
const { test, arrangeHeld } = office;
const manager = await office.signIn('manager');
const agent = await office.signIn('agent');
const stranger = await (await openOffice({ test, tag: 'other' })).signIn('manager');

const borrowersFor = async (client: TestClient, query: string) =>
  (await client.get(`/api/search?q=${encodeURIComponent(query)}`)).body.borrowers;
const namesFor = async (client: TestClient, query: string): Promise<string[]> =>
  (await borrowersFor(client, query)).map(({ name }: { name: string }) => name);

async function arrangePerson(wishes: object): Promise<string> {
  const person = { id: uuidv7(), kind: 'person', phone: '', email: '', ...wishes };
  expect((await manager.post('/api/borrowers', person)).status).toBe(200);
  return person.id;
}

describe('a borrower is found', () => {
  let loan: Awaited<ReturnType<typeof arrangeHeld>>;
  let partyId: string;
  beforeAll(async () => {
    loan = await arrangeHeld({ borrowerName: 'Rosa Singh' });
    const id = await arrangePerson({ name: 'Amína Rao', phone: '+971 50 765 4321' });
    partyId = uuidv7();
    const party = { id: partyId, borrowerId: id, role: 'guarantor', note: '' };
    expect((await manager.post(`/api/loans/${loan.id}/parties`, party)).status).toBe(200);
    await arrangePerson({ name: 'Amin Haddad' });
  });
  const reference = () => `L-${String(loan.number).padStart(6, '0')}`;

  it('as the party of a loan, by the first letters of words in the name', async () => {
    expect(await borrowersFor(manager, 'rao AMINA')).toMatchObject([
      { name: 'Amína Rao', references: [reference()] },
    ]);
    expect(await namesFor(manager, 'mina')).toEqual([]);
  });

  it('without a loan, together with others of that name', async () => {
    expect(await borrowersFor(manager, 'Ami')).toMatchObject([
      { name: 'Amin Haddad', references: [] },
      { name: 'Amína Rao' },
    ]);
  });

  it('first by the whole name, even if more people share it than a search sorts', async () => {
    await test.owner`
      insert into borrowers (portfolio_id, id, external_id, name)
      select ${office.portfolio.id}, gen_random_uuid(), 'Q' || n, 'Quilla ' || chr(97 + n % 26) || n
      from generate_series(1, 2100) n`;
    await arrangeHeld({ borrowerName: 'Quilla' });
    expect((await namesFor(manager, 'quilla'))[0]).toBe('Quilla');
  });

  it('by names that begin with the typed text, if these fill the answer', async () => {
    await arrangeHeld({ borrowerName: 'Anna Brockhaus' });
    for (const letter of 'hgfedcba') {
      await arrangeHeld({ borrowerName: `Brockhaus ${letter.toUpperCase()}` });
    }
    const names = 'ABCDEFGH'.split('').map((letter) => `Brockhaus ${letter}`);
    expect(await namesFor(agent, 'brockhaus')).toEqual(names);
    await arrangePerson({ name: 'Brockhaus' });
    expect(await namesFor(manager, 'brockhaus')).toEqual(['Brockhaus', ...names.slice(0, -1)]);
    expect(await namesFor(manager, 'Brockhaus H')).toEqual(['Brockhaus H']);
    expect(await namesFor(manager, 'Anna')).toEqual(['Anna Brockhaus']);
    expect(await namesFor(stranger, 'brockhaus')).toEqual([]);
  });

  it('by the phone number of a caller', async () => {
    expect(await namesFor(manager, '050 765-4321')).toEqual(['Amína Rao']);
    expect(await namesFor(manager, reference())).toEqual([]);
    expect(await namesFor(manager, '٠٥٠ ٧٦٥-٤٣٢١')).toEqual(['Amína Rao']);
    expect(await namesFor(manager, '۰۵۰ ۷۶۵ ۴۳۲۱')).toEqual(['Amína Rao']);
  });

  it.each(['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹'])(
    'by numbers in the digits %s, in every list that has them',
    async (digits) => {
      const typed = (text: string) =>
        encodeURIComponent(text.replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? ''));
      const found = async (list: string, text: string) => {
        const { body } = await manager.get(`${list}q=${typed(text)}`);
        return (body.rows ?? body.loans).map(({ id }: { id: string }) => id);
      };
      for (const text of [String(loan.number), reference(), `X${loan.number}`]) {
        expect(await found('/api/loans?view=all&', text), text).toContain(loan.id);
        expect(await found('/api/search?', text), text).toContain(loan.id);
      }
      expect(await found('/api/borrowers?', '7654321')).toHaveLength(1);
      const audit = await manager.get(`/api/audit?loan=${typed(reference())}`);
      expect(audit.body.rows).not.toEqual([]);
    },
  );

  it('by Arabic digits of a name that has them', async () => {
    await arrangePerson({ name: 'متجر ٤٤٠٤' });
    await arrangePerson({ name: 'Shop 4404' });
    expect(await namesFor(manager, '٤٤٠٤')).toEqual(['Shop 4404', 'متجر ٤٤٠٤']);
    const { body } = await manager.get(`/api/borrowers?q=${encodeURIComponent('٤٤٠٤')}`);
    const names = body.rows.map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual(['Shop 4404', 'متجر ٤٤٠٤']);
  });

  it('only while the reader can see a loan of theirs', async () => {
    expect(await namesFor(agent, 'Ami')).toEqual(['Amína Rao']);
    expect(await namesFor(stranger, 'Ami')).toEqual([]);
    expect(await namesFor(stranger, '050 765-4321')).toEqual([]);
    const end = `/api/loans/${loan.id}/parties/${partyId}/end`;
    expect((await manager.post(end, { reason: 'Released' })).status).toBe(200);
    expect(await namesFor(agent, 'Ami')).toEqual([]);
  });

  it('only by characters that form a word', async () => {
    expect(await namesFor(manager, "'' \\ | & :*")).toEqual([]);
    expect(await namesFor(manager, "ami' | rosa:*")).toEqual([]);
  });
});

describe('the search for a name', () => {
  beforeAll(async () => {
    for (const name of ["Sean O'Brien", 'Noor Al-Saleh', 'فاطمة مؤمن', 'Zoë d’Arcy']) {
      await arrangePerson({ name });
    }
    await arrangeHeld({ borrowerName: 'Maeve O’Neill-Byrne' });
  });

  it.each([
    ['obrien', "Sean O'Brien"],
    ["o'brien", "Sean O'Brien"],
    ['O’Brien', "Sean O'Brien"],
    ['o brien', "Sean O'Brien"],
    ['brien sean', "Sean O'Brien"],
    ['alsaleh', 'Noor Al-Saleh'],
    ['al saleh', 'Noor Al-Saleh'],
    ['al-saleh', 'Noor Al-Saleh'],
    ['فاطمه', 'فاطمة مؤمن'],
    ['مومن', 'فاطمة مؤمن'],
    ['zoe darcy', 'Zoë d’Arcy'],
    ['oneill', 'Maeve O’Neill-Byrne'],
    ['neill byrne', 'Maeve O’Neill-Byrne'],
  ])('%s finds %s', async (typed, name) => {
    expect(await namesFor(manager, typed)).toEqual([name]);
  });

  it('works in the lists of loans and borrowers as well', async () => {
    for (const typed of ['oneill', 'o neill', "O'Neill", 'neillbyrne']) {
      const q = encodeURIComponent(typed);
      expect((await manager.get(`/api/loans?view=all&q=${q}`)).body.sums.count).toBe(1);
      const { body } = await manager.get(`/api/borrowers?q=${q}`);
      expect(body.rows.map(({ name }: { name: string }) => name)).toEqual(['Maeve O’Neill-Byrne']);
    }
  });
});

describe('the search finds', () => {
  const search = async (client: TestClient, query: string) =>
    (await client.get(`/api/search?q=${encodeURIComponent(query)}`)).body;
  const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  let loan: Awaited<ReturnType<typeof arrangeHeld>>;
  const payment = { id: uuidv7(), amountMinor: 42_504, note: 'Cheque 77-1290' };
  const invoice = { id: uuidv7() };

  beforeAll(async () => {
    loan = await arrangeHeld({ borrowerName: 'Ines Duarte', principalMinor: 2_400_000 });
    const body = { ...payment, currency: 'USD', valueDate: '2026-06-15', method: 'cheque' };
    expect((await manager.post(`/api/loans/${loan.id}/payments`, body)).status).toBe(200);
    await test.owner`
      insert into invoices (portfolio_id, id, language, customer_name, customer_address,
        customer_tax_number, due_on, currency, net_minor, tax_minor, total_minor, note, state, kind,
        created_by, created_at, loan_id)
      select portfolio.id, ${invoice.id}, 'en', 'Duarte Trading', '', '', '2026-06-30', 'USD',
        77777, 0, 77777, '', 'draft', 'invoice', ${office.portfolio.manager.id}, now(), ${loan.id}
      from portfolios portfolio where portfolio.id = ${office.portfolio.id}`;
  });

  it.each(['425.04', '425,04', '425.04 USD', '٤٢٥٫٠٤'])('a payment by %s', async (typed) => {
    const { payments } = await search(manager, typed);
    expect(payments).toMatchObject([
      { id: payment.id, loanId: loan.id, borrower: 'Ines Duarte', amountMinor: 42_504 },
    ]);
  });

  it('a payment by the number on its receipt and by its note', async () => {
    for (const typed of [payment.id, '77-1290', 'cheque 771290', '٧٧-١٢٩٠', '۷۷-۱۲۹۰']) {
      expect(idsOf((await search(manager, typed)).payments)).toEqual([payment.id]);
    }
  });

  it('a payment by the bank’s reference, for users who may read bank files', async () => {
    const [file, line] = [uuidv7(), uuidv7()];
    const { id: portfolioId, manager: maker } = office.portfolio;
    await test.owner`
      insert into bank_files (portfolio_id, id, file_name, file_sha256, format, uploaded_by, uploaded_at)
      values (${portfolioId}, ${file}, 'june.xml', ${Buffer.alloc(32)}, 'camt.053', ${maker.id}, now())`;
    await test.owner`
      insert into bank_file_lines (portfolio_id, id, bank_file_id, number, account, bank_id,
        booked_on, value_on, amount_minor, currency, debtor_name, payer_account, remittance, payment_id, state,
        reason, loan_id)
      values (${portfolioId}, ${line}, ${file}, 1, '', 'E2E-90417', '2026-06-15', '2026-06-15', 42504,
        'USD', 'Ines Duarte', '', '', ${payment.id}, 'posted', 'person', ${loan.id})`;
    for (const typed of ['e2e-90417', 'e2e-٩٠٤١٧']) {
      expect(idsOf((await search(manager, typed)).payments)).toEqual([payment.id]);
    }
    expect((await search(agent, 'e2e-90417')).payments).toEqual([]);
  });

  it('an invoice by its total and by its customer', async () => {
    for (const typed of ['777.77', 'duarte trading']) {
      expect(idsOf((await search(manager, typed)).invoices)).toEqual([invoice.id]);
    }
  });

  it('a loan by its exact due amount', async () => {
    const { body } = await manager.get('/api/loans?view=all&q=Ines');
    const [{ dueMinor }] = body.rows;
    expect(dueMinor).toBeGreaterThan(0);
    const typed = (dueMinor / 100).toFixed(2);
    expect((await search(manager, typed)).loansDue).toMatchObject([{ id: loan.id, dueMinor }]);
  });

  it('a loan by the amount due on its portfolio’s business date, also by an administrator', async () => {
    await arrangeAdmin(test.owner);
    const admin = await test.signIn('admin@bursar.example');
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'];
    for (const zone of zones) {
      await test.owner`
        update portfolios set time_zone = ${zone} where id = ${office.portfolio.id}`;
      const [{ dueMinor }] = (await manager.get('/api/loans?view=all&q=Ines')).body.rows;
      const typed = (dueMinor / 100).toFixed(2);
      const [own] = (await search(manager, typed)).loansDue;
      expect(own, zone).toMatchObject({ id: loan.id, dueMinor });
      expect((await search(admin, typed)).loansDue, zone).toEqual([own]);
    }
  });

  it('records only for users with them in scope, whatever their permissions', async () => {
    const other = await office.signIn('otherAgent');
    for (const client of [stranger, other]) {
      for (const typed of ['425.04', payment.id, '77-1290', '777.77', 'duarte', '117.54']) {
        const { agents: _agents, ...found } = await search(client, typed);
        expect(Object.values(found).flat()).toEqual([]);
      }
    }
    expect(idsOf((await search(agent, '425.04')).payments)).toEqual([payment.id]);
  });

  it('an application only for users who may read applications', async () => {
    const { versionId } = await lendingBy(manager, manager).product();
    const borrower = { kind: 'known', id: loan.borrowerId };
    const { id, ...rest } = applicationOf(versionId, { borrower });
    expect((await manager.post('/api/applications', { id, ...rest })).status).toBe(200);
    const [{ reference }] = (await manager.get('/api/applications')).body.rows;
    const found = (client: TestClient) =>
      search(client, reference).then(({ applications }) => applications);
    expect(await found(manager)).toMatchObject([{ id, reference, borrower: 'Ines Duarte' }]);
    expect(await found(agent)).toEqual([]);
    expect(await found(stranger)).toEqual([]);
    expect(idsOf((await search(manager, 'ines dua')).applications)).toEqual([id]);
    const arabic = reference.replaceAll(/\d/g, (digit: string) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]);
    expect(idsOf((await search(manager, arabic)).applications)).toEqual([id]);
    const listed = await manager.get(`/api/applications?q=${encodeURIComponent(arabic)}`);
    expect(idsOf(listed.body.rows)).toEqual([id]);
  });

  it('no loan by a value that is masked for the reader', async () => {
    await test.owner`
      update borrowers set national_id = '784198012345'
      where id = (select borrower_id from loans where id = ${loan.id})`;
    expect(idsOf((await search(manager, '784198012345')).loans)).toEqual([loan.id]);
    expect((await search(agent, '784198012345')).loans).toEqual([]);
    const filtered = await agent.get('/api/loans?view=all&nationalId=784198012345');
    expect(filtered.body.rows).toEqual([]);
  });
});
