import { describe, expect, it } from 'vitest';
import { readWholeTape, sentencesOf } from '../../../../testing/read-whole-tape.ts';
import { tapeFileOf } from '../../../../testing/tape-files.ts';
import { templateColumns, templateTape } from '../../../../testing/template-tape.ts';
import { TAPE_BYTES_MAX } from '@bursar/contracts/intake/tape-limits';

describe('a file that is no tape', () => {
  const asNoTape = (found: string) =>
    `The file cannot be read: ${found}. Expected a CSV file or an XLSX, XLS or ODS workbook with the columns of the template.`;

  it.each<[string, string | Buffer, string]>([
    [
      'nothing',
      '',
      'The file is empty. Expected a header row with column names, and rows below it.',
    ],
    [
      'blanks',
      ' \n\n',
      'The file is empty. Expected a header row with column names, and rows below it.',
    ],
    [
      'a header alone',
      templateColumns.join(','),
      'The file has a header but no loans below it. Expected one row per loan.',
    ],
    [
      'a letter',
      'Dear Sirs,\n\nplease find enclosed …',
      asNoTape('none of its first rows has the column names of the template'),
    ],
    [
      'another table',
      'id,first,last\n1,Ada,Byron',
      asNoTape('none of its first rows has the column names of the template'),
    ],
    ['a PDF', '%PDF-1.7 …', asNoTape('it is a PDF document')],
    [
      'an old workbook',
      Buffer.from('d0cf11e0a1b11ae10102', 'hex'),
      asNoTape('it is a damaged or protected workbook'),
    ],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2]), asNoTape('it is a picture')],
    ['machine code', Buffer.from([1, 0, 2, 0, 3]), asNoTape('it is not text')],
    [
      'a broken archive',
      Buffer.from('PK\u0003\u0004 and no more'),
      asNoTape('it is a damaged or protected workbook'),
    ],
  ])('such as %s', async (_name, content, sentence) => {
    expect(await sentencesOf(content)).toEqual([sentence]);
  });

  it('of 60 MB is refused with both figures', async () => {
    const file = await tapeFileOf(Buffer.alloc(60_000_000, 'a,b\n'));
    const { sentences } = await readWholeTape(file);
    expect(sentences).toEqual([
      'The file has 60.0 MB; the limit is 50.0 MB. Split it and import each part.',
    ]);
  });

  it('stores no more than the limit on disk', async () => {
    const file = await tapeFileOf(Buffer.alloc(60_000_000, 'a,b\n'));
    expect((await file.handle.stat()).size).toBe(TAPE_BYTES_MAX);
    await file.handle.close();
  });
});

describe('text as programs write it', () => {
  const names = { borrower_name: 'Zoë Ångström’s €' };
  const utf16 = Buffer.from(`\ufeff${templateTape(names)}`, 'utf16le');

  it.each<[string, string | Buffer]>([
    ['UTF-8', templateTape(names)],
    ['UTF-8 with a byte-order mark', `\ufeff${templateTape(names)}`],
    ['UTF-16 little-endian', utf16],
    ['UTF-16 big-endian', Buffer.from(utf16).swap16()],
    ['Windows line ends', templateTape(names).replaceAll('\n', '\r\n')],
    ['old Macintosh line ends', templateTape(names).replaceAll('\n', '\r')],
    ['tabs', templateTape(names).replaceAll(',', '\t')],
    ['semicolons', templateTape(names).replaceAll(',', ';')],
    [
      'semicolons and decimal commas',
      templateTape(names).replaceAll(',', ';').replaceAll('.', ','),
    ],
    ['quoted cells', templateTape(names).replaceAll(/[^,\n]+/g, '"$&"')],
    ['columns in another case', templateTape(names).replace('borrower_name', 'Borrower Name')],
  ])('%s', async (_name, content) => {
    const { sentences, loans } = await readWholeTape(await tapeFileOf(content));
    expect(sentences).toEqual([]);
    expect(loans).toMatchObject([
      { borrower: { name: 'Zoë Ångström’s €' }, principalMinor: 1_000_000, annualRate: '14.07' },
    ]);
  });

  it('Windows-1252, if a person says so', async () => {
    const bytes = Buffer.from(
      templateTape({ borrower_name: 'Zoë’s €' }).replace('’', '\u0092').replace('€', '\u0080'),
      'latin1',
    );
    const open = await readWholeTape(await tapeFileOf(bytes));
    expect({ loans: open.loans, rows: open.rows }).toEqual({ loans: [], rows: [] });
    const chosen = { encoding: 'windows-1252' } as const;
    const { sentences, loans } = await readWholeTape(await tapeFileOf(bytes), undefined, chosen);
    expect(sentences).toEqual([]);
    expect(loans).toMatchObject([{ borrower: { name: 'Zoë’s €' } }]);
  });

  it('another encoding is asked for', async () => {
    const bytes = Buffer.from(templateTape({ borrower_name: 'Zo\u0081\u00ff' }), 'latin1');
    expect(await sentencesOf(bytes)).toEqual([
      'The text is not UTF-8, and its encoding cannot be detected. Choose the encoding in which the letters look right.',
    ]);
  });

  it('NA and nothing are empty cells', async () => {
    const { loans } = await readWholeTape(
      await tapeFileOf(templateTape({ borrower_name: 'NA', balance: 'NA' })),
    );
    expect(loans).toMatchObject([{ borrower: { name: null }, balanceMinor: 1_000_000 }]);
  });
});
