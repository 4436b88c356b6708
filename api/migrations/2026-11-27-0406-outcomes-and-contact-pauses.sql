-- More outcomes of a contact attempt. Earlier entries stay as they are.
alter table contact_attempts
  drop constraint contact_attempts_outcome_check,
  add constraint contact_attempts_outcome_check check (outcome in (
    'answered', 'promised', 'paid', 'call-back', 'no-response', 'wrong-number', 'third-party',
    'disputed', 'refused', 'hardship', 'deceased', 'unreachable'
  )),
  -- Null for other outcomes, and for disputes that were logged before reasons existed.
  add column dispute_reason text check (dispute_reason in (
    'already-paid', 'wrong-amount', 'not-their-loan', 'fraud', 'different-reason'
  )),
  add constraint contact_attempts_reason_is_of_dispute
    check (dispute_reason is null or outcome = 'disputed');

-- A dispute or a death takes the loan out of the queue until a user resolves the pause.
create table contact_pauses (
  portfolio_id uuid not null,
  contact_id uuid not null,
  loan_id uuid not null,
  cause text not null check (cause in ('disputed', 'deceased')),
  paused_at timestamptz not null,
  resolved_by uuid references accounts,
  resolved_at timestamptz,
  resolution text check (length(trim(resolution)) between 1 and 2000),
  primary key (portfolio_id, contact_id),
  foreign key (portfolio_id, contact_id) references contact_attempts (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  check ((resolved_at is null) = (resolved_by is null)),
  check ((resolved_at is null) = (resolution is null))
);
create unique index contact_pauses_open on contact_pauses (portfolio_id, loan_id, cause)
  where resolved_at is null;
