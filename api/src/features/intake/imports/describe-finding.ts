import type { FindingCode } from '@bursar/contracts/intake/finding-codes';
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
    'The file has a header but no loans below it. Expected one row per loan.',
  file_has_no_borrowers: () =>
    'The file has a header but no borrowers below it. Expected one row per borrower.',
  file_too_large: ({ details }) =>
    `The file has ${megabytes(details['bytes'])} MB; the limit is ${megabytes(details['limitBytes'])} MB. ` +
    'Split it and import each part.',
  workbook_unpacks_too_large: ({ details }) =>
    `The workbook unpacks to more than ${megabytes(details['limit'])} MB. ` +
    'Delete other sheets and pictures, or split it and import each part.',
  workbook_has_too_much_text: ({ details }) =>
    `The workbook has more than ${count(details['limit'])} characters of text. ` +
    'Delete other sheets, or split it and import each part.',
  workbook_has_too_many_parts: ({ details }) =>
    `The workbook has more than ${count(details['limit'])} parts. ` +
    'Copy only the rows into a new workbook and import that.',
  too_many_rows: ({ details }) =>
    `the file has more than ${count(details['limit'])} rows. Split it and import each part.`,
  row_too_wide: ({ details }) =>
    `the row has content after column ${count(details['limit'])}, the last that is read. ` +
    'Delete that content and import the file again.',
  row_too_long: ({ details }) =>
    `the row has more than ${count(details['limit'])} characters. ` +
    'Check for a quotation mark that is never closed, or shorten the row.',
  cell_too_long: ({ details }) =>
    `a cell has more than ${count(details['limit'])} characters. ` +
    'Shorten it and import the file again.',
  file_not_a_table: ({ details }) =>
    `The file cannot be read: ${found[String(details['found'])] ?? found['binary']}. ` +
    'Expected a CSV file or an XLSX, XLS or ODS workbook with the columns of the template.',
  file_encoding_unreadable: () =>
    'The text is neither UTF-8, UTF-16 nor Windows-1252. Save the file as "CSV UTF-8" and import it again.',
  encoding_unproven: () =>
    'The text is not UTF-8, and its encoding cannot be detected. Choose the encoding in which the letters look right.',
  decoded_as_windows_1252: () =>
    'The text is not UTF-8 and was read as Windows-1252. Check that letters such as é and ü look right.',
  cut_off_long_ago: ({ details }) =>
    `The cut-off day, ${details['cutOffOn']}, is ${details['days']} days ago. Amounts due since then count as unpaid until you post their payments.`,
  loans_far_behind: ({ details }) =>
    `Active loans that are much later by schedule than on the tape on ${details['cutOffOn']}: ${details['loans']}. Check the cut-off day and the paid amounts; the loans are booked as late as these figures show.`,
  column_missing: ({ details }) =>
    `this column is missing. Expected in the header: ${String(details['explanation'])}`,
  column_not_there: ({ details }) =>
    `the header has no such column. Choose another column for ${fieldName(details['field'])}.`,
  column_unknown: ({ column, details }) => {
    const name =
      column === '' ? `cell ${details['position']} has no name` : 'this column is not known';
    const meant = details['meant'] === undefined ? '' : ` Did you mean ${details['meant']}?`;
    return `${name} and is not imported.${meant}`;
  },
  column_ambiguous: ({ details }) =>
    `this column and "${details['other']}" can both be the ${fieldName(details['field'])}. Choose one of them.`,
  column_chosen_twice: ({ details }) =>
    `this column is chosen for ${fieldName(details['other'])} and ${fieldName(details['field'])}. Choose it for one of them.`,
  column_twice: () => 'the header has this column twice. Expected it once.',
  quote_not_closed: () =>
    'a quotation mark is never closed, so the rows after it cannot be read. Expected a second ".',
  row_length_differs: ({ details }) =>
    `the number of cells is ${details['cells']}. Expected ${details['columns']}, as in the header.`,
  value_missing: ({ value }) =>
    value
      ? `"${value}" means an empty value. Expected a value.`
      : 'the cell is empty. Expected a value.',
  value_not_a_date: ({ details, ...finding }) =>
    `${quote(finding)} is not a date. Expected ${details['form'] === 'month' ? 'a month such as Mar-2018' : 'a day in the format of its column, such as 2018-03-31'}.`,
  value_not_a_number: (finding) =>
    `${quote(finding)} is not a number. Expected a number in the format of its column, such as 10000.50.`,
  value_not_a_whole_number: (finding) =>
    `${quote(finding)} is not a whole number. Expected a number such as 36.`,
  value_not_positive: (finding) =>
    `${quote(finding)} is not above zero. Expected an amount above zero.`,
  value_out_of_range: (finding) => `${quote(finding)} is out of range. Expected ${range(finding)}.`,
  value_too_long: ({ details }) =>
    `the text has ${details['length']} characters. Expected at most ${details['max']}.`,
  value_not_visible: () =>
    'the name has an invisible character or one that reverses the text direction. Remove that character.',
  value_too_short: ({ details, ...finding }) =>
    `${quote(finding)} is too short. Expected at least ${details['min']} letters and digits.`,
  value_not_in_list: (finding) =>
    `${quote(finding)} is not known. Expected one of: ${finding.details['choices']}.`,
  value_is_a_formula: (finding) =>
    `${quote(finding)} is a formula. Expected the value itself: paste values only.`,
  value_not_an_email: (finding) =>
    `${quote(finding)} is not an email address. Expected one such as name@example.com; the row is imported without it.`,
  value_not_a_phone_number: (finding) =>
    `${quote(finding)} is not a phone number. Expected 7 to 15 digits; the row is imported without it.`,
  date_in_the_future: ({ details, ...finding }) =>
    `${quote(finding)} is in the future. Expected ${details['latest']} or earlier.`,
  last_due_date_too_late: ({ details }) =>
    `the last instalment would fall due in ${details['year']}; expected ${details['latest']} or earlier. Check the first due day, the number of instalments and the frequency.`,
  amounts_too_large: () =>
    'principal, rate and term give amounts that are too large to calculate exactly. Expected a smaller principal, rate or term.',
  sums_too_large: () =>
    'The amounts of the file add up to more than can be calculated exactly. Check for an amount with too many digits, or split the file.',
  first_due_date_not_after_disbursement: ({ details, ...finding }) =>
    `${quote(finding)} is not after the disbursement. Expected a day after ${details['disbursedOn']}.`,
  external_id_twice_in_file: ({ details, ...finding }) =>
    `${quote(finding)} is also in row ${details['firstRow']}. Expected each ID once.`,
  external_id_already_booked: ({ details, ...finding }) =>
    `${quote(finding)} is already booked as loan ${details['reference']}. Expected a loan that is not in the books.`,
  borrower_value_twice_in_file: ({ details, ...finding }) =>
    `another borrower, in row ${details['firstRow']}, also has ${quote(finding)}. Expected a different value for each borrower.`,
  borrower_value_already_used: (finding) =>
    `another borrower in the books has ${quote(finding)}. Expected a different value for each borrower.`,
  terms_differ_from_books: ({ details }) =>
    `the tape has ${details['tape']}, but loan ${details['reference']} is booked with ${details['books']}. A tape cannot change terms: correct it, or remove the row.`,
  less_paid_than_books: ({ details }) =>
    `the tape has ${details['tape']} paid, but loan ${details['reference']} has ${details['books']} up to the cut-off day. Check that this is the newest tape, or reverse payments that did not arrive.`,
  paid_beyond_schedule: ({ details }) =>
    `the tape adds payments of ${details['paid']}, but loan ${details['reference']} owes only ${details['owed']}. Correct the tape, or remove the row.`,
  credit_used_since: ({ details }) =>
    `the payment would remove ${details['missing']} of credit that loan ${details['reference']} has since used or refunded. Undo that first, or remove the row.`,
  still_owed_in_books: ({ details }) =>
    `the loan is closed on the tape, but loan ${details['reference']} still owes ${details['owed']} by its schedule. Post the missing payments and correct the tape, or remove the row.`,
  written_off_on_tape: ({ details }) =>
    `the tape shows loan ${details['reference']} as written off, but a tape cannot write off a loan. Remove the row.`,
  written_off_in_books: ({ details }) =>
    `loan ${details['reference']} is written off in the books, and a tape cannot change that. Remove the row.`,
  split_differs_from_schedule: ({ details }) =>
    `the tape has ${details['tape']} of principal paid, but the schedule of loan ${details['reference']} allocates ${details['books']} to principal. The payment is booked by the schedule.`,
  fact_kept_as_changed_here: ({ details }) =>
    `the tape has "${details['tape']}". The value stays "${details['books']}", because it was changed in Bursar.`,
  loan_changed_since_check: ({ details }) =>
    `loan ${details['reference']} changed after the tape was checked. Check the tape again.`,
  balance_does_not_add_up: ({ details }) =>
    `the balance is ${details['balance']}. Expected ${details['expected']}: the principal less the principal paid.`,
  paid_total_does_not_add_up: ({ details }) =>
    `the total paid is ${details['total']}. Expected ${details['expected']}, the sum of principal, interest and late fees paid; the total is not booked.`,
  paid_more_than_principal: ({ details }) =>
    `the principal paid is ${details['paid']}. Expected at most the principal, ${details['principal']}.`,
  status_contradicts_balance: ({ details, ...finding }) =>
    details['booked'] === undefined
      ? `the status is ${quote(finding)}, but ${details['balance']} is still owed. Expected a balance of zero or another status.`
      : `the status is ${quote(finding)}, but nothing is owed. The loan is booked as closed.`,
  instalment_never_repays: (finding) =>
    `an instalment of ${quote(finding)} never repays the loan, because interest uses all of it. Expected a larger instalment.`,
  instalment_differs_from_terms: ({ details }) =>
    `the instalment is ${details['instalment']}, but principal, rate and term give ${details['expected']}. ` +
    'The loan is booked with the instalment of the tape; the last instalment includes the difference.',
  money_rounded_to_minor_unit: ({ details, ...finding }) =>
    `${quote(finding)} has more decimals than the currency and is booked as ${details['rounded']}.`,
  number_format_unproven: ({ details, ...finding }) =>
    `${quote(finding)} is ${details['point']} with a decimal point and ${details['comma']} with a decimal comma. Choose the decimal mark.`,
  number_format_contradicted: ({ details }) =>
    `some amounts have a decimal point and others a decimal comma: ${details['cells']}. Choose the decimal mark; amounts in the other format are refused.`,
  date_order_unproven: ({ details }) =>
    `these dates are different days depending on the order of day, month and year: ${details['cells']}. Choose the order.`,
  date_order_contradicted: ({ details }) =>
    `these dates contradict each other on the order of day and month (row numbers in brackets): ${details['cells']}. Correct the file, or choose the order; dates in another order are refused.`,
  calendar_unproven: ({ details }) =>
    `these years can belong to the Hijri or the Persian calendar: ${details['cells']}. Choose the calendar.`,
  day_of_month_unproven: ({ details }) =>
    `these dates have a month without a day: ${details['cells']}. Choose which day of the month is meant.`,
  rate_unit_unproven: ({ details }) =>
    `these rates can be percentages, fractions, basis points or per mille: ${details['cells']}. Choose their unit.`,
  rate_period_unproven: ({ details }) =>
    `these rates can be for a year or for a month: ${details['cells']}. Choose the period.`,
  rate_period_contradicts: (finding) =>
    `${quote(finding)} is for a different period than the heading says. Correct the cell or the heading.`,
  name_parts_repeat: (finding) =>
    `${quote(finding)} repeats the name in the other column. Choose the column with the full name.`,
  value_in_another_unit: (finding) =>
    `${quote(finding)} is in per mille or basis points. Expected a percentage such as 13.49 %, or a number without a unit.`,
  amounts_all_small: ({ details }) =>
    `every amount is below 1: ${details['cells']}. Correct the file, or confirm the amounts.`,
  dates_outside_living_memory: ({ details }) =>
    `some dates are more than 50 years ago: ${details['cells']}. Correct the file, or confirm the dates.`,
  balances_missing: ({ details }) =>
    `some loans have neither a balance nor principal paid: ${details['cells']}. Add one of them, choose its column, or confirm that no principal was paid.`,
  balance_may_have_interest: ({ details }) =>
    `the balances may include interest, because another column has interest that is owed: ${details['cells']}. Choose the column with the principal owed, or confirm that the balances are principal only.`,
  balance_has_interest: ({ details, ...finding }) =>
    `the balance ${quote(finding)} includes interest: it is the sum of the interest owed and ${details['other']}. Choose that column as the balance.`,
  value_cut_by_spreadsheet: (finding) =>
    `${quote(finding)} is a number that a spreadsheet shortened. Format the column as text, enter the full value and save the file again.`,
  value_is_a_spreadsheet_error: (finding) =>
    `${quote(finding)} is a spreadsheet error, not a value. Correct the cell or widen the column, and save the file again.`,
  value_turned_into_a_date: (finding) =>
    `${quote(finding)} is a date that a spreadsheet probably made from an ID such as 1-2. Format the column as text and enter the ID again.`,
  number_too_long_for_spreadsheet: ({ details, ...finding }) =>
    `${quote(finding)} has more than ${details['max']} digits, and a spreadsheet loses the digits beyond that. Format the column as text and enter the full value again.`,
  leading_zeros_lost: (finding) =>
    `${quote(finding)} is a number, but other cells of this column are text with leading zeros. Format the column as text and enter the full value again.`,
  rows_above_header: ({ details }) =>
    `this row is read as the header. Number of rows above it that are not imported: ${details['rows']}.`,
  performance_without_terms: () =>
    'The file has the monthly performance of mortgages: one row per loan and month, without principal, term and start. Import the originations file instead, and add a balance column if it has none.',
  several_months: ({ details }) =>
    `the file has rows for several months, from ${details['first']} to ${details['latest']}, but a loan has one balance. Keep only the rows for ${details['latest']} and import the file again.`,
  balance_left_out: ({ details: _details, ...finding }) =>
    `the balance is ${quote(finding)}, but no code says that the loan has ended, so the balance was left out. Add the balance, or remove the row.`,
  heading_not_found: () =>
    'no row above looks like a heading, and this one has numbers or dates. Choose the heading row, or confirm that the table has none.',
  table_row_empty: () => 'this row is empty or does not exist. Choose another row for the heading.',
  sheet_not_there: ({ details }) =>
    `The workbook has no sheet named ${details['sheet']}. Choose another sheet.`,
  sheets_not_read: ({ details }) =>
    `The sheet ${details['sheet']} is read. Sheets that are not read: ${details['others']}.`,
  rows_hidden: ({ details }) =>
    `rows that are hidden in the workbook are read too: ${details['rows']}. Delete them from the file if they should not be imported.`,
  totals_not_read: ({ details }) =>
    `rows that state the sums of the rows above are not read as loans: ${details['rows']}.`,
  notes_not_read: ({ details }) =>
    `rows with only a line of text, or with the heading again, are not read as loans: ${details['rows']}.`,
  totals_differ: ({ details, ...finding }) =>
    `the total is ${quote(finding)}, but the loans above add up to ${details['total']}. Correct the rows, or remove the total.`,
  formulas_calculated: ({ details }) =>
    `cells that are formulas: ${details['count']}. Bursar uses the values that the spreadsheet last calculated.`,
  archive_has_several_tables: ({ details }) =>
    `The ZIP archive has several files with a table: ${details['files']}. Import one of them at a time.`,
  archive_unpacks_too_large: ({ details }) =>
    `The ZIP archive unpacks to more than ${megabytes(details['limit'])} MB. Split the file and import each part.`,
  archive_holds_archive: ({ details }) =>
    `The ZIP archive has another archive in it: ${details['files']}. Unpack it and import the table in it.`,
  currency_not_known: ({ details, ...finding }) =>
    `${quote(finding)} is not a known currency. Expected ${details['currency']}.`,
  currency_differs: ({ details, ...finding }) =>
    `${quote(finding)} states the currency ${details['stated']}. Expected ${details['currency']}, the currency of the portfolio.`,
  terms_not_supported: (finding) =>
    `${quote(finding)} names terms that cannot be imported from a tape. Expected interest on the declining balance and equal instalments from the first one. Create this loan in Bursar, or remove the row.`,
  terms_not_known: (finding) =>
    `${quote(finding)} does not say how the loan bears interest and is repaid. Write it in words, such as declining balance.`,
  term_unit_differs: ({ details }) =>
    `the heading counts ${details['unit']}, but the loan has another repayment frequency. Choose the column with the number of instalments, and give the frequency.`,
  period_not_used: (finding) =>
    `${quote(finding)} states a period that is not used. Choose this column as the frequency or give the period of the rates, or remove the column.`,
  maturity_differs: ({ details, ...finding }) =>
    `the loan ends on ${quote(finding)}, but its number of instalments and frequency give ${details['expected']}. Correct the wrong value, or add the frequency if the file has none.`,
  frequency_not_stated: ({ details }) =>
    `The first instalment of every loan is due ${details['days']} days after disbursement, and no column states the frequency. Give the frequency.`,
  written_off_without_status: (finding) =>
    `${quote(finding)} says that the loan is written off, but its status does not. Correct one of them.`,
  instalment_is_flat: ({ details, ...finding }) =>
    `the instalment ${quote(finding)} matches a flat rate; interest on the declining balance gives ${details['expected']}. Create this loan in Bursar, or remove the row.`,
  heading_contradicts_field: ({ details }) =>
    `this heading names something other than the ${fieldName(details['field'])}. Choose another column, or correct the heading in the file.`,
  amounts_scaled: (finding) =>
    `${quote(finding)} says that amounts are in thousands or another multiple. Write the whole amounts, and remove these words.`,
  balance_above_principal: ({ details }) =>
    `the balance is ${details['balance']}. Expected at most the principal, ${details['principal']}.`,
  borrower_name_missing: () =>
    'the borrower has no name. The loan is imported without one; add the name in Bursar or in the file.',
  words_not_known: ({ details }) =>
    `the meaning of some words is not known: ${details['cells']}. Choose what they mean.`,
  rows_left_out: ({ details }) =>
    `Number of rows that are not imported because of their status: ${details['count']}.`,
  holder_suspended: (finding) =>
    `${quote(finding)} is suspended and cannot receive loans. Choose another team or agent, or leave the loans unassigned.`,
  holder_without_team: (finding) =>
    `${quote(finding)} belongs to no team and cannot receive loans. Choose another team or agent, or leave the loans unassigned.`,
  holder_not_known: (finding) =>
    `${quote(finding)} is not the name or email address of one team or agent of this portfolio. Correct the cell, or do not use the column.`,
  holders_not_known: ({ details }) =>
    `${details['count']} values are not the name or email address of one team or agent of this portfolio, such as ${details['cells']}. Correct the column, or do not use it.`,
  holders_contradict: (finding) =>
    `${quote(finding)} does not belong to the team that the row names. Correct one of the two cells.`,
  assigning_not_allowed: () =>
    'this column is not used, because you may not assign loans. The loans stay unassigned.',
  principal_paid_not_told: () =>
    'the loan is written off with a balance of zero, so the tape needs the principal paid. Expected a value.',
};

const found: Readonly<Record<string, string>> = {
  pdf: 'it is a PDF document',
  image: 'it is a picture',
  compressed: 'it is a compressed file',
  zip: 'it is a ZIP archive without a table in it',
  'damaged-workbook': 'it is a damaged or protected workbook',
  'damaged-archive': 'it is a damaged or protected ZIP archive',
  'workbook-too-complex': 'the workbook takes too much memory or time to read; save it as XLSX',
  text: 'none of its first rows has the column names of the template',
  'web-page': 'it is a web page without a table',
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

/** Writes a field name as text: `principalPaid` becomes "principal paid". */
function fieldName(field: unknown): string {
  return String(field)
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
}
