import { describe, expect, it } from 'vitest';
import { readImportOptions } from './import-options.ts';

const manager = ['--portfolio', 'user@bursar.example'];
const id = '8ccb49e8-9f77-4c1f-936c-0d733ac500cd';

describe('the options of an import', () => {
  it('are a portfolio and a file', () => {
    expect(readImportOptions([...manager, 'tape.csv'])).toEqual({
      kind: 'run',
      options: {
        portfolio: 'user@bursar.example',
        file: 'tape.csv',
        undo: null,
        cutOffOn: null,
        encoding: null,
        answers: {},
        columns: null,
        isDryRun: false,
        isAgreed: false,
        findingsFile: null,
        takesGoodRows: false,
        badRowsFile: null,
      },
    });
  });

  it('may be in any order', () => {
    const args = ['--dry-run', 'tape.csv', '--findings=f.csv', ...manager];
    expect(readImportOptions(args)).toMatchObject({
      options: { file: 'tape.csv', isDryRun: true, findingsFile: 'f.csv' },
    });
    expect(readImportOptions([...manager, '--undo', id])).toMatchObject({ options: { undo: id } });
    expect(readImportOptions(['--help'])).toEqual({ kind: 'help' });
  });

  it('map columns to fields, by name or position', () => {
    const maps = ['--map', 'principal=Loan amount', '--map=status=', '--map', 'balance=#4'];
    expect(readImportOptions([...manager, 'tape.csv', ...maps])).toMatchObject({
      options: { columns: { principal: 'Loan amount', status: '', balance: '#4' } },
    });
  });

  it.each<[readonly string[], RegExp]>([
    [[...manager, 'a.csv', '--map', 'principal'], /"principal"; expected FACT=COLUMN/],
    [[...manager, 'a.csv', '--map', 'amount=A'], /"amount"; expected one of externalId, /],
    [[...manager, 'a.csv', '--map', 'phone=A', '--map', 'phone=B'], /names phone twice/],
    [[...manager, 'a.csv', '--map', 'phone=A', '--map', 'email=A'], /both phone and email .* A\./],
    [['tape.csv'], /--portfolio is missing/],
    [manager, /The file to import is missing/],
    [[...manager, 'a.csv', 'b.csv'], /one file at a time/],
    [[...manager, 'a.csv', '--undo', id], /--undo takes no file/],
    [[...manager, '--undo', 'latest'], /"latest", which is not the id of an import/],
    [[...manager, 'a.csv', '--yes', '--dry-run'], /--yes has no effect with --dry-run/],
    [[...manager, 'a.csv', '--cut-off', '31.3.2026'], /"31\.3\.2026", which is not a day/],
    [[...manager, 'a.csv', '--answer', 'decimalMark=dot'], /expected decimalMark=point or comma/],
    [[...manager, 'a.csv', '--answer', 'mark=point'], /expected one of decimalMark/],
    [[...manager, 'a.csv', '--encoding', 'ebcdic'], /"ebcdic"; expected utf-8, windows-1252/],
    [[...manager, 'a.csv', '--force'], /--force/],
  ])('%j are refused in a sentence', (args, problem) => {
    expect(readImportOptions(args)).toEqual({
      kind: 'wrong',
      problem: expect.stringMatching(problem),
    });
  });
});
