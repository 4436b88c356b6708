import { describe, expect, it } from 'vitest';
import { readContent } from '../../../../../testing/bank-content.ts';
import { FileQuestions } from '../../../imports/read/file-questions.ts';
import { camtFormats } from './camt.ts';

const OWN = 'AE070331234567890123456';

const entry = ({
  amount = '10.00',
  direction = 'CRDT',
  status = '<Sts><Cd>BOOK</Cd></Sts>',
  day = '<BookgDt><Dt>2026-06-01</Dt></BookgDt>',
  more = '',
} = {}) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${status}${day}${more}</Ntry>`;

const balance = (code: string, amount: string, { day = '2026-06-01', side = 'CRDT' } = {}) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt>
   <CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

function message(inside: string, { name = 'Stmt', statement = 'Stmt' } = {}): string {
  return `<?xml version="1.0"?><Document><BkToCstmr${name}><${statement}><CreDtTm>2026-06-02T08:00:00</CreDtTm>
    <Acct><Id><IBAN>${OWN}</IBAN></Id></Acct>${inside}</${statement}></BkToCstmr${name}></Document>`;
}

const read = (content: string, answers = {}) => readContent(content, { currency: 'EUR', answers });

describe('a camt message', () => {
  it.each([
    ['camt.052', { name: 'AcctRpt', statement: 'Rpt' }],
    ['camt.053', { name: 'Stmt', statement: 'Stmt' }],
    ['camt.054', { name: 'DbtCdtNtfctn', statement: 'Ntfctn' }],
    ['camt.053', { name: 'StmtV01', statement: 'Stmt' }],
  ])('is recognised by its content: %s %o', async (format, kind) => {
    expect(await read(message(entry(), kind))).toMatchObject({
      format,
      lines: [{ amountMinor: 1_000, account: OWN, leftOut: null }],
    });
  });

  it('of version 1 has details in the entry and other accounts', async () => {
    const details = `<TxDtls><RltdPties><Dbtr><Nm>Ada</Nm></Dbtr>
      <DbtrAcct><Id><BBAN>5390.07</BBAN></Id></DbtrAcct></RltdPties></TxDtls>`;
    expect(await read(message(entry({ more: details }), { name: 'StmtV01' }))).toMatchObject({
      lines: [{ debtorName: 'Ada', payerAccount: '5390.07' }],
    });
  });

  it('names the payee of money that went out', async () => {
    const parties = `<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>The lender</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>${OWN}</IBAN></Id></DbtrAcct><Cdtr><Pty><Nm>Stadtwerke</Nm></Pty></Cdtr>
      <CdtrAcct><Id><Othr><Id>77</Id></Othr></Id></CdtrAcct></RltdPties></TxDtls></NtryDtls>`;
    expect(await read(message(entry({ direction: 'DBIT', more: parties })))).toMatchObject({
      lines: [{ leftOut: 'debit', debtorName: 'Stadtwerke', payerAccount: '77' }],
    });
  });

  it('has invoice numbers and notes in its structured references', async () => {
    const details = `<NtryDtls><TxDtls><RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf>
      <RfrdDocInf><Nb>R-77</Nb></RfrdDocInf><AddtlRmtInf>June</AddtlRmtInf></Strd></RmtInf></TxDtls></NtryDtls>`;
    expect(await read(message(entry({ more: details })))).toMatchObject({
      lines: [{ remittance: 'RF18539007547034 · R-77 · June' }],
    });
  });

  it('leaves out a payment that came back', async () => {
    const details =
      '<NtryDtls><TxDtls><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls>';
    expect(await read(message(entry({ more: details })))).toMatchObject({
      lines: [{ leftOut: 'reversal' }],
    });
  });

  it('names no payer if it details only one of several payments', async () => {
    const details = `<NtryDtls><Btch><NbOfTxs>20</NbOfTxs></Btch><TxDtls><RltdPties><Dbtr><Nm>Ada</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>AE460900000001234567890</IBAN></Id></DbtrAcct></RltdPties></TxDtls></NtryDtls>`;
    expect(await read(message(entry({ more: details })))).toMatchObject({
      lines: [{ debtorName: '', payerAccount: '' }],
    });
  });

  it('shows an entry that is only announced on the day of the message, if it has no day', async () => {
    const announced = entry({ day: '', status: '<Sts>PDNG</Sts>' });
    expect(await read(message(announced))).toMatchObject({
      lines: [{ bookedOn: '2026-06-02', leftOut: 'not-booked' }],
    });
    expect(await read(message(entry({ day: '' })))).toMatchObject({
      refusal: { code: 'bank_line_not_read', details: { line: 1, column: 'BookgDt' } },
    });
  });
});

describe('the balances of a statement', () => {
  const lines = entry() + entry({ amount: '4.00', direction: 'DBIT' });
  const announced = entry({ amount: '70.00', status: '<Sts>PDNG</Sts>' });

  it.each([
    ['agree', balance('OPBD', '1.00') + balance('CLBD', '7.00')],
    [
      'start below zero',
      balance('OPBD', '8.00', { side: 'DBIT' }) + balance('CLBD', '2.00', { side: 'DBIT' }),
    ],
    ['follow the earlier statement', balance('PRCD', '1.00') + balance('CLBD', '7.00')],
    [
      'exist for several days',
      balance('OPBD', '1.00') +
        balance('CLBD', '11.00') +
        balance('OPBD', '11.00', { day: '2026-06-02' }) +
        balance('CLBD', '7.00', { day: '2026-06-02' }),
    ],
    ['are incomplete', balance('OPBD', '55.00')],
    [
      'are in two currencies',
      balance('OPBD', '55.00') + balance('CLBD', '1.00').replace('EUR', 'SEK'),
    ],
    [
      'belong to several pages',
      `<StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>${balance('OPBD', '1.00')}${balance('CLBD', '99.00')}`,
    ],
  ])('are no question if they %s', async (_name, balances) => {
    const { lines: found = [] } = await read(message(balances + lines + announced));
    expect(found.map(({ leftOut }) => leftOut)).toEqual([null, 'debit', 'not-booked']);
  });

  it('are a question if a line is missing', async () => {
    const balances = balance('OPBD', '1.00') + balance('CLBD', '17.00');
    const { asked } = await read(message(balances + lines));
    expect(asked).toMatchObject([
      { key: 'balance', kind: 'balance', values: [`${OWN} · 1.00 + 6.00 = 7.00 ≠ 17.00 EUR`] },
    ]);
  });
});

it('a failed read of the file is not a damaged message', async () => {
  const failure = Object.assign(new Error('EIO: i/o error, read'), {
    code: 'EIO',
    syscall: 'read',
  });
  async function* failing() {
    yield '<Document><BkToCstmrStmt>';
    throw failure;
  }
  const lines = camtFormats[0]?.read(failing(), {
    currency: 'EUR',
    questions: new FileQuestions({}),
    remembered: async () => null,
    rememberedTables: async () => [],
    knowsNames: async () => false,
    businessDate: null,
  });
  const readAll = async () => {
    for await (const line of lines ?? []) expect(line).toBeUndefined();
  };
  await expect(readAll()).rejects.toBe(failure);
});
