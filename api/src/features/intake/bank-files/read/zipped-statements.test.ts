import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readContent } from '../../../../testing/bank-content.ts';
import { zip } from '../../../../testing/write-workbook.ts';
import { openZippedStatements } from './zipped-statements.ts';

const read = (parts: Readonly<Record<string, string>>, answers = {}) =>
  readContent(zip(parts), { currency: 'EUR', answers });

const statement = (id: string, amount: string, closing = amount) =>
  `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>AE070331234567890123456</IBAN></Id></Acct>
   ${balance('OPBD', '0.00')}${balance('CLBD', closing)}
   <Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
   <BookgDt><Dt>2026-06-01</Dt></BookgDt><AcctSvcrRef>${id}</AcctSvcrRef></Ntry></Stmt></BkToCstmrStmt></Document>`;

const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;

describe('zipped statements', () => {
  it('are read together, without folders and the files of an operating system', async () => {
    const parts = {
      'june/1.xml': statement('B-1', '10.00'),
      'june/2.xml': statement('B-2', '20.00'),
      '__MACOSX/june/._1.xml': 'binary',
      '.DS_Store': 'binary',
    };
    expect(await read(parts)).toMatchObject({
      format: 'camt.053',
      lines: [
        { bankId: 'B-1', amountMinor: 1_000 },
        { bankId: 'B-2', amountMinor: 2_000 },
      ],
    });
  });

  it('may be one table', async () => {
    expect(
      await read({ 'a.csv': 'Date,Amount,Name\n2026-06-13,1.50,Ada\n2026-06-14,-1.50,Bank\n' }),
    ).toMatchObject({
      format: 'csv',
      lines: [{ debtorName: 'Ada' }, { leftOut: 'debit' }],
    });
  });

  it('raise the questions of each', async () => {
    const parts = { 'a.xml': statement('B-1', '10.00'), 'b.xml': statement('B-2', '1.00', '9.00') };
    expect(await read(parts)).toMatchObject({ asked: [{ key: 'balance' }] });
    expect((await read(parts, { balance: 'read-lines' })).lines).toHaveLength(2);
  });

  it.each([
    [
      'as several tables',
      {
        'a.csv': 'Date,Amount,Name\n2026-06-13,-1.50,Ada\n',
        'b.csv': 'Date,Amount,Name\n2026-06-13,-1.50,Ada\n',
      },
      'bank_archive_mixed',
    ],
    [
      'in several formats',
      {
        'a.xml': statement('B-1', '10.00'),
        'b.sta': ':20:A\n:25:1\n:60F:C260531EUR1,\n:61:260601C1,00NTRFNONREF\n',
      },
      'bank_archive_mixed',
    ],
    [
      'in another archive',
      { 'a.zip': zip({ 'a.xml': statement('B-1', '1.00') }).toString('latin1') },
      'bank_file_not_recognised',
    ],
    [
      'with another file',
      { 'a.xml': statement('B-1', '1.00'), 'b.pdf': '%PDF-1.7' },
      'bank_file_not_recognised',
    ],
    ['without any', { 'folder/': '' }, 'bank_file_not_recognised'],
    [
      'that are too many',
      Object.fromEntries(
        Array.from({ length: 101 }, (_, at) => [`${at}.xml`, statement(`B-${at}`, '1.00')]),
      ),
      'bank_file_not_recognised',
    ],
  ])('are refused %s', async (_name, parts, code) => {
    expect(await read(parts)).toMatchObject({ refusal: { code } });
  });
});

it('a failed read of the archive is not a damaged archive', async () => {
  // The system refuses to read a folder.
  const folder = await open(tmpdir());
  const opening = openZippedStatements({ fd: folder.fd, bytes: 4_096 }, async () => null);
  await expect(opening).rejects.toMatchObject({ code: 'EISDIR' });
  await folder.close();
});
