import type { SomeFailureSentences } from './failure-sentence.ts';

export const collectionsFailures = {
  // Contact log and work queue.
  try_again_in_quiet_hours:
    'Borrowers are not called from {from} to {until} in {timeZone}. Choose another time to call back.',
  try_again_passed: 'That time has passed. Choose a later one.',
  try_again_missing: 'Enter the time to call back.',
  dispute_reason_missing: 'Choose why the borrower disputes the loan.',
  dispute_reason_not_expected: 'Give a reason for a dispute only if the outcome is a dispute.',
  wrong_phone_not_expected: 'Choose a wrong number only if the outcome is a wrong number.',
  phone_not_of_borrower: 'This number does not belong to the borrower. Reload the page.',
  pause_already_resolved: 'This case is already resolved. Reload the page.',
  consent_withdrawn:
    'The borrower does not consent to this channel. Log the contact only if the borrower contacted us.',
  quiet_hours:
    'Quiet hours are from {from} to {until} in {timeZone}. Log the contact only if the borrower contacted us.',
  contacted_in_future: 'The contact is in the future. Enter the time when it took place.',
  promise_already_waits:
    'There is already a promise for {promisedOn}. Choose whether this one replaces it or is added to it.',
  promise_made_since:
    'A promise for {promisedOn} was made after this request. Agree with the borrower again, and send a new request.',
  outcomes_contradict:
    'One call has one outcome. Choose it for all loans, or log a separate contact for the others.',
  promise_missing: 'Enter the amount and the day of the promise.',
  promise_not_expected: 'Enter a promise only if the outcome of the contact is a promise.',
  promised_day_passed: 'That day has passed. Enter {businessDate} or a later day.',
  day_not_over: 'That day is not over. The last day that you can close is {lastOverDay}.',
  promised_day_too_far: 'That day is more than a year ahead. Enter an earlier one.',
  promised_day_repeated: 'Another line has the same day. Enter each day once.',
  day_passed: 'That day has passed. Enter a later one.',
  month_passed: 'That month has passed. Choose this month or a later one.',
  working_hours_upside_down: 'Work starts after it ends. Change one of the times.',
  day_too_far: 'That day is more than a year ahead. Enter an earlier one.',
  reminder_passed: 'That time has passed. Choose a later one for the reminder.',
  stand_in_not_in_team: 'Choose another active agent of the same team.',
  queue_already_handed_over: 'The queue of {agent} is already handed over. End that cover first.',
  handover_already_ended: 'This cover has already ended.',
  // Letters and messages.
  template_text_missing: 'Enter the text in at least one language.',
  template_subject_missing: 'Enter a subject for this text.',
  template_text_too_long: 'The text is longer than {max} characters. Shorten it.',
  template_field_unknown: '“{name}” is not a field. Choose one from the list of fields.',
  template_field_not_closed:
    'The double braces of a field near “{name}” do not match. Correct them.',
  template_channel_fixed: 'The channel of a template cannot change. Create another template.',
  template_in_use: 'Dunning steps use this template. Choose another template for them first.',
  template_not_found: 'Choose a template that was not removed.',
  days_late_upside_down: 'The range of days late ends before it starts. Change one of the numbers.',
  message_batch_settled: 'This batch was already released or discarded.',
  message_batch_not_sent: 'No message of this kind was sent in this batch.',
  not_a_working_day:
    'Today is a day off, and this step sends on working days only. Send the batch on a working day.',
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
  consent_missing: 'This person has not consented to calls, or has withdrawn consent.',
  centre_closed: 'The call began outside the calling hours of that weekday ({timeZone}).',
  call_not_offered: 'This call is no longer offered to you. Take the next call.',
  call_on_offer:
    'Another member is about to call this person. Try again after that call is logged.',
  attempts_used_up: 'All attempts that the preset allows are used up.',
  outcome_not_allowed: 'The preset does not allow this outcome. Choose another.',
} satisfies SomeFailureSentences;
