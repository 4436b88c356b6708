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
        words: [],
        forAll: {},
        table: null,
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

  it('give words, facts for all rows and the place of the table', () => {
    const words = [
      '--word',
      'status:Getilgt = ja=closed',
      '--word',
      'agent:J: Doe=jane@example.com',
    ];
    const facts = ['--for-all', 'annualRate=12.5', '--for-all', 'frequency=weekly'];
    const place = ['--sheet', 'Loans', '--table-row', '3', '--no-heading'];
    expect(readImportOptions([...manager, 'a.xlsx', ...words, ...facts, ...place])).toMatchObject({
      options: {
        words: [
          { field: 'status', word: 'getilgt = ja', meaning: 'closed' },
          { field: 'agent', word: 'j: doe', meaning: 'jane@example.com' },
        ],
        forAll: { annualRate: '12.5', frequency: 'weekly' },
        table: { sheet: 'Loans', row: 3, hasNoHeading: true },
      },
    });
  });

  it.each<[readonly string[], RegExp]>([
    [[...manager, 'a.csv', '--word', 'status=closed'], /expected FACT:WORD=MEANING/],
    [[...manager, 'a.csv', '--word', 'grade:A=B'], /names "grade"; expected one of status, /],
    [[...manager, 'a.csv', '--word', 'status:A=done'], /expected a meaning of active, current/],
    [[...manager, 'a.csv', '--word', 'team:A=B', '--word', 'team:a=C'], /names team:a twice/],
    [[...manager, 'a.csv', '--for-all', 'principal=1'], /expected annualRate=, /],
    [[...manager, 'a.csv', '--for-all', 'annualRate=12 %'], /such as annualRate=12\.5/],
    [[...manager, 'a.csv', '--table-row', 'B2'], /"B2"; expected the number of a row/],
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
