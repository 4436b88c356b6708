import { describe, expect, it } from 'vitest';
import { writeCsvLine } from './write-csv.ts';

describe('a line of CSV', () => {
  const formulas = ['=1+1', '+A1', '-A1', '@SUM(A1)', '＝1+1', '＋A1', '－A1', '＠SUM(A1)', ' ＝1'];
  it.each(formulas)('escapes %j, which a spreadsheet would calculate', (cell) => {
    expect(writeCsvLine([cell])).toBe(`'${cell}\r\n`);
  });

  it.each(['\tcmd', '\rcmd', '\ncmd'])('escapes %j, which hides what follows', (cell) => {
    expect(writeCsvLine([cell])).toBe(`"'${cell}"\r\n`);
  });

  it.each([
    [';=1x', ";'=1x"],
    ['a;=1x', "a;'=1x"],
    ['\t=1', "'\t'=1"],
    ['a|@SUM(A1)', "a|'@SUM(A1)"],
    ['first\r\n+cmd', "first\r\n'+cmd"],
    ['a;  -cmd', "a;'  -cmd"],
    ['a\u2028=1', "a\u2028'=1"],
    ['=1;=2', "'=1;'=2"],
  ])('escapes %j where another program would start a cell', (cell, sealed) => {
    expect(writeCsvLine([cell])).toBe(`"${sealed}"\r\n`);
  });

  it.each(['paid 5; rest later', 'a; b', '12; -12.50', 'x | +1 415 555 0123'])(
    'leaves %j as it is inside a cell',
    (cell) => {
      expect(writeCsvLine([cell])).toContain(cell);
    },
  );

  const plain = ['Noor = Amira', '-12.50', '+1 (415) 555-0123', '＋81 3 1234', 'a@b.example', ''];
  it.each(plain)('leaves %j unchanged', (cell) => {
    expect(writeCsvLine([cell])).toBe(`${cell}\r\n`);
  });

  it('quotes special characters, and leaves missing values empty', () => {
    expect(writeCsvLine(['a,b', 'say "so"', null, 5])).toBe('"a,b","say ""so""",,5\r\n');
  });
});
