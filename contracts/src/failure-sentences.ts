import type { FailureCode } from './endpoint.ts';

/** A sentence with its `{details}`; if it counts something, it has a form for one and for others. */
export type FailureSentence = string | { readonly one: string; readonly other: string };

/**
 * The English sentence of every failure: what is wrong and what to do. The API sends them as
 * messages, and the web shows them as its English texts. The Arabic ones have the same details.
 */
export const failureSentences: Readonly<Record<FailureCode, FailureSentence>> = {
  // Any call may end in these.
  invalid_request: 'Some values are not valid. Correct the listed fields and try again.',
  unknown_fields:
    'The server does not know {fields}, so nothing was changed. Correct the field names or reload the page.',
  not_signed_in: 'You are not signed in, or your session has ended. Sign in again.',
  session_locked: 'This session is locked. Enter your password to unlock it.',
  under_maintenance: 'Bursar is closed for maintenance. Try again later.',
  host_unknown:
    'Bursar does not answer at this address. Use the address that your administrator gave you.',
  name_not_visible:
    'This name contains a character that is invisible or reverses the text. Type the name again without it.',
  cross_site_request: 'This request came from another site. Open Bursar itself and try again.',
  xsrf_token_mismatch: 'This page is out of date. Reload it and try again.',
  permission_missing: 'Your role does not allow this.',
  not_found: 'This does not exist, or you have no access to it.',
  request_too_slow: 'The request took too long to arrive. Check your connection and try again.',
  body_too_large: 'The file or text is larger than {limit}. Make it smaller and try again.',
  headers_too_large:
    'The headers of this request are too large. Delete the cookies of this site and sign in again.',
  unexpected_failure: 'Something went wrong on our side, and nothing was changed. Try again.',
  database_unreachable:
    'The database is not available. Try again in a moment; nothing is posted twice.',
  storage_full:
    'The server has no storage space left, so nothing was saved. Tell your administrator.',
  server_stopping: 'The server is restarting, and nothing was changed. Try again in a moment.',
  // Sign-in.
  credentials_wrong: 'The email or password is not correct.',
  account_not_active: 'This account cannot sign in. Ask your administrator.',
  second_factor_required: 'Enter the code from your authenticator app.',
  pending_sign_in_expired: 'Your sign-in took too long. Enter your email and password again.',
  second_factor_code_wrong: 'This code is not correct or was already used. Enter another code.',
  too_many_attempts: 'Too many attempts. Wait {seconds} seconds and try again.',
  // Recovery.
  password_length_wrong: 'Choose a password of 8 to 15 characters.',
  recovery_link_not_valid:
    'This link was used or has expired. Request a new one on the sign-in page.',
  recovery_code_wrong: 'This code is not correct. Ask the person who started the recovery for it.',
  recovery_needs_active_account:
    'Only an active account can be recovered. Invite or reinstate this person instead.',
  recovery_not_started:
    'No recovery of this account was started in the last 24 hours. Start it first.',
  own_recovery: 'You started this recovery. Another person must release it.',
  recovery_of_own_account:
    'You cannot recover your own account. Change your password in your profile.',
  // The caller’s own account.
  password_leaked: 'This password appears in known data leaks. Choose another.',
  current_password_wrong: 'This is not your current password.',
  password_unchanged: 'This is already your password. Choose another.',
  photo_not_jpeg: 'This file is not a photo that Bursar can show. Choose another.',
  second_factor_already_on: 'The second factor is already on.',
  second_factor_not_begun: 'The set-up of the second factor was not started. Start it again.',
  second_factor_not_on: 'The second factor is off.',
  // Visitors.
  visitor_messages_full: 'We cannot take more messages now. Try again later or call us.',
  mail_not_failed: 'This mail was sent or is still waiting. Only failed mail can be sent again.',
  // People.
  role_not_yours_to_invite: 'Your role cannot invite people to that role.',
  name_missing: 'Enter a name.',
  email_not_valid: 'Enter an email address such as name@example.com.',
  phone_not_valid: 'Enter a phone number with its country code, such as +1 415 555 0123.',
  time_zone_unknown: '{timeZone} is not a time zone. Choose one such as Europe/London.',
  currency_unknown: 'Bursar does not know the currency {currency}. Choose another.',
  portfolio_missing: 'Choose the portfolio that this manager runs, or name a new one.',
  email_already_used: 'Another account has this address.',
  team_name_already_used: 'Another team has this name.',
  agent_holds_loans: {
    one: 'The agent holds {count} loan of this team. Assign it to another agent first.',
    other: 'The agent holds {count} loans of this team. Assign them to another agent first.',
  },
  changed_since:
    'Someone else changed this in the meantime. Check the latest version, then make your change again.',
  last_admin: 'This is the last administrator who can sign in. Add another one first.',
  administrators_locked_out:
    'Administrators need this permission. Without it, no one could restore it.',
  not_yourself: 'You cannot suspend your own account.',
  not_invited: 'This person has signed in before and can set a new password on the sign-in page.',
  mail_is_delivered:
    'A mail server is set up, so the invitation link goes by mail to its owner only.',
  // Income.
  earner_missing: 'Choose the team or agent of the statement.',
  // Exports.
  export_too_large: 'A workbook holds {limit} rows, and this list has {count}. Export it as CSV.',
  // Assignment.
  team_not_found: 'This team does not exist. Choose another.',
  agent_not_found: 'This agent does not exist. Choose another.',
  agent_not_in_team: '{agent} is in no team. Add the agent to a team first.',
  nothing_selected: 'None of the selected loans can be changed this way. Select other loans.',
  selection_changed: {
    one: 'The list has changed: {count} loan matches now. Check it before you continue.',
    other: 'The list has changed: {count} loans match now. Check them before you continue.',
  },
  loan_is_not_active: 'This is possible only while the loan is active.',
  batch_already_undone: 'This assignment was already undone.',
  loans_taken_meanwhile: {
    one: '{count} of these loans was moved to someone else in the meantime ({loans}; by {by}). Check the list before you continue.',
    other:
      '{count} of these loans were moved to someone else in the meantime ({loans}; by {by}). Check the list before you continue.',
  },
  loans_moved_meanwhile: {
    one: '{count} of these loans was moved after you selected them ({loans}; by {by}, to {to}). Check the loans again, or continue.',
    other:
      '{count} of these loans were moved after you selected them ({loans}; by {by}, to {to}). Check the loans again, or continue.',
  },
  loans_moved_since: {
    one: '{count} of these loans was moved again later ({loans}; by {by}). Undo the later change first.',
    other:
      '{count} of these loans were moved again later ({loans}; by {by}). Undo the later change first.',
  },
  former_holder_is_gone:
    'The former agents are suspended or in another team: {agents}. Assign these loans again instead.',
  // Four eyes.
  request_already_waiting: 'This was already requested and is waiting for approval.',
  request_already_decided: 'This request was already decided or withdrawn.',
  own_request: 'You made this request. Another person must decide it.',
  accounts_linked:
    'One of you opened or reset the other’s account in the last 30 days. A third person must decide this.',
  own_application: 'You submitted this application. Another person must approve it.',
  own_approval: 'You approved this loan. Another person must pay it out.',
  author_may_no_longer: 'The person who made this request is no longer allowed to do this.',
  account_not_suspended: 'The account is no longer suspended, so its loans stay with it.',
  // Tags.
  tag_not_found: 'This tag no longer exists. Choose another.',
  tag_name_already_used: 'Another tag has this name.',
  // Notes.
  text_missing: 'Enter some text.',
  mentioned_cannot_see_loan:
    'A colleague whom you mention no longer has access to this loan. Remove the mention.',
  note_not_yours: 'Only the author can strike a note.',
  note_already_struck: 'This note is already struck.',
  // Documents.
  document_is_empty: 'The file is empty.',
  document_type_not_allowed:
    'Choose a PDF, PNG, JPEG, DOCX, XLSX, CSV or text file. Its content must match its file extension.',
  document_is_infected: 'The virus scanner found a threat in this file, so it was not saved.',
  scan_failed:
    'The virus scanner did not answer, so the file was not saved. Try again in a moment.',
  document_not_yours:
    'Only the person who filed the document or the portfolio manager can withdraw it.',
  document_already_withdrawn: 'This document is already withdrawn.',
  document_damaged:
    'The stored file of this document is damaged. Ask your administrator to restore it from a backup.',
  // Staff mail.
  recipients_missing: 'Choose at least one person or team to write to.',
  recipient_not_found: 'A recipient no longer works here. Remove that recipient and try again.',
  attachment_not_found: 'An attachment no longer exists. Remove it and attach the file again.',
  mail_already_sent: 'This mail was already sent.',
  label_name_already_used: 'You already have a label with this name.',
  // Borrowers.
  address_missing: 'Enter an address.',
  preferred_twice: 'Choose only one preferred number or address of each kind.',
  contact_twice: 'This number or address is already listed.',
  contact_is_on_record:
    'A saved number or address cannot be edited. Retire it with a reason, and add the new one.',
  value_is_masked: 'Only the last characters of this value are shown. Enter all of it.',
  value_too_short: 'This value is too short.',
  used_by_another_borrower: 'Another borrower already has this value.',
  identity_number_not_valid: 'Enter the full number: 5 to 40 letters and digits.',
  issued_in_future: 'The day of issue cannot be in the future.',
  identity_document_twice: 'This identity document is already on record.',
  identity_document_ended: 'This identity document is no longer valid. Add the current one.',
  borrower_file_has_errors:
    'Nothing was imported, because rows of the file now have errors ({errors}). Check the file again.',
  borrower_merged_away: 'This record was merged into another one. Open that record instead.',
  borrower_merges_with_itself: 'A record cannot be merged with itself. Choose another.',
  borrower_has_loans_elsewhere:
    'Other people hold loans of these borrowers. Ask the portfolio manager to merge them.',
  // Parties of a loan.
  loan_owes_nothing: 'Nothing is owed on this loan, so you cannot add a party to it.',
  party_not_found: 'Choose a borrower whose record you can open.',
  party_not_on_loan:
    'This person is no longer a party of the loan. Choose again who was contacted.',
  borrower_is_on_loan: 'This borrower is already on the loan.',
  loan_has_too_many_parties: 'A loan can have up to {limit} more parties.',
  party_already_ended: 'This party was already ended.',
  // Payments.
  id_reused_with_different_content:
    'This was already sent with different content. Reload the page and enter it again.',
  loan_is_closed: 'The loan is fully paid and takes no more payments.',
  loan_is_written_off: 'The loan is written off. Undo the write-off first.',
  payoff_day_passed: 'The loan has later payments or charges. Choose {earliestOn} or a later day.',
  schedule_cannot_be_made: 'The terms of this loan allow no new schedule for the rest of it.',
  credit_was_used:
    'This credit has since been used or refunded. Reverse that payment or undo that refund first.',
  balance_changed_since:
    'The outstanding principal has changed. Check the new schedule, then reschedule the loan.',
  loan_is_not_rescheduled: 'This loan has no reschedule to undo.',
  reschedule_has_payments:
    'Payments were posted after the reschedule. Reverse them first, then undo the reschedule.',
  payment_before_reschedule:
    'The loan was rescheduled after this payment. Undo the reschedule first, then reverse the payment.',
  first_due_not_after: 'The first instalment must be due after the business date, {businessDate}.',
  value_date_before_reschedule:
    'The loan was rescheduled on {rescheduledOn}. Undo the reschedule to post a payment for an earlier day.',
  waiver_exceeds_open:
    'The waiver is more than the open amount of the charge. Enter that amount or less.',
  waiver_already_undone: 'This waiver was already undone.',
  refund_already_undone: 'This refund was already undone.',
  loan_event_refused: 'The status of the loan is “{status}”, which does not allow “{event}”.',
  loss_changed_since:
    'The outstanding principal has changed. Check the loss, then write the loan off.',
  write_off_has_recoveries:
    'Money was recovered after the write-off. Reverse those payments first, then undo the write-off.',
  currency_differs: 'The loan is in {currency}, so the payment must be too.',
  amount_not_positive: 'Enter an amount above zero.',
  amount_exceeds_payoff:
    'The amount is more than the payoff on that day. Enter the payoff or less.',
  amount_exceeds_recoverable:
    'The amount is more than the loan still owes. Enter what it owes or less.',
  loss_is_recovered: 'All that this loan owed is already recovered.',
  amount_exceeds_credit:
    'The amount is more than the borrower’s credit balance. Enter that balance or less.',
  payment_looks_posted_already:
    '{postedBy} has already posted the same amount for the same day and method. Post it again only if a second payment arrived.',
  value_date_in_future:
    'The value date is after the business date, {businessDate}. Enter that day or an earlier one.',
  value_date_before_disbursement:
    'The value date is before the disbursement, {disbursedOn}. Enter that day or a later one.',
  value_date_before_write_off:
    'The loan was written off on {writtenOffOn}. Undo the write-off to post a payment for an earlier day.',
  value_date_not_today: 'Credit can be used only on the business date, {businessDate}.',
  payment_already_reversed: 'This payment was already reversed.',
  payment_not_yours: 'Only the person who posted this payment can request its reversal here.',
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
  bank_currency_unclear:
    'Line {line} has a second amount in the column “{column}”, and one currency for both. Remove the column whose amount is not in that currency.',
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
  bank_part_loan_twice: 'Two parts are for the same loan. Put them together.',
  bank_line_not_outgoing:
    'Only outgoing money and reversals by the bank can give a payment back. Choose such a line.',
  bank_line_not_returned: 'This line is not confirmed as a return, so there is nothing to undo.',
  bank_return_changed:
    'The payment or the credit balance changed while you looked at this line. Open the line again.',
  bank_return_shares_id: 'This line cannot be confirmed here. Reverse the payment on its loan.',
  bank_return_awaits_approval:
    'The reversal or refund waits for approval. Withdraw the request on the approvals page first.',
  bank_money_posted_already: 'Already posted from {file}, line {line}. Match only other money.',
  bank_line_is_settled: 'This line is already posted or is not a payment, so it cannot be changed.',
  reason_missing: 'Enter a reason.',
  // Contact log and work queue.
  try_again_in_quiet_hours:
    'Borrowers are not called from {from} to {until} in {timeZone}. Choose another time to call back.',
  try_again_passed: 'That time has passed. Choose a later one.',
  consent_withdrawn:
    'The borrower does not consent to this channel. Log the contact only if the borrower contacted us.',
  quiet_hours:
    'Quiet hours are from {from} to {until} in {timeZone}. Log the contact only if the borrower contacted us.',
  contacted_in_future: 'The contact is in the future. Enter the time when it took place.',
  promise_missing: 'Enter the amount and the day of the promise.',
  promise_not_expected: 'Enter a promise only if the outcome of the contact is a promise.',
  promised_day_passed: 'That day has passed. Enter {businessDate} or a later day.',
  day_not_over: 'That day is not over. The last day that you can close is {lastOverDay}.',
  promised_day_too_far: 'That day is more than a year ahead. Enter an earlier one.',
  day_passed: 'That day has passed. Enter a later one.',
  day_too_far: 'That day is more than a year ahead. Enter an earlier one.',
  reminder_passed: 'That time has passed. Choose a later one for the reminder.',
  stand_in_not_in_team: 'Choose another active agent of the same team.',
  queue_already_handed_over: 'The queue of {agent} is already handed over. End that cover first.',
  handover_already_ended: 'This cover has already ended.',
  // Income.
  day_in_future: 'That day is in the future. Choose today or an earlier day.',
  range_upside_down: 'The first day is after the last day. Change one of them.',
  range_too_long:
    'This range has {periods} periods, and at most {limit} can be shown. Choose a shorter range or longer periods.',
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
  // Call centres.
  centre_not_found: 'Choose a call centre that is not archived.',
  preset_not_found: 'Choose a preset that is not archived.',
  person_not_found: 'Choose a person of the portfolio who can sign in.',
  borrower_not_found: 'Choose a borrower with a loan that you can open.',
  name_already_used: 'This name is already used. Choose another.',
  already_a_member: 'This person is already a member of this call centre.',
  hours_upside_down: 'The hours must end after they begin.',
  never_open: 'The preset is closed all week. Choose the days on which calls are made.',
  preset_in_use: 'Call centres still use this preset. Choose another preset for them first.',
  duty_missing: 'Your role in this call centre does not allow this.',
  consent_in_future: 'Choose today or an earlier day.',
  consent_missing: 'This person has not consented to calls, or has withdrawn the consent.',
  centre_closed: 'The call began outside the calling hours of that weekday ({timeZone}).',
  call_not_offered: 'This call is no longer offered to you. Take the next call.',
  call_on_offer:
    'Another member is about to call this person. Try again after that call is logged.',
  attempts_used_up: 'All attempts that the preset allows are used up.',
  outcome_not_allowed: 'The preset does not allow this outcome. Choose another.',
  // Invoices.
  invoice_total_too_large: 'The invoice total is too large to calculate exactly. Check the lines.',
  invoice_is_no_draft: 'An issued invoice cannot be changed. Void it, or credit it.',
  invoice_has_no_lines: 'Add at least one line.',
  invoice_total_not_positive: 'The invoice total must be above zero. Check the lines.',
  invoice_is_not_issued: 'This is possible only for an issued invoice that is not void.',
  invoice_has_payments: 'Payments are linked to this invoice. Remove those links first.',
  invoice_is_of_no_loan: 'This invoice belongs to no loan, so payments cannot be linked to it.',
  invoice_is_of_loan: 'This invoice belongs to a loan. Post or link a payment of that loan.',
  amount_exceeds_open:
    'The amount is more than the open amount of the invoice. Enter that amount or less.',
  value_date_before_issue: 'The invoice was issued on {issuedOn}. Enter that day or a later one.',
  receipt_already_reversed: 'This receipt was already reversed.',
  invoice_is_paid: 'This invoice is fully paid.',
  invoice_is_credited: 'This invoice already has a credit note.',
  payment_is_used_up: 'The payment was reversed, or all of it is already linked to invoices.',
  // Calendar, tasks, boards and notes.
  colleague_not_found: 'This colleague no longer works here. Choose another.',
  column_has_cards: 'This column still has cards. Move or remove them first.',
  only_maker_may: 'Only the person who created this or the manager can do that.',
  // Collateral.
  asset_not_found: 'This asset no longer exists. Choose another.',
  symbol_already_used: 'Another asset has this symbol.',
  quantity_not_positive: 'Enter a quantity above zero.',
  quantity_too_exact: 'Enter at most {decimals} decimals for {symbol}.',
  more_than_is_held: 'The quantity is more than is pledged on this day or on a later one.',
  already_opposed: 'This entry was already undone, or it undoes another entry.',
  source_missing: 'Enter the source of the price.',
  price_not_positive: 'Enter a price above zero.',
  priced_in_future: 'Choose a time in the past.',
  price_entered_otherwise:
    'This asset has another price for the same time and source. Withdraw that price first.',
  price_already_withdrawn: 'This price was already withdrawn.',
  call_below_warning: 'The call level must be above the warning level.',
  file_not_read: 'This file has no table that can be read. Export it as CSV or XLSX and try again.',
  columns_missing: 'The file must also have these columns: {columns}. Choose them.',
  too_many_prices: 'The file has {rows} prices. Import up to {limit} at once.',
  // Loan products and applications.
  bounds_upside_down: 'The highest value is below the lowest value. Change one of them.',
  usual_outside_bounds: 'The usual value must be between the lowest and the highest value.',
  grace_too_long: 'Grace must cover fewer instalments than the shortest loan has.',
  fee_exceeds_principal:
    'The fee leaves nothing to pay out from the smallest loan. Enter a smaller fee.',
  terms_make_no_schedule:
    'These terms allow no schedule. Choose another method, fewer instalments or less grace.',
  skip_needs_days_or_weeks:
    'Days off can be skipped only with daily or weekly instalments. Choose another rule.',
  multiple_exceeds_instalment:
    'The rounding amount is larger than an instalment. Choose a smaller one.',
  due_dates_coincide:
    'Days off put several instalments on one day. Skip days off, or choose another first due date or interval.',
  product_is_archived: 'This product is archived. Restore it first.',
  product_not_found: 'Choose a loan product with terms.',
  outside_product_terms: 'The product allows {from} to {to}.',
  first_due_before_disbursement: 'The first instalment must be due after the disbursement.',
  loan_worked_on_since:
    'The disbursement cannot be undone while the loan has: {obstacles}. Remove these first.',
  too_many_holidays: 'A year can have up to {limit} holidays.',
  // Chats.
  chat_is_no_group: 'This is a chat of two people. Create a group to talk with more people.',
  only_group_owner_may: 'Only the owner of the group can do this.',
  group_is_full: 'A group can have up to {count} people.',
  chat_message_not_yours: 'Only the author can change or remove a message.',
  chat_message_fixed: 'This message can no longer be changed.',
  // Live updates.
  too_many_streams: 'This session has too many live updates open. Close some of its tabs.',
};
