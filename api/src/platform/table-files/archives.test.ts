import { describe, expect, it } from 'vitest';
import { readWholeTape, sentencesOf } from '../../testing/read-whole-tape.ts';
import { tapeFileOf } from '../../testing/tape-files.ts';
import { writeWorkbook, zip } from '../../testing/write-workbook.ts';

const table = [
  'external_id,borrower_name,principal,annual_rate_percent,instalments,disbursed_on,balance',
  'L1,Ada,1000,12,12,2026-01-15,1000',
].join('\n');

async function idsOf(parts: Readonly<Record<string, string | Buffer>>) {
  const { loans } = await readWholeTape(await tapeFileOf(zip(parts), 'tape.zip'));
  return loans.map(({ externalId }) => externalId);
}

describe('a ZIP archive', () => {
  it('with one table in it is read as that table', async () => {
    expect(await idsOf({ 'loans.csv': table })).toEqual(['L1']);
    expect(await idsOf({ 'June 2026/': '', 'June 2026/loans.txt': table })).toEqual(['L1']);
    const workbook = writeWorkbook({ rows: table.split('\n').map((line) => line.split(',')) });
    expect(await idsOf({ 'loans.xlsx': workbook })).toEqual(['L1']);
  });

  it('may have files of other programs next to the table', async () => {
    const others = {
      '__MACOSX/._loans.csv': 'x',
      '.DS_Store': 'x',
      'readme.txt': 'x',
      'a.pdf': 'x',
    };
    expect(await idsOf({ ...others, 'loans.csv': table })).toEqual(['L1']);
  });

  it('with several tables names them', async () => {
    expect(await sentencesOf(zip({ 'a.csv': table, 'b.csv': table }))).toEqual([
      'The ZIP archive has several files with a table: a.csv, b.csv. Import one of them at a time.',
    ]);
  });

  it('with an archive in it is not unpacked twice', async () => {
    expect(await sentencesOf(zip({ 'a.zip': zip({ 'b.csv': table }) }))).toEqual([
      'The ZIP archive has another archive in it: a.zip. Unpack it and import the table in it.',
    ]);
    expect(await sentencesOf(zip({ 'a.csv': zip({ 'b.csv': table }) }))).toEqual([
      expect.stringContaining('it is a ZIP archive without a table in it'),
    ]);
  });

  it('without a table, or with a path out of it, is refused', async () => {
    expect(await sentencesOf(zip({ 'a.pdf': 'x' }))).toEqual([
      expect.stringContaining('it is a ZIP archive without a table in it'),
    ]);
    expect(await sentencesOf(zip({ '../loans.csv': table }))).toEqual([
      expect.stringContaining('damaged or protected'),
    ]);
  });

  it('that unpacks to more than a tape may have is refused before it is unpacked', async () => {
    const bomb = zip({ 'loans.csv': table });
    bomb.writeUInt32LE(60_000_000, bomb.lastIndexOf('PK\u0001\u0002') + 24);
    expect(await sentencesOf(bomb)).toEqual([
      'The ZIP archive unpacks to more than 50.0 MB. Split the file and import each part.',
    ]);
  });

  it('whose file is larger or smaller than it declares is refused', async () => {
    for (const size of [10, 1000]) {
      const bomb = zip({ 'loans.csv': table });
      bomb.writeUInt32LE(size, bomb.lastIndexOf('PK\u0001\u0002') + 24);
      expect(await sentencesOf(bomb)).toEqual([
        expect.stringContaining('it is a damaged or protected ZIP archive'),
      ]);
    }
  });
});
