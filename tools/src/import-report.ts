import type { ImportObstacle } from '@bursar/contracts/choices';
import { tapeAnswers } from '@bursar/contracts/intake/tape-telling';
import { missingFields } from '@bursar/contracts/intake/tape-fields';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type {
  Finding,
  ImportSummary,
  ListImportObstacles,
  ReadImportSample,
  TapeImport,
} from '@bursar/contracts/intake/imports';
import type { ComparedLoan } from '@bursar/contracts/intake/tape-comparison';
import { wholeFileFields } from '@bursar/contracts/intake/tape-whole-file.values';
import { UNASSIGNED } from '@bursar/contracts/intake/tape-words.values';
import { meaningsOf } from './import-answers.ts';
import { count } from './shell-files.ts';
import { inColumns, showMoney } from './terminal-table.ts';

export const FINDINGS_SHOWN = 20;

type Sample = AnswerOf<ReadImportSample>;
type About = {
  readonly findings: readonly Finding[];
  readonly sample: Sample | null;
  /** The changed loans of a newer tape to show. */
  readonly compared: readonly ComparedLoan[];
  readonly portfolioName: string;
};

/**
 * Formats the result of a dry run for a terminal: sums, comparison, sample and open questions, then
 * the first findings.
 */
export function describeImport(
  tape: TapeImport,
  { findings, sample, compared, portfolioName }: About,
): string {
  const { fileName, currency, summary } = tape;
  if (!summary) return `${fileName} was not read completely.`;
  const money = (amountMinor: number) => showMoney(amountMinor, currency);
  const lines: readonly (readonly [label: string, figure: string, note?: string])[] = [
    ['Rows', count(summary.rows)],
    ['Loans', count(summary.loans), loansNote(summary)],
    ['Instalments', count(summary.instalments), instalmentsNote(summary)],
    ['Principal', money(summary.principalMinor), currency],
    ['Balance', money(summary.balanceMinor), currency],
    ['Principal paid', money(summary.principalPaidMinor), currency],
    ['Interest paid', money(summary.interestPaidMinor), currency],
    ['Late fees paid', money(summary.lateFeesPaidMinor), currency],
    ['Written off', money(summary.writtenOffPrincipalMinor), currency],
    ['Warnings', count(summary.warnings)],
    ['Errors', count(summary.errors)],
  ];
  const labels = Math.max(...lines.map(([label]) => label.length));
  const figures = Math.max(...lines.map(([, figure]) => figure.length));
  const table = lines.map(([label, figure, note = '']) =>
    `  ${label.padEnd(labels)}  ${figure.padStart(figures)}  ${note}`.trimEnd(),
  );
  return [
    `${fileName} for ${portfolioName}`,
    '',
    ...table,
    ...describeComparison(compared, summary, currency),
    ...describeArrears(summary, tape),
    ...describeLoans(sample, currency),
    ...describeColumns(sample),
    ...describeEncodingQuestion(sample),
    ...describeDoubts(sample),
    ...describeQuestions(sample),
    ...describeWords(sample),
    ...describeHolders(summary, currency),
    ...describeFindings(findings, summary.errors + summary.warnings),
    '',
  ].join('\n');
}

/**
 * Lists what prevents the undo of an import, by loan, with the way to clear each obstacle if there
 * is one.
 */
export function describeObstacles({ count: total, loans }: AnswerOf<ListImportObstacles>): string {
  const lines = loans.flatMap(({ reference, obstacles }) =>
    obstacles.map((obstacle) => `  ${reference}  ${obstacleSentences[obstacle]}`),
  );
  const further = total - loans.length;
  return [
    `${count(total)} of its loans have activity since the import. Undo that activity first:`,
    ...lines,
    ...(further > 0 ? [`  … and ${count(further)} more loans.`] : []),
  ].join('\n');
}

const obstacleSentences: Record<ImportObstacle, string> = {
  assigned: 'is assigned: undo the assignment or take back the loan.',
  'document-filed': 'has a document: withdraw it.',
  'note-written': 'has a note: strike it.',
  'payment-posted': 'has a payment: reverse it.',
  'charge-open': 'has a charge: waive it.',
  'paid-since-update': 'was paid after this tape: reverse the later payment first.',
  rescheduled: 'was rescheduled: undo the reschedule.',
  'loss-moved': 'is written off, or its write-off was undone: undo that.',
  'lost-since-update': 'was written off after this tape added a payment: undo the write-off.',
  'rescheduled-since-update':
    'was rescheduled after this tape added a payment: undo the reschedule.',
  'number-taken-since-update':
    'has a borrower whose former identity or register number another borrower has now: change one of the two.',
  'refund-given': 'has a refund of its credit balance: undo it if the money came back.',
  'contact-logged': 'has a contact attempt, which cannot be removed, so the loan stays.',
  'message-sent': 'has a message that was sent, so the loan stays.',
  'promise-taken': 'has a promise to pay, which cannot be removed, so the loan stays.',
  'party-added': 'has a co-borrower or guarantor: end their role.',
  'collateral-held': 'has pledged collateral: release it.',
  'invoice-open': 'has an invoice: void or credit it, or delete the draft.',
};

/** Shows how a newer tape differs from the books, with the changes of the first loans. */
function describeComparison(
  compared: readonly ComparedLoan[],
  { comparison }: ImportSummary,
  currency: string,
): readonly string[] {
  if (!comparison) return [];
  const { changed, new: fresh, same, missing, payments, paidMinor } = comparison;
  const paid = `${showMoney(paidMinor, currency)} ${currency}`;
  const counts = [
    `  Compared with the books: ${count(changed)} changed, ${count(fresh)} new, ${count(same)} unchanged.`,
    `  Active loans of earlier tapes that are not on this one, unchanged: ${count(missing)}`,
    `  Paid since then, by the tape: ${paid}; payments: ${count(payments)}`,
  ];
  const lines = compared.map(({ reference, externalId, changes, payment }) => {
    const described = changes.map(
      ({ field, from, to }) => `${field} ${from ?? '–'} -> ${to ?? '–'}`,
    );
    const money = payment
      ? [`paid ${showMoney(payment.amountMinor, currency)} on ${payment.valueDate}`]
      : [];
    return [reference ?? '', externalId, [...money, ...described].join('; ')];
  });
  return ['', ...counts, ...(lines.length > 0 ? ['', ...inColumns(lines, { atEnd: [] })] : [])];
}

/** Shows the first loans as they were read, one per line. */
function describeLoans(sample: Sample | null, currency: string): readonly string[] {
  const loans = sample?.loans ?? [];
  if (loans.length === 0) return [];
  const head = ['Loan', 'Borrower', 'Principal', 'Rate', 'Term', 'Disbursed', 'First due'];
  const lines = loans.map((loan) => [
    loan.externalId,
    loan.borrowerName ?? '',
    `${showMoney(loan.principalMinor, currency)} ${currency}`,
    `${loan.annualRatePercent} %`,
    `${loan.instalmentCount} x ${loan.every} ${loan.unit}`,
    loan.disbursedOn,
    loan.firstDueOn,
  ]);
  return ['', ...inColumns([head, ...lines], { atEnd: [2, 3, 4] })];
}

/** Shows the field of each column, if the header alone does not determine the fields. */
function describeColumns(sample: Sample | null): readonly string[] {
  const { columns = [], required = [], recalledFrom = null } = sample?.reading ?? {};
  const missing = missingFields(required, columns);
  const isChosenByHand = columns.some(({ field, recognisedAs }) => field !== recognisedAs);
  if (missing.length === 0 && !isChosenByHand) return [];
  const head = recalledFrom
    ? `  Columns are read as for ${recalledFrom.fileName}; choose others with --map:`
    : '  Fields of the columns; choose others with --map:';
  const lines = columns.map(({ name, values, field }, index) => {
    return [`#${index + 1}`, name, values[0] ?? '', field ?? 'not used'];
  });
  const forAll = wholeFileFields.filter((field) => missing.includes(field));
  const absent = missing.length > 0 ? [`  Still missing: ${missing.join(', ')}`] : [];
  if (forAll.length > 0) absent.push(`  For all loans at once: --for-all ${forAll.join('=, ')}=`);
  return ['', head, ...inColumns(lines, { atEnd: [] }), ...absent];
}

/** Shows the first non-ASCII texts in each possible encoding, and how to choose one. */
function describeEncodingQuestion(sample: Sample | null): readonly string[] {
  const question = sample?.reading?.encodingQuestion;
  if (!question) return [];
  const lines = question.choices.map(({ choice, readings }) => [choice, readings.join(' · ')]);
  const head =
    '  The encoding cannot be detected. Choose the line that looks right with --encoding:';
  return ['', head, ...inColumns(lines, { atEnd: [] })];
}

/** Shows the values that another encoding would change, and how to choose it. */
function describeDoubts(sample: Sample | null): readonly string[] {
  const { reading } = sample ?? {};
  if (!reading?.isEncodingInDoubt) return [];
  const lines = reading.doubts.map(({ row, column, value }) => [`row ${row}`, column, value]);
  const name = reading.encoding ?? 'no encoding';
  const head = `  Read as ${name}. If these look wrong, choose another with --encoding:`;
  return ['', head, ...inColumns(lines, { atEnd: [] })];
}

/**
 * Shows the questions about the tape with their answers so far, the first values as each answer
 * interprets them, and how to answer.
 */
function describeQuestions(sample: Sample | null): readonly string[] {
  return (sample?.reading?.questions ?? []).flatMap(({ kind, columns, cells, answer }) => {
    const given = answer === null ? 'no answer yet' : `answered: ${answer}`;
    const head = `  ${kind} of ${columns.join(', ')}, ${given}. Answer with --answer ${kind}=${tapeAnswers[kind].join('|')}:`;
    const lines = cells.map(({ value, readings }) => [
      value,
      ...readings.map((reading) => `${reading.answer}: ${reading.value}`),
    ]);
    return ['', head, ...inColumns(lines, { atEnd: [] })];
  });
}

/**
 * Shows the words of the tape with their number of rows and their meaning, and how to choose a
 * meaning.
 */
function describeWords(sample: Sample | null): readonly string[] {
  return (sample?.reading?.words ?? []).flatMap(({ field, column, words, holders = [] }) => {
    const named = holders.map(({ email, name }) => email ?? name);
    const meanings = meaningsOf(field) ?? [UNASSIGNED, ...named];
    const head = `  Words in ${column}. Say what each means with --word '${field}:WORD=MEANING', of ${meanings.join('|')}:`;
    const nameOf = (meaning: string) => {
      const holder = holders.find((one) => one.meaning === meaning);
      return holder?.email ?? holder?.name ?? meaning;
    };
    const lines = words.map(({ word, count: rows, meaning, suggested }) => [
      word,
      `${count(rows)} rows`,
      meaning === null ? 'no meaning yet' : `means ${nameOf(meaning)}`,
      meaning === null && suggested !== null ? `usually ${nameOf(suggested)}` : '',
    ]);
    return ['', head, ...inColumns(lines, { atEnd: [1] })];
  });
}

/** Shows how many of the new loans each team or agent receives. */
function describeHolders({ holders }: ImportSummary, currency: string): readonly string[] {
  if (!holders || holders.length === 0) return [];
  const lines = holders.map(({ name, team, loans, balanceMinor }) => [
    name ?? 'unassigned',
    team ?? '',
    count(loans),
    `${showMoney(balanceMinor, currency)} ${currency}`,
  ]);
  return ['', '  Assignment of the new loans:', ...inColumns(lines, { atEnd: [2, 3] })];
}

/**
 * Shows the loans and their balance by days past due: on the cut-off day, and today in the books.
 */
function describeArrears(
  { arrears }: ImportSummary,
  { cutOffOn, currency }: Pick<TapeImport, 'cutOffOn' | 'currency'>,
): readonly string[] {
  if (!arrears || cutOffOn === null) return [];
  const figures = ({ loans, balanceMinor }: { loans: number; balanceMinor: number }) =>
    `${count(loans).padStart(9)} ${showMoney(balanceMinor, currency).padStart(18)}`;
  const lines = arrears.buckets.map(
    ({ bucket, onCutOff, today }) => `  ${bucket.padEnd(9)} ${figures(onCutOff)} ${figures(today)}`,
  );
  const head = `  ${'Days late'.padEnd(9)} ${`on ${cutOffOn}`.padStart(28)} ${'today'.padStart(28)}`;
  return ['', head, ...lines];
}

function describeFindings(findings: readonly Finding[], total: number): readonly string[] {
  if (total === 0) return [];
  const lines = findings.map(({ severity, message }) => `  ${severity.padEnd(7)}  ${message}`);
  const further = total - findings.length;
  const rest = `  … and ${count(further)} more; --findings PATH writes all of them to a file.`;
  return ['', ...lines, ...(further > 0 ? [rest] : [])];
}

function loansNote({ closedLoans, writtenOffLoans }: ImportSummary): string {
  return `${count(closedLoans)} of them closed, ${count(writtenOffLoans)} written off`;
}

function instalmentsNote({ loans, instalmentsEqualToTerms }: ImportSummary): string {
  return `contract and terms agree for ${count(instalmentsEqualToTerms)} of ${count(loans)} loans`;
}
