import type { FindingCode } from '@bursar/contracts/intake/imports';
import type { NewFinding } from '../../../platform/table-files/findings.ts';

/** Writes the English sentence of a finding: where it is, what is there, and what is expected. */
export function describeFinding(finding: NewFinding): string {
  const { code, row, column } = finding;
  const place = [row === null ? '' : `row ${row}`, column ? `column ${column}` : ''];
  const where = place.filter((part) => part !== '').join(', ');
  const sentence = sentences[code](finding);
  return where === '' ? capitalise(sentence) : `${capitalise(where)}: ${sentence}`;
}

type Sentence = (finding: NewFinding) => string;

const sentences: Record<FindingCode, Sentence> = {
  file_empty: () =>
    'The file is empty. Expected a header row with column names, and rows below it.',
  file_has_no_loans: () =>
    'The file has a header but no loan below it. A tape has one row per loan.',
  file_has_no_borrowers: () =>
    'The file has a header but no borrower below it. Expected one row per borrower.',
  file_too_large: ({ details }) =>
    `The file has ${megabytes(details['bytes'])} MB; at most ${megabytes(details['limitBytes'])} MB ` +
    'can be imported at once. Split it and import the parts one after the other.',
  workbook_unpacks_too_large: ({ details }) =>
    `The workbook unpacks to more than ${megabytes(details['limit'])} MB. ` +
    'Delete the sheets and pictures that are no rows of it, or split it and import the parts one after the other.',
  workbook_has_too_much_text: ({ details }) =>
    `The workbook holds more than ${count(details['limit'])} characters of text. ` +
    'Delete the sheets that are no rows of it, or split it and import the parts one after the other.',
  workbook_has_too_many_parts: ({ details }) =>
    `The workbook has more than ${count(details['limit'])} parts. ` +
    'Copy the rows alone into a new workbook and import that.',
  too_many_rows: ({ details }) =>
    `the file goes on beyond ${count(details['limit'])} rows, the most that are imported at once. ` +
    'Split it and import the parts one after the other.',
  row_too_wide: ({ details }) =>
    `something stands beyond column ${count(details['limit'])}, the last that is read. ` +
    'Delete what stands there and import the file again.',
  row_too_long: ({ details }) =>
    `the row goes on beyond ${count(details['limit'])} characters, the most that a row can have. ` +
    'Look for a quotation mark that is opened and never closed, or shorten what stands there.',
  cell_too_long: ({ details }) =>
    `a cell holds more than ${count(details['limit'])} characters, the most that a cell can have. ` +
    'Shorten it and import the file again.',
  file_not_a_table: ({ details }) =>
    `The file cannot be read: ${found[String(details['found'])] ?? found['binary']}. ` +
    'Expected a CSV file or an XLSX workbook with the columns of the template.',
  file_encoding_unreadable: () =>
    'The text is neither UTF-8, UTF-16 nor Windows-1252. Save the file as "CSV UTF-8" and import it again.',
  encoding_unproven: () =>
    'The text is not UTF-8, and nothing in the file proves which encoding it is in. Choose the encoding by which its letters look right.',
  decoded_as_windows_1252: () =>
    'The text is not UTF-8 and was read as Windows-1252. Check that letters such as é and ü look right.',
  cut_off_long_ago: ({ details }) =>
    `The cut-off day, ${details['cutOffOn']}, lies ${details['days']} days back. Whatever fell due since then counts as unpaid until its payments are posted.`,
  loans_far_behind: ({ details }) =>
    `Active loans that are much later by their schedules than the tape says, on the cut-off day ${details['cutOffOn']}: ${details['loans']}. Check the cut-off day and what was paid; the loans are booked as late as these figures make them.`,
  column_missing: ({ details }) =>
    `this column is missing. Expected in the header: ${String(details['explanation'])}`,
  column_not_there: ({ details }) =>
    `the header has no such column, which was told to be ${fieldName(details['field'])}.`,
  column_unknown: ({ column, details }) => {
    const name =
      column === '' ? `cell ${details['position']} has no name` : 'this column is not known';
    const meant = details['meant'] === undefined ? '' : ` Did you mean ${details['meant']}?`;
    return `${name}; nothing of it is imported.${meant}`;
  },
  column_twice: () => 'this column is in the header twice. Expected once.',
  quote_not_closed: () =>
    'a quotation mark is opened and never closed, so the rows after it cannot be read. Expected a second ".',
  row_length_differs: ({ details }) =>
    `the number of cells is ${details['cells']}. Expected ${details['columns']}, as the header has.`,
  value_missing: ({ value }) =>
    value
      ? `"${value}" means that there is no value. Expected a value.`
      : 'the cell is empty. Expected a value.',
  value_not_a_date: ({ details, ...finding }) =>
    `${quote(finding)} is no date. Expected ${details['form'] === 'month' ? 'a month such as Mar-2018' : 'a day such as 2018-03-31'}.`,
  value_not_a_number: (finding) =>
    `${quote(finding)} is no number. Expected a number in the form of its column, such as 10000.50.`,
  value_not_a_whole_number: (finding) =>
    `${quote(finding)} is no whole number. Expected one such as 36.`,
  value_not_positive: (finding) =>
    `${quote(finding)} is not above zero. Expected an amount above zero.`,
  value_out_of_range: (finding) => `${quote(finding)} is out of range. Expected ${range(finding)}.`,
  value_too_long: ({ details }) =>
    `the text has ${details['length']} characters. Expected at most ${details['max']}.`,
  value_not_visible: () =>
    'the name holds a character that cannot be seen or that turns the text around. Expected it without.',
  value_too_short: ({ details, ...finding }) =>
    `${quote(finding)} is too short. Expected at least ${details['min']} letters and digits.`,
  value_not_in_list: (finding) =>
    `${quote(finding)} is not known. Expected one of: ${finding.details['choices']}.`,
  value_is_a_formula: (finding) =>
    `${quote(finding)} is a formula. Expected the value itself: paste values only.`,
  value_not_an_email: (finding) =>
    `${quote(finding)} is no email address. Expected one such as name@example.com; the row is taken without it.`,
  value_not_a_phone_number: (finding) =>
    `${quote(finding)} is no telephone number. Expected 7 to 15 digits; the row is taken without it.`,
  date_in_the_future: ({ details, ...finding }) =>
    `${quote(finding)} lies in the future. Expected ${details['latest']} or earlier.`,
  last_due_date_too_late: ({ details }) =>
    `the last instalment would fall due in ${details['year']}. Expected ${details['latest']} or earlier: look at the first due day, the number of instalments and the frequency.`,
  amounts_too_large: () =>
    'principal, rate and term give amounts too large to be booked to the cent. Expected a smaller principal, rate or term.',
  sums_too_large: () =>
    'The amounts of the file add up to more than can be reckoned to the cent. Look for an amount with too many digits, or split the file.',
  first_due_date_not_after_disbursement: ({ details, ...finding }) =>
    `${quote(finding)} does not lie after the disbursement. Expected a day after ${details['disbursedOn']}.`,
  external_id_twice_in_file: ({ details, ...finding }) =>
    `${quote(finding)} is also in row ${details['firstRow']}. Expected each id once.`,
  external_id_already_booked: ({ details, ...finding }) =>
    `${quote(finding)} is booked already, as loan ${details['reference']}. Expected a loan that is not in the books.`,
  borrower_value_twice_in_file: ({ details, ...finding }) =>
    `${quote(finding)} is also another borrower's, in row ${details['firstRow']}. Expected one borrower for each.`,
  borrower_value_already_used: (finding) =>
    `another borrower in the books has ${quote(finding)}. Expected one borrower for each.`,
  terms_differ_from_books: ({ details }) =>
    `the tape says ${details['tape']}, but loan ${details['reference']} is in the books with ${details['books']}. A tape changes no terms: correct it, or leave the row out.`,
  less_paid_than_books: ({ details }) =>
    `the tape says that ${details['tape']} was paid, but loan ${details['reference']} has ${details['books']} by the cut-off day. Look whether the tape is the newest, or reverse what did not arrive.`,
  paid_beyond_schedule: ({ details }) =>
    `${details['paid']} was paid since, but loan ${details['reference']} owes only ${details['owed']}. Correct the tape, or leave the row out.`,
  credit_used_since: ({ details }) =>
    `the payment would take ${details['missing']} of credit away that loan ${details['reference']} has used or given back since. Take that back first, or leave the row out.`,
  still_owed_in_books: ({ details }) =>
    `the tape says that the loan is closed, but loan ${details['reference']} still owes ${details['owed']} by its schedule. Post what was paid and correct the tape, or leave the row out.`,
  written_off_on_tape: ({ details }) =>
    `the tape says that the loan is lost. A tape writes nothing off: loan ${details['reference']} stays as it is. Leave the row out.`,
  written_off_in_books: ({ details }) =>
    `loan ${details['reference']} is written off in the books, and a tape does not change that. Leave the row out.`,
  split_differs_from_schedule: ({ details }) =>
    `the tape says that ${details['tape']} of principal was paid; loan ${details['reference']} takes the same money as ${details['books']} by its schedule. The payment is booked by the schedule.`,
  fact_kept_as_changed_here: ({ details }) =>
    `the tape says "${details['tape']}". It stays "${details['books']}", as somebody changed it here.`,
  loan_changed_since_check: ({ details }) =>
    `loan ${details['reference']} changed in the books since the tape was checked. Check the tape again.`,
  balance_does_not_add_up: ({ details }) =>
    `the balance is ${details['balance']}. Expected ${details['expected']}: the principal less the principal paid.`,
  paid_total_does_not_add_up: ({ details }) =>
    `the total paid is ${details['total']}. Expected ${details['expected']}: principal, interest and late fees paid. Nothing is booked from the total.`,
  paid_more_than_principal: ({ details }) =>
    `${details['paid']} of principal was paid. Expected at most the principal, ${details['principal']}.`,
  status_contradicts_balance: ({ details, ...finding }) =>
    details['booked'] === undefined
      ? `the status is ${quote(finding)}, but ${details['balance']} is still owed. Expected a balance of zero or another status.`
      : `the status is ${quote(finding)}, but nothing is owed. The loan is booked as closed.`,
  instalment_never_repays: (finding) =>
    `an instalment of ${quote(finding)} never repays the loan: interest takes all of it. Expected more.`,
  instalment_differs_from_terms: ({ details }) =>
    `the instalment is ${details['instalment']}, but principal, rate and term give ${details['expected']}. ` +
    'The loan is booked with the instalment of the tape; its last instalment takes up the difference.',
  money_rounded_to_minor_unit: ({ details, ...finding }) =>
    `${quote(finding)} has more decimals than the currency. It is booked as ${details['rounded']}.`,
  number_format_unproven: ({ details, ...finding }) =>
    `${quote(finding)} is ${details['point']} if the point is the decimal mark, and ${details['comma']} if it is the comma; nothing in the file proves which. Say which it is.`,
  number_format_contradicted: ({ details }) =>
    `some amounts have a decimal point and others a decimal comma: ${details['cells']}. Say which it is; amounts in the other form are refused.`,
  rate_unit_unproven: ({ details }) =>
    `these rates can be per cents, fractions or basis points: ${details['cells']}. Say which they are.`,
  amounts_all_small: ({ details }) =>
    `every amount is below 1: ${details['cells']}. Correct the file, or say that the amounts are right.`,
  dates_outside_living_memory: ({ details }) =>
    `some days are more than 50 years back: ${details['cells']}. Correct the file, or say that the days are right.`,
  balances_missing: ({ details }) =>
    `loans with neither a balance nor principal paid: ${details['cells']}. Add one of them, choose its column, or confirm that nothing of their principal is paid.`,
  value_cut_by_spreadsheet: (finding) =>
    `${quote(finding)} is a number of which a spreadsheet shows only a part. Format the column as text, enter the full value again and save the file anew.`,
  value_is_a_spreadsheet_error: (finding) =>
    `${quote(finding)} is an error of a spreadsheet and no value. Correct the cell, or widen the column and save the file anew.`,
  value_turned_into_a_date: (finding) =>
    `${quote(finding)} is a date. A spreadsheet probably made it from an id such as 1-2. Format the column as text and enter the id again.`,
  number_too_long_for_spreadsheet: ({ details, ...finding }) =>
    `${quote(finding)} has more than ${details['max']} digits, and a spreadsheet loses those beyond. Format the column as text and enter the full value again.`,
  leading_zeros_lost: (finding) =>
    `${quote(finding)} is a number, but other cells of this column are texts with leading zeros. Format the column as text and enter the full value again.`,
  rows_above_header: ({ details }) =>
    `this row is read as the header. Rows above it that are not imported: ${details['rows']}.`,
  currency_not_known: ({ details, ...finding }) =>
    `${quote(finding)} is no known currency. Expected ${details['currency']}.`,
  currency_differs: ({ details, ...finding }) =>
    `${quote(finding)} states the currency ${details['stated']}. Expected ${details['currency']}, the currency of the portfolio.`,
  balance_above_principal: ({ details }) =>
    `the balance is ${details['balance']}. Expected at most the principal, ${details['principal']}.`,
  principal_paid_not_told: () =>
    'the loan is written off with a balance of zero, so the tape must say how much principal was paid. Expected a value.',
};

const found: Readonly<Record<string, string>> = {
  pdf: 'it is a PDF document',
  image: 'it is a picture',
  'old-workbook': 'it is a document of old Excel or Word (.xls, .doc)',
  compressed: 'it is a compressed file',
  zip: 'it is a ZIP archive without a workbook in it',
  'damaged-workbook': 'it is a damaged or protected workbook',
  text: 'none of its first rows has the column names of the template',
  binary: 'it is not text',
};

function range({ details }: NewFinding): string {
  const { min, max, decimals } = details;
  const from = max === undefined ? `${min} or later` : `a value from ${min} to ${max}`;
  return decimals === undefined ? from : `${from} with at most ${decimals} decimals`;
}

function quote({ value }: Pick<NewFinding, 'value'>): string {
  return `"${value ?? ''}"`;
}

function megabytes(bytes: string | number | undefined): string {
  return (Number(bytes) / 1_000_000).toFixed(1);
}

function count(number: string | number | undefined): string {
  return Number(number).toLocaleString('en');
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Writes a field name in words: `principalPaid` becomes "principal paid". */
function fieldName(field: unknown): string {
  return String(field)
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
}
