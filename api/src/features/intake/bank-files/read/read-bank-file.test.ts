import { describe, expect, it } from 'vitest';
import { BANK_LINES_MAX } from '@bursar/contracts/intake/bank-files.values';
import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import { tapeFileOf } from '../../../../testing/tape-files.ts';
import { paymentIdOf } from '../stored/line-identity.ts';
import { readBankFile } from './read-bank-file.ts';

/** The answer that treats all lines without a direction as received. */
const received = { direction: 'received' };

async function read(content: string | Buffer, answers: FileAnswers = received) {
  const file = await tapeFileOf(content);
  try {
    return await readBankFile(file, { currency: 'EUR', answers });
  } finally {
    await file.handle.close();
  }
}

async function linesOf(content: string | Buffer) {
  const outcome = await read(content);
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
  if (!('lines' in outcome.value)) {
    throw new Error(`asked: ${JSON.stringify(outcome.value.questions)}`);
  }
  return outcome.value.lines;
}

const IBAN = 'AE070331234567890123456';

/** Builds a statement in the given version; `prefix` is added to each element, as some banks do. */
function statement(entries: string, { version = '02', prefix = '', head = '' } = {}): string {
  const space = `xmlns${prefix && `:${prefix}`}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"`;
  const xml = `<Document ${space}><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>
    <Stmt><Id>S1</Id><Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>
    <Bal><Amt Ccy="EUR">99.00</Amt></Bal>${entries}</Stmt></BkToCstmrStmt></Document>`;
  const prefixed = prefix ? xml.replaceAll(/<(\/?)(\w)/g, `<$1${prefix}:$2`) : xml;
  return `${head || '<?xml version="1.0" encoding="UTF-8"?>'}${prefixed}`;
}

const entry = ({
  amount = '106.62',
  direction = 'CRDT',
  status = '<Sts>BOOK</Sts>',
  days = '<BookgDt><Dt>2026-06-01</Dt></BookgDt><ValDt><Dt>2026-06-02</Dt></ValDt>',
  id = '<AcctSvcrRef>BANK-1</AcctSvcrRef>',
  more = '',
  details = '',
} = {}) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${more}${status}${days}${id}${details}</Ntry>`;

const detail = (inner: string) => `<TxDtls>${inner}</TxDtls>`;
const debtor = (name: string) => `<RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties>`;
const text = (...lines: string[]) =>
  `<RmtInf>${lines.map((line) => `<Ustrd>${line}</Ustrd>`).join('')}</RmtInf>`;
const batch = (...details: string[]) => `<NtryDtls>${details.map(detail).join('')}</NtryDtls>`;

describe('a camt.053 statement', () => {
  it('of version 02 provides day, value date, amount, payer, text and the bank’s id', async () => {
    const parties =
      '<RltdPties><Dbtr><Nm>Ada Byron</Nm></Dbtr><DbtrAcct><Id><IBAN>ae46 0900 0000 0123 4567 890</IBAN></Id></DbtrAcct></RltdPties>';
    const details = batch(
      `<Refs><EndToEndId>E2E-9</EndToEndId></Refs>${parties}${text('Loan L-000001', 'June')}`,
    );
    expect(await linesOf(statement(entry({ details })))).toEqual([
      {
        account: IBAN,
        bankId: 'BANK-1',
        bookedOn: '2026-06-01',
        valueOn: '2026-06-02',
        amountMinor: 10_662,
        currency: 'EUR',
        debtorName: 'Ada Byron',
        payerAccount: 'AE460900000001234567890',
        remittance: 'Loan L-000001 June · E2E-9',
        direction: 'in',
        batchIds: ['BANK-1'],
        leftOut: null,
        mark: '',
        row: expect.any(String),
      },
    ]);
  });

  it('of version 08 has the party inside, the status as a code and days as moments', async () => {
    const details = batch(
      `<RltdPties><Dbtr><Pty><Nm>Ada Byron</Nm></Pty></Dbtr></RltdPties>
       <RmtInf><Strd><CdtrRefInf><Ref>RF18 L-000002</Ref></CdtrRefInf></Strd></RmtInf>`,
    );
    const days =
      '<BookgDt><DtTm>2026-06-01T23:10:00+04:00</DtTm></BookgDt><ValDt><Dt>2026-06-02</Dt></ValDt>';
    const booked = entry({ details, days, status: '<Sts><Cd>BOOK</Cd></Sts>' });
    expect(await linesOf(statement(booked, { version: '08' }))).toMatchObject([
      { bookedOn: '2026-06-01', debtorName: 'Ada Byron', remittance: 'RF18 L-000002' },
    ]);
  });

  it('reads the same under a prefix', async () => {
    const details = batch(debtor('Ada Byron') + text('L-000001'));
    const plain = await linesOf(statement(entry({ details })));
    expect(await linesOf(statement(entry({ details }), { prefix: 'ns2' }))).toEqual(plain);
  });

  it('gives the lines of each statement their own account', async () => {
    const second = statement(entry({ id: '<AcctSvcrRef>BANK-2</AcctSvcrRef>' }));
    const [, other = ''] = /(<Stmt>[^]*<\/Stmt>)/.exec(second) ?? [];
    const two = statement(entry()).replace(
      '</Stmt>',
      `</Stmt>${other.replace(/<Acct>.*<\/Acct>/, '<Acct><Id><Othr><Id>0077</Id></Othr></Id></Acct>')}`,
    );
    expect(await linesOf(two)).toMatchObject([
      { account: IBAN, bankId: 'BANK-1' },
      { account: '0077', bankId: 'BANK-2' },
    ]);
  });

  it('makes a line of each payment in a batch whose amounts add up', async () => {
    const details = batch(
      `<Refs><AcctSvcrRef>T-1</AcctSvcrRef></Refs><Amt Ccy="EUR">60.00</Amt>${debtor('Ada')}`,
      `<AmtDtls><TxAmt><Amt Ccy="EUR">46.62</Amt></TxAmt></AmtDtls>${debtor('Bob')}`,
    );
    expect(await linesOf(statement(entry({ details })))).toMatchObject([
      { amountMinor: 6_000, debtorName: 'Ada', bankId: 'T-1' },
      { amountMinor: 4_662, debtorName: 'Bob', bankId: 'BANK-1/2' },
    ]);
  });

  it('takes what a batch takes back as money that went out', async () => {
    const details = batch(
      `<Amt Ccy="EUR">116.62</Amt>${debtor('Ada')}`,
      `<Amt Ccy="EUR">10.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>${debtor('Bob')}`,
    );
    expect(await linesOf(statement(entry({ details })))).toMatchObject([
      { amountMinor: 11_662, leftOut: null },
      { amountMinor: 1_000, leftOut: 'debit' },
    ]);
  });

  it.each([
    ['without amounts', batch(debtor('Ada') + text('one'), debtor('Bob') + text('two'))],
    [
      'of another sum',
      batch(
        `<Amt Ccy="EUR">60.00</Amt>${debtor('Ada')}${text('one')}`,
        `<Amt Ccy="EUR">40.00</Amt>${debtor('Bob')}${text('two')}`,
      ),
    ],
    [
      'in another currency',
      batch(
        `<Amt Ccy="USD">60.00</Amt>${debtor('Ada')}${text('one')}`,
        `<Amt Ccy="EUR">46.62</Amt>${debtor('Bob')}${text('two')}`,
      ),
    ],
  ])('reads a batch %s as one line without a name', async (_name, details) => {
    expect(await linesOf(statement(entry({ details })))).toMatchObject([
      { amountMinor: 10_662, debtorName: '', remittance: 'one · two', bankId: 'BANK-1' },
    ]);
  });

  it.each([
    ['money that went out', entry({ direction: 'DBIT' }), 'debit'],
    ['a reversal', entry({ more: '<RvslInd>true</RvslInd>' }), 'reversal'],
    ['what is only announced', entry({ status: '<Sts><Cd>PDNG</Cd></Sts>' }), 'not-booked'],
    ['no amount', entry({ amount: '0.00' }), 'zero'],
  ])('shows %s as left out', async (_name, entryXml, leftOut) => {
    expect(await linesOf(statement(entryXml))).toMatchObject([{ leftOut }]);
  });

  it.each([
    ['amount', entry({ amount: 'many' }), 'Amt'],
    ['amount finer than a cent', entry({ amount: '1.005' }), 'Amt'],
    ['negative amount', entry({ amount: '-5' }), 'Amt'],
    ['day', entry({ days: '<BookgDt><Dt>2026-02-30</Dt></BookgDt>' }), 'BookgDt'],
    ['direction', entry({ direction: 'IN' }), 'CdtDbtInd'],
  ])('is refused as a whole where a line has no %s to read', async (_name, entryXml, column) => {
    expect(await read(statement(entry() + entryXml))).toMatchObject({
      refusal: { code: 'bank_line_not_read', details: { line: 2, column } },
    });
  });

  it('is read in the letters that it declares', async () => {
    const latin = statement(entry({ details: batch(debtor('Zoë Ångström')) }), {
      head: '<?xml version="1.0" encoding="ISO-8859-1"?>',
    });
    const wide = statement(entry({ details: batch(debtor('ليلى حداد')) }));
    expect(await linesOf(Buffer.from(latin, 'latin1'))).toMatchObject([
      { debtorName: 'Zoë Ångström' },
    ]);
    expect(await linesOf(Buffer.from(`\ufeff${wide}`, 'utf16le'))).toMatchObject([
      { debtorName: 'ليلى حداد' },
    ]);
  });
});

describe('a hostile or foreign file', () => {
  const doctype = '<?xml version="1.0"?><!DOCTYPE Document [<!ENTITY a "aaaaaaaaaa">';
  it.each<[string, string | Buffer]>([
    [
      'an entity of its own',
      statement(entry({ id: '<AcctSvcrRef>&a;</AcctSvcrRef>' }), { head: `${doctype}]>` }),
    ],
    ['a document type, even unused', statement(entry(), { head: `${doctype}]>` })],
    [
      'a file from elsewhere',
      statement(entry(), { head: '<!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/passwd">]>' }),
    ],
    ['elements that lie too deep', statement('<Ntry>'.repeat(200))],
    ['an element that nobody closed', statement(entry()).slice(0, -20)],
    ['text without end', statement(`<Ntry><Amt Ccy="EUR">${'9'.repeat(900_000)}</Amt></Ntry>`)],
    [
      'another message of the family',
      statement(entry()).replaceAll('BkToCstmrStmt', 'CstmrCdtTrfInitn'),
    ],
    ['a page of the web', '<html><body>Sign in</body></html>'],
    [
      'an encoding that nobody knows',
      statement(entry(), { head: '<?xml version="1.0" encoding="EBCDIC"?>' }),
    ],
    ['a workbook', Buffer.from('PK\u0003\u0004 and more')],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2])],
    ['nothing', ''],
    ['a letter', 'Dear Sirs,\nplease find enclosed'],
  ])('is refused: %s', async (_name, content) => {
    expect(await read(content)).toMatchObject({ refusal: { code: 'bank_file_not_recognised' } });
  });

  it('with an entry outside any statement has no lines', async () => {
    const outside = statement('').replace('</BkToCstmrStmt>', `${entry()}</BkToCstmrStmt>`);
    expect(await read(outside)).toMatchObject({ refusal: { code: 'bank_file_has_no_lines' } });
  });

  it.each([
    ['rows', `Date,Amount,Name\n${'2026-06-01,1.00,Ada\n'.repeat(BANK_LINES_MAX + 1)}`],
    ['rows of no table', 'a\n'.repeat(50_000)],
    [
      'payments in one batch',
      statement(
        entry({
          amount: '20000.00',
          details: `<NtryDtls>${detail('<Amt Ccy="EUR">1.00</Amt>').repeat(20_000)}</NtryDtls>`,
        }),
      ),
    ],
  ])('with more %s than the limit is refused before they are stored', async (_name, content) => {
    expect(await read(content)).toMatchObject({
      refusal: { code: 'too_many_bank_lines', details: { limit: BANK_LINES_MAX } },
    });
  });
});

describe('a bank’s CSV export', () => {
  it('is read by the names of its columns, with any lines above them', async () => {
    const lines = await linesOf(
      [
        'Example Bank',
        'Account;0077;;',
        '',
        'Buchungstag;Valuta;Betrag;Währung;Auftraggeber;Verwendungszweck;Saldo',
        '01.06.2026;02.06.2026;1.106,62;EUR;Ada Byron;Darlehen L-000001;5.000,00',
        '03.06.2026;;-20,00;;Stadtwerke;Strom;4.980,00',
        ';;;;;;',
      ].join('\r\n'),
    );
    expect(lines).toMatchObject([
      {
        bookedOn: '2026-06-01',
        valueOn: '2026-06-02',
        amountMinor: 110_662,
        currency: 'EUR',
        debtorName: 'Ada Byron',
        remittance: 'Darlehen L-000001',
        leftOut: null,
        mark: '5.000,00',
      },
      { bookedOn: '2026-06-03', valueOn: '2026-06-03', amountMinor: 2_000, leftOut: 'debit' },
    ]);
  });

  it('may have separate columns for credits and debits', async () => {
    const head = 'Transaction Date,Paid in,Paid out,Description,Reference,Transaction ID';
    const lines = await linesOf(
      `${head}\n2026-06-01,"1,106.62",,Transfer,L-000001,T1\n2026-06-02,,5.00,Fee,,T2\n2026-06-03,0.00,7.00,Fee,,T3`,
    );
    expect(lines).toMatchObject([
      { amountMinor: 110_662, remittance: 'Transfer · L-000001', bankId: 'T1', leftOut: null },
      { amountMinor: 500, leftOut: 'debit' },
      { amountMinor: 700, leftOut: 'debit' },
    ]);
  });

  it('may state the direction as a term, and be in Arabic', async () => {
    expect(await linesOf('Date,Amount,DR/CR,Name\n2026-06-01,5,DR,Ada')).toMatchObject([
      { leftOut: 'debit' },
    ]);
    expect(await linesOf('التاريخ,المبلغ,الاسم,البيان\n2026-06-01,5.00,ليلى,قسط')).toMatchObject([
      { debtorName: 'ليلى', remittance: 'قسط', amountMinor: 500 },
    ]);
  });

  it.each([
    [
      'days of both orders',
      'Date,Amount,Name\n13/04/2026,5,A\n04/13/2026,5,B',
      'bank_dates_ambiguous',
    ],
    ['no day', 'Date,Amount,Name\nsoon,5,Ada', 'bank_line_not_read'],
    ['parts of a cent', 'Date,Amount,Name\n2026-06-01,1.0055,Ada', 'bank_line_not_read'],
    [
      'two decimal marks',
      'Date;Amount;Name\n2026-06-01;1,50;Ada\n2026-06-01;1.50;Ada',
      'bank_amounts_mixed',
    ],
    [
      'two currencies for one line',
      'Date,Amount (USD),Currency,Name\n2026-06-01,1.50,EUR,Ada',
      'bank_currencies_disagree',
    ],
    [
      'an unknown currency',
      'Date,Amount,Name,Currency\n2026-06-01,1,Ada,XXZ',
      'bank_line_not_read',
    ],
    ['no line', 'Date,Amount,Name\n', 'bank_file_has_no_lines'],
    [
      'a quote that nobody closed',
      'Date,Amount,Name\n2026-06-01,1,"Ada',
      'bank_file_not_recognised',
    ],
  ])('is refused with %s', async (_name, content, code) => {
    expect(await read(content)).toMatchObject({ refusal: { code } });
  });

  it('asks for the columns if two of one name have different values', async () => {
    const content = 'Date,Amount,Amount,Name\n2026-06-01,1.50,-2.50,Ada';
    expect(await read(content)).toMatchObject({
      value: {
        questions: [],
        columns: [
          { position: 1, name: 'Date', values: ['2026-06-01'], field: 'bookedOn' },
          { position: 2, field: 'amount' },
          { position: 3, field: null },
          { position: 4, field: 'debtorName' },
        ],
      },
    });
  });

  it('is refused without the columns that a payment needs', async () => {
    expect(await read('Date,City\n2026-06-01,Dubai')).toMatchObject({
      refusal: { code: 'columns_missing', details: { columns: 'amount, reference' } },
    });
  });
});

describe('the id under which a line is posted', () => {
  const portfolioId = '0190163d-8694-739b-aea5-966c26f8ad91';
  const line = {
    account: IBAN,
    bankId: 'BANK-1',
    bookedOn: '2026-06-01',
    valueOn: '2026-06-01',
    amountMinor: 500,
    currency: 'EUR',
    debtorName: 'Ada',
    payerAccount: '',
    remittance: 'June',
    leftOut: null,
    mark: '',
    row: '',
  };
  const idOf = (wishes: object) => paymentIdOf(portfolioId, { ...line, ...wishes });

  it('depends only on the bank’s id and the account, if the bank gives an id', () => {
    expect(idOf({ remittance: 'more', bookedOn: '2026-06-02', mark: '7' })).toBe(idOf({}));
    for (const other of [{ account: 'X' }, { bankId: 'B' }, { amountMinor: 1 }]) {
      expect(idOf(other)).not.toBe(idOf({}));
    }
    expect(paymentIdOf('0190163d-8694-739b-aea5-966c26f8ad92', line)).not.toBe(idOf({}));
  });

  it('depends on all content of the line if the bank gives no id', () => {
    const without = (wishes: object) => idOf({ bankId: '', ...wishes });
    expect(without({})).toBe(without({}));
    for (const other of [{ remittance: 'July' }, { valueOn: '2026-06-02' }, { mark: '1' }]) {
      expect(without(other)).not.toBe(without({}));
    }
  });
});
