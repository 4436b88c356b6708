import type { SomeFailureSentences } from './failure-sentence.ts';

export const intakeFailures = {
  // Bank files.
  bank_file_not_recognised:
    'This file is not a bank statement in a format that can be read, or it is damaged. Export it again, for example as camt.053 or CSV.',
  bank_line_not_read: 'Line {line} of the file cannot be read. Check its column “{column}”.',
  bank_dates_ambiguous:
    'Some dates in this file contradict each other on the order of day and month: {cells}, line numbers in brackets. Export dates as YYYY-MM-DD.',
  bank_amounts_mixed:
    'The file has amounts with a decimal point ({point}) and with a decimal comma ({comma}). Export it in one format.',
  bank_direction_unknown:
    'The file does not show which amounts were paid out. Export it with a credit/debit column or with signed amounts.',
  bank_direction_contradictory:
    'Line {line} shows an amount as both received and paid out. Correct the line or remove it.',
  bank_balance_contradictory:
    'The balance in line {line} does not change by the amount of the line. Check the columns, or export the file again.',
  bank_currency_differs:
    'The file is in {currency}, but the loans of this portfolio are in {expected}.',
  bank_currencies_disagree:
    'Line {line} has several currencies: {currencies}. Correct the line or remove it.',
  bank_control_differs:
    'A control figure of the file is {stated}, but its lines give {found}. Export the statement again with all its lines.',
  bank_archive_mixed:
    'The ZIP archive has several tables or formats ({formats}). Upload its files one at a time.',
  bank_balance_differs:
    'The opening balance {opening} and the lines ({moved}) do not give the closing balance {closing} {currency}. Export the statement again with all its lines.',
  file_question_open: 'The file has an open question. Answer it, then import the file.',
  too_many_bank_lines: 'A bank file can have up to {limit} lines. Export a shorter period.',
  bank_file_has_no_lines: 'The file has no lines.',
  bank_parts_differ_from_line: 'The parts must add up to the amount of the line. Change them.',
  bank_part_loan_twice: 'Two parts are for the same loan. Combine them.',
  bank_line_not_outgoing:
    'Only outgoing money or a reversal by the bank can return a payment. Choose such a line.',
  bank_line_not_returned: 'This line is not confirmed as a return, so there is nothing to undo.',
  bank_return_changed:
    'The payment or the credit balance changed while you looked at this line. Open the line again.',
  bank_return_shares_id: 'This line cannot be confirmed here. Reverse the payment on its loan.',
  bank_return_awaits_approval:
    'The reversal or refund waits for approval. Withdraw the request on the approvals page first.',
  bank_money_posted_already:
    'This money was already posted from {file}, line {line}. Match the line only if it is a different payment.',
  bank_line_is_settled: 'This line is already posted or is not a payment, so it cannot be changed.',
  // Imports.
  cut_off_in_future: 'The cut-off day of a tape cannot be in the future. Enter an earlier day.',
  column_told_twice: 'The column “{column}” is chosen for two fields. Choose it for only one.',
  too_many_imports: 'Other imports are still running. Try again when one of them has finished.',
  import_not_checked: 'This import is not waiting to be booked.',
  import_has_errors:
    'The file has errors or open questions. Correct the file or answer the questions, then import it again.',
  import_may_not_assign:
    'This tape assigns loans, and you may not assign loans. Import the file again to book its loans unassigned.',
  import_has_no_good_rows:
    'No row of the file can be booked. Correct the errors or answer the questions, then import it again.',
  import_not_booked: 'Only a booked import can be undone.',
  import_already_finished: 'This import has already finished.',
  import_loans_already_worked:
    'After the import, work was done on {count} of its loans. Undo that work first, then the import.',
} satisfies SomeFailureSentences;
