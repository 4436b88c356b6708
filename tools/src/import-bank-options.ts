import { bankFields } from '@bursar/contracts/intake/bank-files.values';
import type { ChosenBankColumns } from '@bursar/contracts/intake/bank-layouts';
import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import { readArguments, uuidPattern } from './read-arguments.ts';

export type ImportBankOptions = {
  readonly portfolio: string;
  readonly task:
    | {
        readonly kind: 'upload';
        readonly file: string;
        readonly answers: FileAnswers;
        /** Undefined if Bursar recognises the columns itself. */
        readonly columns: ChosenBankColumns | undefined;
      }
    /** Posts the matched lines of a stored file. */
    | { readonly kind: 'post'; readonly bankFileId: string };
  readonly isDryRun: boolean;
  readonly isAgreed: boolean;
};

export type ReadBankOptions =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problem: string }
  | { readonly kind: 'run'; readonly options: ImportBankOptions };

export const importBankHelp = `Usage: npm run import:bank -- --portfolio EMAIL FILE [options]
       npm run import:bank -- --portfolio EMAIL --post ID [options]

Reads a bank file into the portfolio whose manager signs in as EMAIL, matches its lines with loans,
shows the result, asks, and posts the matched lines as payments. The server may be running or stopped.

  --answer KEY=CHOICE
                   answer a question about the file; the question shows its key and its choices
  --map FIELD=POSITION
                   read a field from the column at that position, such as amount=4; then only the
                   named columns are used. The fields are
                   ${bankFields.slice(0, 6).join(', ')},
                   ${bankFields.slice(6).join(', ')}
  --dry-run        read the file and show its lines, without storing or posting anything
  --yes            post the matched lines without asking
  --post ID        post the matched lines of a file that is stored already
  --help           show this help

Lines that match no loan stay on the file's page, where a person decides. Exit codes:
  0  every line is posted or left out, or a dry run could read the file
  1  the file was refused or leaves a question open, or nothing was posted
  2  the arguments are invalid
  3  the file is stored, and some lines wait for a person`;

export function readImportBankOptions(args: readonly string[]): ReadBankOptions {
  const parsed = parse(args);
  if (typeof parsed === 'string') return wrong(parsed);
  const { values, positionals } = parsed;
  if (values.help) return { kind: 'help' };
  const [file, ...more] = positionals;
  const { portfolio, post } = values;
  if (portfolio === undefined) return wrong('--portfolio is missing.');
  if (more.length > 0) return wrong('Give one file at a time.');
  const answers = readAnswers(values.answer ?? []);
  if (typeof answers === 'string') return wrong(answers);
  const columns = readColumns(values.map ?? []);
  if (typeof columns === 'string') return wrong(columns);
  const isDryRun = values['dry-run'] ?? false;
  const isAgreed = values.yes ?? false;
  if (isDryRun && isAgreed) return wrong('--yes has no effect with --dry-run. Use one of them.');
  const wishes = { portfolio, isDryRun, isAgreed };
  if (post === undefined) {
    if (file === undefined) return wrong('The file to read is missing.');
    return {
      kind: 'run',
      options: { ...wishes, task: { kind: 'upload', file, answers, columns } },
    };
  }
  if (file !== undefined) return wrong('--post takes no file.');
  if (isDryRun) return wrong('--dry-run has no effect with --post. Use one of them.');
  if (!uuidPattern.test(post))
    return wrong(`--post is "${post}", which is not the id of a bank file.`);
  return { kind: 'run', options: { ...wishes, task: { kind: 'post', bankFileId: post } } };
}

/**
 * Returns the answers, or a message if they are invalid. A key may itself contain an equals sign.
 */
function readAnswers(texts: readonly string[]): FileAnswers | string {
  const given = new Map<string, string>();
  for (const text of texts) {
    const at = text.lastIndexOf('=');
    if (at < 1) return `--answer is "${text}"; expected KEY=CHOICE.`;
    const key = text.slice(0, at);
    if (given.has(key)) return `--answer names ${key} twice.`;
    given.set(key, text.slice(at + 1));
  }
  return Object.fromEntries(given);
}

/**
 * Returns the columns, or a message if they are invalid. Several columns may have the same field.
 */
function readColumns(maps: readonly string[]): ChosenBankColumns | undefined | string {
  const given = new Map<string, (typeof bankFields)[number]>();
  for (const map of maps) {
    const [, name, position = ''] = /^([^=]*)=([1-9]\d{0,2})$/.exec(map) ?? [];
    if (name === undefined) return `--map is "${map}"; expected FIELD=POSITION.`;
    const field = bankFields.find((one) => one === name);
    if (!field) return `--map names "${name}"; expected one of ${bankFields.join(', ')}.`;
    if (given.has(position)) return `--map names the column ${position} twice.`;
    given.set(position, field);
  }
  return given.size > 0 ? Object.fromEntries(given) : undefined;
}

const parse = (args: readonly string[]) =>
  readArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      portfolio: { type: 'string' },
      answer: { type: 'string', multiple: true },
      map: { type: 'string', multiple: true },
      post: { type: 'string' },
      'dry-run': { type: 'boolean' },
      yes: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });

function wrong(problem: string): ReadBankOptions {
  return { kind: 'wrong', problem };
}
