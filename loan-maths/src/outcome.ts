/**
 * The result of a function that may refuse its input: the value, or a named failure with the field.
 * Refusals are values, so that callers cannot overlook them; only programming errors throw.
 */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: LoanMathsFailure };

export type LoanMathsFailure = {
  readonly name: FailureName;
  /**
   * Path of the refused field in the caller's input, such as `annualRate` or
   * `events[3].amountMinor`.
   */
  readonly field: string;
  /** One English sentence for a log; screens translate `name`. */
  readonly message: string;
};

export type FailureName =
  | 'amount_is_not_a_number'
  | 'amount_exceeds_safe_integers'
  | 'amount_is_negative'
  | 'amount_is_not_positive'
  | 'amount_has_too_many_decimals'
  | 'currency_is_unknown'
  | 'date_is_not_a_calendar_day'
  | 'dates_are_out_of_order'
  | 'first_due_date_before_disbursement'
  | 'rate_is_not_a_number'
  | 'rate_is_out_of_range'
  | 'instalment_count_is_out_of_range'
  | 'interval_is_out_of_range'
  | 'instalment_never_repays'
  | 'grace_is_out_of_range'
  | 'down_payment_is_out_of_range'
  | 'balloon_is_out_of_range'
  | 'multiple_is_out_of_range'
  | 'term_is_unknown'
  | 'term_is_missing'
  | 'terms_conflict'
  | 'reference_period_is_missing'
  | 'event_is_unknown'
  | 'event_not_found'
  | 'event_is_repeated'
  | 'loan_is_not_disbursed'
  | 'loan_is_already_disbursed'
  | 'principal_is_exceeded'
  | 'cash_flows_are_missing'
  | 'apr_has_no_solution'
  | 'apr_is_not_unique'
  | 'ranges_overlap';

export function succeed<Value>(value: Value): Outcome<Value> {
  return { ok: true, value };
}

export function refuse(name: FailureName, field: string, message: string): Outcome<never> {
  return { ok: false, failure: { name, field, message } };
}
