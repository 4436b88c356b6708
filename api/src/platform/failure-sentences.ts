import type { FailureCode } from '@bursar/contracts/endpoint';

type Details = Readonly<Record<string, string | number>>;

/** Default sentences for clients without their own text: what happened and what to do. */
const sentences: Record<FailureCode, string> = {
  invalid_request:
    'Some of what was sent is not as expected. Correct the fields named and try again.',
  unknown_fields:
    'This call has no field named {fields}. Nothing was changed. Correct the name or leave it out.',
  not_signed_in: 'You are not signed in, or the session has ended. Sign in again.',
  session_locked: 'This session is locked. Unlock it with your password.',
  under_maintenance:
    'The books are closed while Bursar is being worked on. Nothing is lost. Come back in a while.',
  host_unknown: 'Bursar is not reached under this address. Use the address that you were given.',
  name_not_visible:
    'This name holds a character that cannot be seen or that turns the text around. Type the name again without it.',
  cross_site_request: 'Another site asked for this. Open Bursar itself and try again.',
  xsrf_token_mismatch: 'This page is out of date. Reload it and try again.',
  permission_missing: 'Your role does not allow this.',
  not_found: 'There is nothing here under that address.',
  body_too_large: 'What was sent is larger than {limit}.',
  request_too_slow: 'The request did not arrive in time. Try again.',
  headers_too_large: 'The cookies and headers of this call are larger than can be read.',
  unexpected_failure: 'Something went wrong on our side. Nothing was changed. Try again.',
  database_unreachable:
    'The database cannot be reached right now. Try again in a moment: nothing is posted twice.',
  storage_full:
    'The storage of the server is full, so this could not be kept. Tell your administrator.',
  server_stopping: 'The server is being restarted. Nothing was changed. Try again in a moment.',
  too_many_attempts: 'Too many attempts. Wait {seconds} seconds and try again.',
  credentials_wrong: 'The email or password is not correct.',
  account_not_active: 'This account cannot sign in. Ask your administrator.',
  second_factor_required: 'Enter the code of your authenticator app.',
  pending_sign_in_expired: 'Too much time has passed. Enter your email and password again.',
  second_factor_code_wrong: 'This code is not correct, or has been used.',
  password_length_wrong: 'Choose a password of 8 to 15 characters.',
  recovery_link_not_valid:
    'This link has been used or has expired. Ask for a new one on the sign-in page.',
  recovery_code_wrong: 'This code is not correct. Ask the person who started the recovery for it.',
  recovery_needs_active_account:
    'Only an account that is in use needs a recovery. Invite or reinstate this person instead.',
  recovery_not_started:
    'Nobody has started a recovery for this account, or it was started over a day ago. Start it again.',
  own_recovery: 'You started this recovery. Another person must release it.',
  recovery_of_own_account: 'You set your own password in your profile.',
  password_leaked: 'This password is among the commonly leaked ones. Choose another.',
  current_password_wrong: 'This is not your current password.',
  password_unchanged: 'This is your password already. Choose another.',
  photo_not_jpeg: 'This is not a photo that can be shown. Choose another.',
  second_factor_already_on: 'The second factor is on already.',
  second_factor_not_begun: 'Start the set-up again: there is nothing to confirm yet.',
  second_factor_not_on: 'The second factor is off.',
  mail_not_failed: 'This mail has not failed: it is sent, or still waits.',
  visitor_messages_full: 'Too many messages wait to be read. Try again later, or ask by telephone.',
  role_not_yours_to_invite: 'Your role cannot invite people of that role.',
  name_missing: 'Enter a name.',
  email_not_valid: 'Enter an address such as name@example.com.',
  phone_not_valid: 'Enter a number with its country code, such as +1 415 555 0123.',
  time_zone_unknown: '{timeZone} is no time zone. Choose one such as Europe/London.',
  currency_unknown: '{currency} is no currency that Bursar knows.',
  portfolio_missing: 'Choose the portfolio that this manager runs, or name a new one.',
  email_already_used: 'Another account has this address.',
  team_name_already_used: 'Another team has this name.',
  agent_holds_loans:
    'The agent holds {count} loans of this team. Give them to somebody else first.',
  changed_since: 'Somebody changed this in the meantime. Look at it again, then change it.',
  administrators_locked_out:
    'Administrators need this permission; without it nobody could give it back.',
  last_admin: 'This is the last administrator who can sign in.',
  not_yourself: 'You cannot suspend your own account.',
  mail_is_delivered:
    'A mail server is set: the invitation goes to its owner’s address and to nobody else.',
  not_invited: 'This person has signed in before and can set a new password from the sign-in page.',
  earner_missing: 'Choose the team or the agent whose statement it is.',
  export_too_large: '{count} rows are more than a workbook of {limit} holds. Export them as CSV.',
  team_not_found: 'That team does not exist.',
  agent_not_found: 'That agent does not exist.',
  agent_not_in_team: '{agent} is in no team. Add the agent to a team first.',
  nothing_selected: 'None of the selected loans can be changed this way.',
  selection_changed: 'The list has changed: {count} loans match now. Look again before you go on.',
  loan_is_not_active: 'The loan is not active, so this cannot be done.',
  batch_already_undone: 'This assignment has been undone already.',
  loans_taken_meanwhile:
    '{count} of these loans moved to somebody else meanwhile ({loans}; by {by}). Look again before you go on.',
  loans_moved_meanwhile:
    '{count} of these loans moved since you looked ({loans}; by {by}, to {to}). Look again or go on.',
  loans_moved_since:
    '{count} of these loans moved again since ({loans}; by {by}). Undo the later change first.',
  former_holder_is_gone:
    'These loans would go back to {agents}, suspended or in another team since. Assign them anew instead.',
  text_missing: 'Write something first.',
  mentioned_cannot_see_loan: 'Somebody mentioned cannot see this loan any more.',
  note_not_yours: 'Only its author can strike a note.',
  note_already_struck: 'This note has been struck.',
  document_is_empty: 'The file is empty.',
  document_type_not_allowed:
    'Only PDF, PNG, JPEG, DOCX, XLSX, CSV and text files can be filed, and what is in a file must match its ending.',
  document_is_infected: 'The virus scanner found something in this file. It was not kept.',
  scan_failed: 'The virus scanner did not answer. Nothing was kept. Try again in a moment.',
  document_not_yours:
    'Only the person who filed a document or the portfolio’s manager can withdraw it.',
  document_already_withdrawn: 'This document has been withdrawn already.',
  document_damaged:
    'The file of this document is not as it was filed. Whoever runs Bursar can bring it back from a backup.',
  address_missing: 'Enter an address.',
  preferred_twice: 'Only one of each kind can be the preferred one.',
  try_again_not_expected: 'The borrower was reached, so there is nothing to try again.',
  try_again_passed: 'That moment has passed.',
  consent_withdrawn:
    'The borrower has withdrawn consent to be reached this way. Log it only if the borrower contacted us.',
  quiet_hours:
    'Quiet hours are from {from} to {until} in {timeZone}. Log it only if the borrower contacted us.',
  value_is_masked: 'Type all of it: only its last characters are shown.',
  value_too_short: 'This is too short.',
  used_by_another_borrower: 'Another borrower has this already.',
  identity_number_not_valid: 'Enter all of the number, of 5 to 40 letters and digits.',
  issued_in_future: 'A document that was issued has a day in the past.',
  identity_document_twice: 'This document is on record here already.',
  borrower_file_has_errors:
    'Rows of the file have errors by now, {errors} in all. Check it again; nothing was taken.',
  identity_document_ended: 'This document counts no longer. Add the one that does.',
  borrower_merged_away: 'This record was merged into another one. Go on with that one.',
  borrower_merges_with_itself: 'A record cannot be merged with itself.',
  borrower_has_loans_elsewhere:
    'Others hold loans of these borrowers. Whoever runs the portfolio can merge them.',
  loan_owes_nothing: 'Nothing is owed on this loan, so nobody can be added to it.',
  party_not_found: 'Choose a borrower whose record you can open.',
  party_not_on_loan: 'They are on this loan no longer. Choose whom the contact was with again.',
  borrower_is_on_loan: 'This borrower is named already.',
  loan_has_too_many_parties: 'A loan has {limit} further parties at most.',
  party_already_ended: 'This party has been ended already.',
  contact_twice: 'This is on the card already.',
  contact_is_on_record:
    'A saved number or address cannot be edited. Retire it with a reason, and add the new one.',
  tag_not_found: 'That tag does not exist any more.',
  tag_name_already_used: 'Another tag has this name.',
  id_reused_with_different_content:
    'This was sent before with different content. Reload and enter it again.',
  loan_is_closed: 'The loan is fully paid; it takes no more payments.',
  loan_is_written_off: 'The loan is written off. Undo the write-off first.',
  payoff_day_passed: 'Since that day something was paid or charged. Choose a later one.',
  schedule_cannot_be_made:
    'By its terms the loan cannot get another schedule for what is left of it.',
  credit_was_used:
    'Credit that this would take away has paid something or was refunded since. Reverse that payment or undo that refund first.',
  balance_changed_since:
    'The loan owes another amount of principal by now. Look at the new schedule again, then reschedule it.',
  loan_is_not_rescheduled: 'The loan has no reschedule that could be taken back.',
  reschedule_has_payments:
    'Payments have been posted since the loan was rescheduled. Reverse them first, then undo the reschedule.',
  payment_before_reschedule:
    'The loan was rescheduled after this payment. Undo the reschedule first, then reverse the payment.',
  first_due_not_after:
    'The first instalment has to be due after the business date, {businessDate}.',
  value_date_before_reschedule:
    'The loan was rescheduled on {rescheduledOn}. Undo the reschedule to post a payment of an earlier day.',
  waiver_exceeds_open: 'No more can be waived than is open of the charge.',
  waiver_already_undone: 'This waiver has been undone already.',
  refund_already_undone: 'This refund has been undone already.',
  loan_event_refused: 'The loan is {status}, which has no way to {event}.',
  loss_changed_since:
    'The loan owes another amount of principal by now. Look at the loss again, then write it off.',
  write_off_has_recoveries:
    'Money has been recovered since the write-off. Reverse those payments first, then undo the write-off.',
  currency_differs: 'The loan is in {currency}; the payment must be too.',
  request_already_waiting: 'Somebody has asked for this already; it waits for approval.',
  request_already_decided: 'This request is {state}; nobody can decide it any more.',
  own_request: 'You asked for this yourself. Another person must decide it.',
  accounts_linked:
    'One of you opened or reset the other’s account in the last 30 days. A third person must decide this.',
  own_application: 'You submitted this application. Another person must approve it.',
  own_approval: 'You approved this loan. Another person must pay it out.',
  author_may_no_longer: 'The person who asked for this is no longer allowed to do it.',
  account_not_suspended: 'The account is no longer suspended: its loans stay where they are.',
  amount_not_positive: 'Enter an amount above zero.',
  amount_exceeds_recoverable:
    'That is more than can still be recovered on this loan. Enter at most what it still owes.',
  loss_is_recovered: 'All that this loan owed is recovered.',
  amount_exceeds_payoff:
    'The amount is more than settles the loan on that day. Enter at most the payoff.',
  amount_exceeds_credit: 'Less than that is kept for the borrower. Enter at most their credit.',
  payment_looks_posted_already:
    '{postedBy} has posted the same amount for the same day and by the same method already, at {postedAt}. Post it again only if a second payment came in.',
  value_date_in_future: 'The value date lies after the business date, {businessDate}.',
  value_date_before_disbursement: 'The value date lies before the disbursement, {disbursedOn}.',
  value_date_before_write_off:
    'The loan was written off on {writtenOffOn}. Undo the write-off to post a payment of an earlier day.',
  value_date_not_today: 'Credit is used on the business date, {businessDate}, and on no other day.',
  contacted_in_future: 'A contact can be logged only after it has taken place.',
  promise_missing: 'Enter the amount and the day that were promised.',
  promise_not_expected: 'Enter a promise only where the outcome of the contact is a promise.',
  day_not_over: 'That day is not over. The last one that can be closed is {lastOverDay}.',
  promised_day_passed: 'That day has passed. Enter today, {businessDate}, or a later day.',
  promised_day_too_far: 'That day lies more than a year ahead. Enter an earlier one.',
  payment_already_reversed: 'This payment has been reversed already.',
  payment_not_yours:
    'Somebody else posted this payment. Only the person who posted it can ask for its reversal here.',
  bank_file_not_recognised:
    'This file is neither a camt.053 statement nor a CSV export of a bank, or it is damaged.',
  bank_line_not_read: 'Line {line} of the file cannot be read. Look at its “{column}”.',
  bank_dates_ambiguous:
    'Some dates of this file have the day first and others the month. Export them as YYYY-MM-DD.',
  bank_column_twice:
    'The file has two columns “{column}” with different values. Export it with one of them.',
  bank_amounts_mixed:
    'The file writes decimals with a point ({point}) and with a comma ({comma}). Export it in one format.',
  bank_direction_unknown:
    'The file does not say which amounts went out. Export it with a column of credit and debit, or with signs.',
  bank_direction_contradictory:
    'Line {line} says both that money came in and that it went out. Correct the line or leave it out.',
  bank_currency_differs:
    'The file is in {currency}, but the loans of this portfolio are in {expected}.',
  bank_currencies_disagree:
    'Line {line} states several currencies: {currencies}. Correct the line or leave it out.',
  file_question_open: 'The file leaves a question open. Answer it, then import the file.',
  too_many_bank_lines: 'A bank file may have up to {limit} lines. Export a shorter period.',
  bank_file_has_no_lines: 'The file has no lines.',
  bank_line_is_settled: 'This line is posted or can be no payment, so it stays as it is.',
  reason_missing: 'Say why.',
  day_passed: 'That day has passed. Enter a later one.',
  day_too_far: 'That day lies more than a year ahead. Enter an earlier one.',
  stand_in_not_in_team: 'Whoever stands in must be another active agent of the same team.',
  queue_already_handed_over: 'The queue of {agent} is handed over already. Take it back first.',
  handover_already_ended: 'This queue has been taken back already.',
  reminder_passed: 'That moment has passed. Choose a later one for the reminder.',
  cut_off_in_future: 'The cut-off day of a tape cannot lie in the future.',
  column_told_twice: 'The column {column} is chosen for two facts. Choose it for one of them.',
  too_many_imports: 'Other imports are still running. Try again when one of them has finished.',
  day_in_future: 'That day is in the future. Choose today or an earlier day.',
  range_upside_down: 'The first day lies after the last one.',
  range_too_long:
    'That range has {periods} periods, and at most {limit} can be shown. Choose a shorter range or longer periods.',
  import_not_checked: 'This import is not waiting to be booked.',
  import_has_errors:
    'The file has errors or open questions: {errors}. Correct the file or answer, and import it again.',
  import_has_no_good_rows:
    'No row of the file can be booked as it is. Correct the errors or answer the open questions, and import it again.',
  import_not_booked: 'Only a booked import can be undone.',
  import_already_finished: 'This import has already finished.',
  import_loans_already_worked:
    '{count} of its loans have been worked on since. Undo that first, then the import.',
  centre_not_found: 'Choose a call centre that is at work.',
  preset_not_found: 'Choose a preset that is not archived.',
  person_not_found: 'Choose a person of the portfolio who can sign in.',
  borrower_not_found: 'Choose a borrower whose loan you can open.',
  bounds_upside_down: 'The highest value lies below the lowest one.',
  usual_outside_bounds: 'What is usual lies outside the lowest and the highest value.',
  grace_too_long: 'Grace covers fewer instalments than the shortest loan has.',
  fee_exceeds_principal: 'The fee would take all that the smallest loan pays out.',
  terms_make_no_schedule:
    'These terms make no schedule within their bounds. Choose another method, fewer instalments or less grace.',
  skip_needs_days_or_weeks:
    'Days off are skipped with instalments by days or weeks only. Choose another rule.',
  multiple_exceeds_instalment:
    'An instalment would be rounded to more than it is. Round it to a smaller amount.',
  due_dates_coincide:
    'Several instalments would be due on one day. Skip days off, or choose a longer interval.',
  product_not_found: 'Choose a loan product with terms.',
  outside_product_terms: 'The product allows {from} to {to}.',
  first_due_before_disbursement: 'The first instalment is due after the loan is paid out.',
  loan_worked_on_since:
    'This disbursement cannot be undone while the loan has: {obstacles}. Take these back first.',
  product_is_archived: 'This product is archived. Restore it first.',
  name_already_used: 'Another one has this name.',
  already_a_member: 'This person is a member of this call centre already.',
  hours_upside_down: 'The hours of a day must end after they begin.',
  never_open: 'Say on which days calls are made: the preset is closed all week.',
  preset_in_use: '{count} call centres are steered by this preset. Give them another one first.',
  duty_missing: 'Your role in this call centre does not allow this.',
  consent_in_future: 'Choose today or an earlier day.',
  consent_missing:
    'This person does not agree to be called: consent was never given, or is withdrawn.',
  centre_closed: 'The call began outside the hours of that weekday ({timeZone}).',
  call_not_offered: 'This call is not yours now. Ask for the next one.',
  call_on_offer: 'Somebody is about to call this person. Try again when the call is logged.',
  attempts_used_up: 'All {count} attempts of the preset are used up.',
  outcome_not_allowed: 'The preset does not allow this outcome.',
  recipients_missing: 'Choose at least one person or team to write to.',
  recipient_not_found: 'Somebody you write to works here no more. Take them off and try again.',
  attachment_not_found: 'An attachment is gone. Take it off and attach it again.',
  mail_already_sent: 'This mail was sent already.',
  label_name_already_used: 'Another label of yours has this name.',
  invoice_total_too_large: 'The invoice comes to more than can be reckoned exactly.',
  invoice_is_no_draft: 'An invoice that is issued is never changed. Void it, or credit it.',
  invoice_has_no_lines: 'Add a line first.',
  invoice_total_not_positive: 'An invoice asks for more than nothing. Look at its lines.',
  invoice_is_not_issued: 'Only an issued invoice that still stands can do that.',
  invoice_has_payments: 'Payments are linked to this invoice. Take them off first.',
  invoice_is_of_loan: 'Payments of its loan pay this invoice. Post or link one.',
  amount_exceeds_open: 'That is more than the invoice has open. Enter at most what is open.',
  value_date_before_issue: 'The invoice was issued on {issuedOn}. Enter that day or a later one.',
  receipt_already_reversed: 'This receipt has been taken back already.',
  invoice_is_of_no_loan: 'Payments belong to loans, and this invoice is of none.',
  invoice_is_paid: 'Nothing of this invoice is open.',
  invoice_is_credited: 'This invoice has been credited already.',
  payment_is_used_up: 'The payment was reversed, or all of it is linked to invoices already.',
  colleague_not_found: 'Nobody of that name works here any more. Choose somebody else.',
  column_has_cards: 'This column still has cards. Move or remove them first.',
  only_maker_may: 'Only whoever made it, or the manager, may do that to what is shared.',
  asset_not_found: 'There is no such asset any more. Choose another.',
  symbol_already_used: 'Another asset has this symbol already.',
  quantity_not_positive: 'Enter a quantity above nought.',
  quantity_too_exact: '{symbol} has at most {decimals} decimals.',
  more_than_is_held: 'That is more than is held on this day or on a later one.',
  already_opposed: 'This was taken back already, or takes something back itself.',
  source_missing: 'Say where the price comes from.',
  price_not_positive: 'Enter a price above nought.',
  priced_in_future: 'Choose a time that has passed.',
  price_entered_otherwise:
    'Another price stands for this asset, time and source. Take that one back first.',
  price_already_withdrawn: 'This price was taken back already.',
  call_below_warning: 'The call has to lie above the warning.',
  file_not_read: 'This file cannot be read as CSV: a quote is not closed.',
  columns_missing: 'The first row has to name these columns too: {columns}.',
  too_many_holidays: 'A year has up to {limit} holidays.',
  too_many_prices: 'The file has {rows} prices. Up to {limit} are taken at once.',
  chat_is_no_group: 'This is a conversation of two. Make a group to talk with more people.',
  only_group_owner_may: 'Only the owner of the group may do that.',
  group_is_full: 'A group holds at most {count} people.',
  chat_message_not_yours: 'Only whoever wrote a message may change or remove it.',
  chat_message_fixed: 'This message cannot be changed any more.',
  too_many_streams: 'This session already follows live updates in too many places.',
};

export function failureSentence(code: FailureCode, details: Details = {}): string {
  return sentences[code].replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    String(details[name] ?? whole),
  );
}
