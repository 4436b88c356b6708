import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { openOffice, type Office } from '../../../../testing/open-office.ts';
import { writeWorkbook } from '../../../../testing/write-workbook.ts';
import type { TestClient } from '../../../../testing/test-app.ts';

let office: Office;
let manager: TestClient;
beforeEach(async () => {
  office = await openOffice();
  manager = await office.signIn('manager');
});

type Asked = Readonly<Record<string, object>>;

const query = (asked: Asked) =>
  Object.entries(asked)
    .map(([name, value]) => `&${name}=${encodeURIComponent(JSON.stringify(value))}`)
    .join('');
const check = async (lines: readonly string[], asked: Asked = {}) => {
  const path = `/api/borrower-imports/check?fileName=people.csv${query(asked)}`;
  return manager.upload(path, Buffer.from(lines.join('\n')));
};
const book = (lines: readonly string[], asked: Asked = {}) => {
  const path = `/api/borrower-imports?id=${uuidv7()}&fileName=people.csv${query(asked)}`;
  return manager.upload(path, Buffer.from(lines.join('\n')));
};
const codes = (body: { findings: { code: string; row: number | null }[] }) =>
  body.findings.map(({ code, row }) => [code, row]);

describe('the columns of a borrower file', () => {
  it.each([
    'Customer No,Full Name,Mobile,E-mail,National ID',
    'Kundennummer,Vor- und Nachname,Telefon,E-Mail-Adresse,Ausweisnummer',
    'Numéro client,Nom complet,Téléphone,Courriel,Carte d’identité',
    'Número de cliente,Nombre completo,Teléfono,Correo electrónico,DNI',
    'Número de cliente,Nome completo,Telefone,E-mail,CPF',
    'Numero cliente,Nome e cognome,Cellulare,Posta elettronica,Codice fiscale',
    'Klantnummer,Naam,Telefoonnummer,E-mailadres,Burgerservicenummer',
    'Numer klienta,Imię i nazwisko,Numer telefonu,Adres e-mail,PESEL',
    'Müşteri No,Ad Soyad,Cep Telefonu,E-posta,TC Kimlik No',
    'رقم العميل,الاسم الكامل,رقم الجوال,البريد الإلكتروني,رقم الهوية',
    'Client ID,Customer Name,Mobile No,Email,Aadhaar',
  ])('are found in ten languages: %s', async (heading) => {
    const { body } = await check([heading, 'K-1,Ada Byron,+447911123456,ada@example.com,12345678']);
    expect(body).toMatchObject({ errors: 0, fresh: 1, warnings: 0 });
    expect(body.columns.map(({ field }: { field: string }) => field)).toEqual([
      'borrowerExternalId',
      'borrowerName',
      'phone',
      'email',
      'nationalId',
    ]);
  });

  it('can have the name in two columns, in either order', async () => {
    const names = [
      'Kundennummer,Nachname,Vorname',
      'K-1,Byron,Ada',
      'K-2,,Bo',
      'K-3,Singh,',
      'K-4,,',
    ];
    const { body } = await check(names);
    expect(body.sample.map(({ name }: { name: string }) => name)).toEqual([
      'Ada Byron',
      'Bo',
      'Singh',
    ]);
    expect(codes(body)).toEqual([['value_missing', 5]]);
  });

  it('ask which half of the name a column called Name is', async () => {
    const lines = ['Kundennummer,Name,Vorname', 'K-1,Byron,Ada'];
    const asked = await check(lines);
    expect(codes(asked.body)).toEqual([['column_ambiguous', 1]]);
    expect(asked.body).toMatchObject({
      fresh: 0,
      columns: [{ values: ['K-1'] }, { name: 'Name', values: ['Byron'] }, { values: ['Ada'] }],
    });
    const columns = { borrowerName: '', familyName: '#2', givenName: '#3' };
    const chosen = await check(lines, { columns });
    expect(chosen.body).toMatchObject({ errors: 0, sample: [{ name: 'Ada Byron' }] });
  });

  it('are chosen by hand, and used again for the next file with the same headings', async () => {
    const heading = 'Nr,Wer,Tel,Bemerkung';
    const first = [heading, 'K-1,Ada Byron,+447911123456,x'];
    const asked = await check(first);
    expect(asked.body.errors).toBe(2);
    expect(asked.body.required).toEqual(['borrowerExternalId', 'borrowerName']);
    expect(asked.body.columns).toMatchObject([
      { name: 'Nr', values: ['K-1'], field: null },
      { name: 'Wer', values: ['Ada Byron'], field: null },
      { name: 'Tel', values: ['+447911123456'], field: 'phone' },
      { name: 'Bemerkung', values: ['x'], field: null },
    ]);
    expect((await book(first)).body.error).toBe('borrower_file_has_errors');
    const columns = { borrowerExternalId: '#1', borrowerName: 'Wer', phone: '#3' };
    expect(await book(first, { columns })).toMatchObject({ status: 200, body: { taken: 1 } });
    const next = await check([heading, 'K-2,Bo Singh,+447911123457,y']);
    expect(next.body).toMatchObject({
      errors: 0,
      fresh: 1,
      sample: [{ externalId: 'K-2', name: 'Bo Singh', phone: '+447911123457' }],
      recalledFrom: { fileName: 'people.csv' },
    });
  });

  it('are found again in the row and on the sheet that were chosen for an earlier file', async () => {
    const sheets = (secondSheet: readonly (readonly string[])[]) =>
      writeWorkbook({ rows: [['Borrowers', 'of', 'May']], secondSheet });
    const columns = { borrowerExternalId: 'Nr', borrowerName: 'Wer' };
    const first = sheets([
      ['Nr', 'Wer'],
      ['K-1', 'Ada Byron'],
    ]);
    const path = `/api/borrower-imports?id=${uuidv7()}&fileName=a.xlsx&sheet=Loans${query({ columns })}`;
    expect(await manager.upload(path, first)).toMatchObject({ status: 200, body: { taken: 1 } });
    const next = sheets([
      ['Nr', 'Wer'],
      ['K-2', 'Bo Singh'],
    ]);
    const { body } = await manager.upload('/api/borrower-imports/check?fileName=b.xlsx', next);
    expect(body).toMatchObject({ errors: 0, fresh: 1, table: { sheet: 'Loans' } });
  });

  it('may have no heading, like those of an earlier file', async () => {
    const columns = { borrowerExternalId: '#1', borrowerName: '#2' };
    const path = `/api/borrower-imports?id=${uuidv7()}&fileName=a.csv&heading=none${query({ columns })}`;
    const first = Buffer.from('1001,Ada Byron,+447911123456\n');
    expect(await manager.upload(path, first)).toMatchObject({ status: 200, body: { taken: 1 } });
    expect((await check(['1002,Bo Singh,+447911123457'])).body).toMatchObject({
      errors: 0,
      sample: [{ externalId: '1002', name: 'Bo Singh' }],
    });
  });

  it('have words that are known in many languages, or explained', async () => {
    const lines = [
      'borrower_id,name,Kundentyp,Sprache',
      '1,Ada,Natürliche Person,Englisch',
      '2,Bo AG,AG,عربي',
      '3,Cy AG,AG,Deutsch',
    ];
    const asked = await check(lines);
    expect(codes(asked.body)).toEqual([
      ['words_not_known', null],
      ['words_not_known', null],
    ]);
    expect(asked.body).toMatchObject({
      fresh: 0,
      words: [
        { field: 'borrowerKind', words: [{ word: 'AG', count: 2, meaning: null }, {}] },
        { field: 'language' },
      ],
    });
    const words = { borrowerKind: { ag: 'company' }, language: { deutsch: 'left_empty' } };
    expect(await book(lines, { words })).toMatchObject({ status: 200, body: { taken: 3 } });
    const stored = await office.test.owner`
      select borrower_kind, language from borrowers
      where portfolio_id = ${office.portfolio.id} order by external_id`;
    expect(stored).toMatchObject([
      { borrowerKind: 'person', language: 'en' },
      { borrowerKind: 'company', language: 'ae' },
      { borrowerKind: 'company', language: null },
    ]);
    const next = await check(lines.with(1, '4,Di,AG,Deutsch'));
    expect(next.body).toMatchObject({ errors: 0, fresh: 1 });
  });

  it('are refused if a field is not one of borrowers', async () => {
    const refused = await check(['a,b', '1,2'], { columns: { principal: '#1' } });
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});
