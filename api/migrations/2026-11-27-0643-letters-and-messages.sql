-- Texts of letters and messages. If a template has no text in one language, its text in the other
-- language is used.
create table message_templates (
  portfolio_id uuid not null references portfolios (id),
  id uuid not null,
  name text not null check (length(trim(name)) between 1 and 120),
  channel text not null check (channel in ('letter', 'email', 'sms', 'whatsapp')),
  subject_en text check (length(trim(subject_en)) between 1 and 200),
  body_en text check (length(trim(body_en)) between 1 and 5000),
  subject_ae text check (length(trim(subject_ae)) between 1 and 200),
  body_ae text check (length(trim(body_ae)) between 1 and 5000),
  version integer not null default 1 check (version >= 1),
  changed_by uuid not null references accounts (id),
  changed_at timestamptz not null,
  removed_at timestamptz,
  primary key (portfolio_id, id),
  check (body_en is not null or body_ae is not null),
  check ((subject_en is not null) = (body_en is not null and channel in ('letter', 'email'))),
  check ((subject_ae is not null) = (body_ae is not null and channel in ('letter', 'email')))
);
create unique index message_templates_name_once
  on message_templates (portfolio_id, lower(name)) where removed_at is null;

-- The rule for messages to late loans: a range of days late, and a number of days in which a loan
-- gets at most one message of the step.
create table dunning_steps (
  portfolio_id uuid not null references portfolios (id),
  id uuid not null,
  template_id uuid not null,
  from_days_late smallint not null check (from_days_late between 1 and 3650),
  until_days_late smallint check (until_days_late <= 3650),
  every_days smallint not null check (every_days between 1 and 365),
  working_days_only boolean not null,
  spares_promises boolean not null,
  releases_itself boolean not null,
  version integer not null default 1 check (version >= 1),
  changed_by uuid not null references accounts (id),
  changed_at timestamptz not null,
  removed_at timestamptz,
  -- The last business day on which end of day looked for loans of this step.
  proposed_on date,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, template_id) references message_templates (portfolio_id, id),
  check (until_days_late >= from_days_late)
);

-- The messages of one step on one day, which are released together.
create table message_batches (
  portfolio_id uuid not null,
  id uuid not null,
  step_id uuid not null,
  template_id uuid not null,
  channel text not null check (channel in ('letter', 'email', 'sms', 'whatsapp')),
  day date not null,
  proposed_at timestamptz not null,
  state text not null default 'proposed' check (state in ('proposed', 'released', 'discarded')),
  -- The user who released or discarded the batch, or who let the step release its batches by
  -- itself.
  settled_by uuid references accounts (id),
  settled_at timestamptz,
  -- The id that the client made for the release; a retry sends it again.
  release_id uuid,
  released_itself boolean not null default false,
  -- The sender as it was when the batch was released.
  sender_name text,
  sender_address text,
  primary key (portfolio_id, id),
  unique (portfolio_id, step_id, day),
  foreign key (portfolio_id, step_id) references dunning_steps (portfolio_id, id),
  foreign key (portfolio_id, template_id) references message_templates (portfolio_id, id),
  check ((state = 'proposed') = (settled_at is null)),
  check ((settled_at is null) = (settled_by is null)),
  check ((state = 'released') = (sender_name is not null))
);
create index message_batches_by_day on message_batches (portfolio_id, day desc, id desc);

-- A message about a loan. A sent message has the text with which it was sent.
create table loan_messages (
  portfolio_id uuid not null,
  id uuid not null,
  batch_id uuid not null,
  step_id uuid not null,
  loan_id uuid not null,
  day date not null,
  channel text not null check (channel in ('letter', 'email', 'sms', 'whatsapp')),
  days_late integer not null check (days_late >= 0),
  late_minor bigint not null check (late_minor >= 0),
  state text not null default 'proposed' check (state in ('proposed', 'sent', 'left-out')),
  reason text check (reason in ('paid', 'less-late', 'later-step', 'not-active', 'disputed',
    'deceased', 'consent-withdrawn', 'promised', 'no-address', 'field-empty', 'by-hand',
    'discarded')),
  -- The field without a value, if a message was left out for this reason.
  empty_field text,
  language text check (language in ('en', 'ae')),
  recipient text,
  address text,
  subject text,
  body text,
  sent_at timestamptz,
  mail_id uuid,
  primary key (portfolio_id, id),
  unique (portfolio_id, step_id, loan_id, day),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  foreign key (portfolio_id, batch_id) references message_batches (portfolio_id, id),
  foreign key (portfolio_id, step_id) references dunning_steps (portfolio_id, id),
  check ((state = 'left-out') = (reason is not null)),
  check ((reason = 'field-empty') = (empty_field is not null) or reason is null),
  check ((state = 'sent') = (sent_at is not null)),
  check ((state = 'sent') = (body is not null)),
  check (state <> 'sent' or (language is not null and recipient is not null and address is not null))
);
create index loan_messages_by_loan on loan_messages (portfolio_id, loan_id, sent_at desc);
create index loan_messages_by_batch on loan_messages (portfolio_id, batch_id, id);

create function forbid_change_of_sent_message() returns trigger language plpgsql as $$
begin
  raise exception 'message % was sent: it is never changed or removed', old.id
    using errcode = '42501';
end $$;
create trigger loan_messages_stay before update or delete on loan_messages
  for each row when (old.state = 'sent') execute function forbid_change_of_sent_message();
