-- A reschedule can follow a plan that an agent requested. plan is the kind of plan, and agreed_by
-- is the channel in which the borrower agreed to it.
alter table loan_reschedules
  add plan text check (plan in ('payment-holiday', 'longer-term', 'lower-instalment', 'other')),
  add agreed_by text check (agreed_by in ('call', 'sms', 'email', 'whatsapp', 'visit', 'letter')),
  add check (num_nonnulls(plan, agreed_by) in (0, 2) and (plan is null or event = 'reschedule-loan'));
