import type { SomeFailureSentences } from './failure-sentence.ts';

export const servicingFailures = {
  // Payments.
  id_reused_with_different_content:
    'This was already sent with different content. Reload the page and enter it again.',
  loans_of_different_borrowers:
    'These loans have different borrowers. Choose loans of one borrower.',
  split_loan_twice: 'Two parts are for the same loan. Combine them.',
  split_differs_from_amount: 'The parts must add up to the amount of the payment. Change them.',
  loan_is_closed: 'The loan is fully paid and takes no more payments.',
  loan_is_written_off: 'The loan is written off. Undo the write-off first.',
  payoff_day_passed: 'The loan has later payments or charges. Choose {earliestOn} or a later day.',
  schedule_cannot_be_made: 'The terms of this loan allow no new schedule for the rest of it.',
  instalment_cannot_be_reached:
    'No schedule of up to 600 instalments has one this low. Enter a higher amount.',
  credit_was_used:
    'This credit has since been used or refunded. Reverse that payment or undo that refund first.',
  offer_no_longer_valid: 'This offer is no longer valid. Request the plan again.',
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
  waiver_reason_gone:
    'The reason for this waiver no longer applies. If the penalty should still be waived, request a new waiver.',
  waiver_already_undone: 'This waiver was already undone.',
  penalty_charged_again:
    'This penalty was charged again after the waiver, so the waiver cannot be undone.',
  refund_already_undone: 'This refund was already undone.',
  loan_event_refused: 'You cannot {event}, because the status is “{status}”.',
  loss_changed_since:
    'The outstanding principal has changed. Check the loss, then write the loan off.',
  write_off_has_recoveries:
    'Money was recovered after the write-off. Reverse those payments first, then undo the write-off.',
  currency_differs: 'The loan is in {currency}, so the payment must be too.',
  amount_not_positive: 'Enter an amount above zero.',
  amount_exceeds_payoff:
    'The amount is more than the payoff on that day. Enter the payoff or less.',
  settlement_not_below_payoff:
    'The settlement is not less than today’s payoff. Enter less, or record an ordinary promise.',
  settlement_outdated:
    'More is owed since this settlement was requested, because a payment was reversed. Request a new settlement.',
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
  value_date_not_today:
    'Payments from the credit balance must use the business date, {businessDate}.',
  payment_already_reversed: 'This payment was already reversed.',
  payment_not_yours: 'Only the person who posted this payment can request its reversal here.',
  reason_missing: 'Enter a reason.',
  // Loan products and applications.
  bounds_upside_down: 'The highest value is below the lowest value. Change one of them.',
  usual_outside_bounds: 'The usual value must be between the lowest and the highest value.',
  grace_too_long: 'Grace must cover fewer instalments than the shortest loan has.',
  fee_exceeds_principal:
    'The fee leaves nothing to disburse from the smallest loan. Enter a smaller fee.',
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
} satisfies SomeFailureSentences;
