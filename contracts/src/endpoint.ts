import type { z } from 'zod';
import type { Permission } from './access/permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type EndpointKey = `${Method} /api/${string}`;

/** Who may call: anyone, any signed-in user, or roles with a permission. */
export type Access = 'public' | 'signed-in' | Permission;

/**
 * The description of one call. The server validates and serialises with it; the browser takes its
 * types from it.
 */
export type Endpoint = {
  /** Method and path with `:name` parameters, such as `GET /api/loans/:loanId`. */
  readonly key: EndpointKey;
  /** One sentence for the reader of the API's description. */
  readonly summary: string;
  readonly access: Access;
  /** Also answers a locked session, which is refused everywhere else. */
  readonly worksLocked?: true;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** The media type of a streamed body; absent for JSON. */
  readonly streamedBody?: 'application/octet-stream';
  readonly answer: z.ZodType;
  /** The media type of the answer; absent for JSON. */
  readonly answerType?:
    | 'text/csv'
    | 'text/calendar'
    | 'image/jpeg'
    | 'application/pdf'
    | 'text/event-stream'
    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    | 'application/octet-stream';
  /** Failures in the order in which they are checked, in addition to those of every call. */
  readonly failures: readonly FailureCode[];
};

/** Keeps the literal types of an endpoint's parts. */
export const endpoint = <const E extends Endpoint>(description: E): E => description;

type Sent<S> = S extends z.ZodType ? z.input<S> : never;

/** The input of a call: only the parts that the endpoint declares. */
export type InputOf<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as E[Part] extends z.ZodType ? Part : never]: Sent<E[Part]>;
};

/** What a caller gets back. */
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;

/** The failures that an endpoint may answer with, as a union of names. */
export type FailureOf<E extends Endpoint> = E['failures'][number];

/**
 * Every named failure with its HTTP status. Rows outside the caller's scope also give 404, so that
 * their existence does not leak.
 */
export const failureStatus = {
  // Any call may end in these.
  invalid_request: 400,
  unknown_fields: 400,
  name_not_visible: 400,
  not_signed_in: 401,
  session_locked: 423,
  under_maintenance: 503,
  cross_site_request: 403,
  host_unknown: 421,
  xsrf_token_mismatch: 403,
  permission_missing: 403,
  not_found: 404,
  request_too_slow: 408,
  body_too_large: 413,
  headers_too_large: 431,
  unexpected_failure: 500,
  database_unreachable: 503,
  storage_full: 507,
  server_stopping: 503,
  // Sign-in.
  too_many_attempts: 429,
  credentials_wrong: 401,
  account_not_active: 403,
  second_factor_required: 401,
  pending_sign_in_expired: 401,
  second_factor_code_wrong: 400,
  // Recovery.
  password_length_wrong: 400,
  recovery_link_not_valid: 409,
  recovery_code_wrong: 400,
  recovery_needs_active_account: 409,
  recovery_not_started: 409,
  own_recovery: 409,
  recovery_of_own_account: 409,
  password_leaked: 400,
  // The caller’s own account.
  current_password_wrong: 403,
  password_unchanged: 400,
  photo_not_jpeg: 400,
  second_factor_already_on: 409,
  second_factor_not_begun: 409,
  second_factor_not_on: 409,
  mail_not_failed: 409,
  // Visitors.
  visitor_messages_full: 503,
  // People.
  role_not_yours_to_invite: 403,
  name_missing: 400,
  email_not_valid: 400,
  phone_not_valid: 400,
  time_zone_unknown: 400,
  currency_unknown: 400,
  portfolio_missing: 400,
  email_already_used: 409,
  team_name_already_used: 409,
  agent_holds_loans: 409,
  changed_since: 409,
  contact_twice: 400,
  try_again_in_quiet_hours: 409,
  try_again_passed: 400,
  try_again_missing: 400,
  dispute_reason_missing: 400,
  dispute_reason_not_expected: 400,
  wrong_phone_not_expected: 400,
  phone_not_of_borrower: 409,
  pause_already_resolved: 409,
  consent_withdrawn: 409,
  quiet_hours: 409,
  contact_is_on_record: 409,
  last_admin: 409,
  administrators_locked_out: 409,
  not_yourself: 409,
  not_invited: 409,
  mail_is_delivered: 409,
  // Income.
  earner_missing: 400,
  // Exports.
  export_too_large: 409,
  // Assignment.
  team_not_found: 404,
  agent_not_found: 404,
  agent_not_in_team: 409,
  nothing_selected: 400,
  loans_taken_meanwhile: 409,
  loans_moved_meanwhile: 409,
  selection_changed: 409,
  amounts_upside_down: 400,
  loan_is_not_active: 409,
  batch_already_undone: 409,
  loans_moved_since: 409,
  former_holder_is_gone: 409,
  // Four eyes.
  request_already_waiting: 409,
  request_already_decided: 409,
  own_request: 409,
  accounts_linked: 409,
  own_application: 409,
  own_approval: 409,
  author_may_no_longer: 409,
  account_not_suspended: 409,
  // Tags.
  tag_not_found: 404,
  tag_name_already_used: 409,
  // Notes.
  text_missing: 400,
  mentioned_cannot_see_loan: 409,
  note_not_yours: 409,
  note_already_struck: 409,
  // Documents.
  document_is_empty: 400,
  document_type_not_allowed: 400,
  document_is_infected: 409,
  scan_failed: 503,
  document_not_yours: 409,
  document_already_withdrawn: 409,
  document_damaged: 409,
  // Internal mail.
  recipients_missing: 400,
  recipient_not_found: 404,
  attachment_not_found: 404,
  mail_already_sent: 409,
  label_name_already_used: 409,
  // Borrowers.
  address_missing: 400,
  preferred_twice: 400,
  value_is_masked: 400,
  value_too_short: 400,
  used_by_another_borrower: 409,
  identity_number_not_valid: 400,
  issued_in_future: 400,
  identity_document_twice: 409,
  identity_document_ended: 409,
  borrower_file_has_errors: 409,
  borrower_merged_away: 409,
  borrower_merges_with_itself: 400,
  borrower_has_loans_elsewhere: 409,
  // Parties of a loan.
  loan_owes_nothing: 409,
  party_not_found: 404,
  borrower_is_on_loan: 409,
  party_not_on_loan: 409,
  loan_has_too_many_parties: 409,
  party_already_ended: 409,
  // Payments.
  id_reused_with_different_content: 409,
  loan_is_closed: 409,
  loan_is_written_off: 409,
  loan_event_refused: 409,
  loss_changed_since: 409,
  write_off_has_recoveries: 409,
  waiver_exceeds_open: 409,
  schedule_cannot_be_made: 409,
  instalment_cannot_be_reached: 409,
  credit_was_used: 409,
  balance_changed_since: 409,
  loan_is_not_rescheduled: 409,
  reschedule_has_payments: 409,
  payment_before_reschedule: 409,
  first_due_not_after: 400,
  value_date_before_reschedule: 400,
  waiver_already_undone: 409,
  refund_already_undone: 409,
  currency_differs: 400,
  amount_not_positive: 400,
  amount_exceeds_payoff: 409,
  amount_exceeds_recoverable: 409,
  loss_is_recovered: 409,
  amount_exceeds_credit: 409,
  payment_looks_posted_already: 409,
  value_date_in_future: 400,
  value_date_before_disbursement: 400,
  value_date_before_write_off: 400,
  value_date_not_today: 400,
  payoff_day_passed: 400,
  payment_already_reversed: 409,
  payment_not_yours: 409,
  bank_file_not_recognised: 400,
  bank_line_not_read: 400,
  bank_dates_ambiguous: 400,
  bank_amounts_mixed: 400,
  bank_direction_unknown: 400,
  bank_direction_contradictory: 400,
  bank_balance_contradictory: 400,
  bank_currency_differs: 400,
  bank_currencies_disagree: 400,
  bank_balance_differs: 400,
  bank_archive_mixed: 400,
  bank_control_differs: 400,
  file_question_open: 409,
  too_many_bank_lines: 400,
  bank_file_has_no_lines: 400,
  bank_line_is_settled: 409,
  bank_money_posted_already: 409,
  bank_line_not_outgoing: 409,
  bank_line_not_returned: 409,
  bank_return_changed: 409,
  bank_return_shares_id: 409,
  bank_return_awaits_approval: 409,
  bank_parts_differ_from_line: 400,
  bank_part_loan_twice: 400,
  reason_missing: 400,
  // The day's work.
  contacted_in_future: 400,
  promise_already_waits: 409,
  loans_of_different_borrowers: 400,
  outcomes_contradict: 400,
  split_loan_twice: 400,
  split_differs_from_amount: 400,
  promise_missing: 400,
  promise_not_expected: 400,
  promised_day_passed: 400,
  day_not_over: 400,
  promised_day_repeated: 400,
  promised_day_too_far: 400,
  day_passed: 400,
  month_passed: 400,
  working_hours_upside_down: 400,
  day_too_far: 400,
  reminder_passed: 400,
  stand_in_not_in_team: 409,
  queue_already_handed_over: 409,
  handover_already_ended: 409,
  // Letters and messages.
  template_text_missing: 400,
  template_subject_missing: 400,
  template_text_too_long: 400,
  template_field_unknown: 400,
  template_field_not_closed: 400,
  template_channel_fixed: 409,
  template_in_use: 409,
  template_not_found: 404,
  days_late_upside_down: 400,
  message_batch_settled: 409,
  message_batch_not_sent: 409,
  not_a_working_day: 409,
  // Income.
  day_in_future: 400,
  range_upside_down: 400,
  range_too_long: 400,
  // Imports.
  cut_off_in_future: 400,
  column_told_twice: 400,
  too_many_imports: 409,
  import_not_checked: 409,
  import_has_errors: 409,
  import_has_no_good_rows: 409,
  import_may_not_assign: 403,
  import_not_booked: 409,
  import_already_finished: 409,
  import_loans_already_worked: 409,
  // Call centres.
  centre_not_found: 404,
  preset_not_found: 404,
  person_not_found: 404,
  borrower_not_found: 404,
  name_already_used: 409,
  already_a_member: 409,
  hours_upside_down: 400,
  never_open: 400,
  preset_in_use: 409,
  duty_missing: 403,
  consent_in_future: 400,
  consent_missing: 409,
  centre_closed: 409,
  call_not_offered: 409,
  call_on_offer: 409,
  attempts_used_up: 409,
  outcome_not_allowed: 400,
  // Invoices.
  invoice_total_too_large: 400,
  invoice_is_no_draft: 409,
  invoice_has_no_lines: 409,
  invoice_total_not_positive: 409,
  invoice_is_not_issued: 409,
  invoice_has_payments: 409,
  invoice_is_of_no_loan: 409,
  invoice_is_of_loan: 409,
  amount_exceeds_open: 409,
  value_date_before_issue: 400,
  receipt_already_reversed: 409,
  invoice_is_paid: 409,
  invoice_is_credited: 409,
  payment_is_used_up: 409,
  // Working apps.
  only_maker_may: 409,
  colleague_not_found: 404,
  column_has_cards: 409,
  // Collateral.
  asset_not_found: 404,
  symbol_already_used: 409,
  quantity_not_positive: 400,
  quantity_too_exact: 400,
  more_than_is_held: 409,
  already_opposed: 409,
  source_missing: 400,
  price_not_positive: 400,
  priced_in_future: 400,
  price_entered_otherwise: 409,
  price_already_withdrawn: 409,
  call_below_warning: 400,
  file_not_read: 400,
  columns_missing: 400,
  too_many_prices: 400,
  // Loan products and applications.
  bounds_upside_down: 400,
  usual_outside_bounds: 400,
  grace_too_long: 400,
  fee_exceeds_principal: 400,
  skip_needs_days_or_weeks: 400,
  terms_make_no_schedule: 400,
  multiple_exceeds_instalment: 400,
  due_dates_coincide: 400,
  product_is_archived: 409,
  product_not_found: 404,
  outside_product_terms: 400,
  first_due_before_disbursement: 400,
  loan_worked_on_since: 409,
  too_many_holidays: 409,
  // Chats.
  chat_is_no_group: 409,
  only_group_owner_may: 409,
  group_is_full: 409,
  chat_message_not_yours: 409,
  chat_message_fixed: 409,
  // Live updates.
  too_many_streams: 429,
} as const satisfies Record<string, number>;

export type FailureCode = keyof typeof failureStatus;

/** The body of every failed call. `fields` and `details` hold the values for a sentence. */
export type FailureAnswer = {
  error: FailureCode;
  message: string;
  /** A sentence for each invalid field, by its path. */
  fields?: Record<string, string>;
  /** Values for clients that build the sentence themselves. */
  details?: Record<string, string | number>;
  requestId: string;
};
