import { describe, expect, it } from 'vitest';
import { writeCsvLine } from './write-csv.ts';

describe('a line of CSV', () => {
  const formulas = ['=1+1', '+A1', '-A1', '@SUM(A1)', '＝1+1', '＋A1', '－A1', '＠SUM(A1)', ' ＝1'];
  it.each(formulas)('seals %j, which a spreadsheet would calculate', (cell) => {
    expect(writeCsvLine([cell])).toBe(`'${cell}\r\n`);
  });

  it.each(['\tcmd', '\rcmd', '\ncmd', '\t=1'])('seals %j, which hides what follows', (cell) => {
    expect(writeCsvLine([cell])).toBe(`"'${cell}"\r\n`);
  });

  const plain = ['Noor = Amira', '-12.50', '+1 (415) 555-0123', '＋81 3 1234', 'a@b.example', ''];
  it.each(plain)('leaves %j as it is', (cell) => {
    expect(writeCsvLine([cell])).toBe(`${cell}\r\n`);
  });

  it('quotes what would break it, and leaves what is missing empty', () => {
    expect(writeCsvLine(['a,b', 'say "so"', null, 5])).toBe('"a,b","say ""so""",,5\r\n');
  });
});
