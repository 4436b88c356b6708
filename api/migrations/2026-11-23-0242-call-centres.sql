-- Call centres: presets with script and hours, members, patients, their consents and their calls.

create table call_centre_presets (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  name text not null check (trim(name) <> '' and length(name) <= 120),
  script text not null check (trim(script) <> '' and length(script) <= 8000),
  attempts int not null check (attempts between 1 and 20),
  retry_minutes int not null check (retry_minutes between 1 and 43200),
  -- 1 is Monday, as in ISO 8601. The times of day are in the time zone of the call centre.
  weekdays smallint[] not null
    check (cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'),
  opens_at text not null check (opens_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  closes_at text not null check (closes_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  outcomes text[] not null check (cardinality(outcomes) > 0 and outcomes <@
    '{answered,no-response,paid,disputed,refused,unreachable}'),
  archived_at timestamptz,
  version int not null default 1,
  created_by uuid not null references accounts,
  created_at timestamptz not null,
  primary key (portfolio_id, id),
  check (opens_at < closes_at)
);
create unique index call_centre_presets_name_once
  on call_centre_presets (portfolio_id, lower(name)) where archived_at is null;

create table call_centres (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  name text not null check (trim(name) <> '' and length(name) <= 120),
  time_zone text not null,
  phone text not null,
  preset_id uuid not null,
  archived_at timestamptz,
  version int not null default 1,
  created_by uuid not null references accounts,
  created_at timestamptz not null,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, preset_id) references call_centre_presets (portfolio_id, id)
);
create index call_centres_by_preset on call_centres (portfolio_id, preset_id);
create unique index call_centres_name_once
  on call_centres (portfolio_id, lower(name)) where archived_at is null;

create table call_centre_members (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  centre_id uuid not null,
  account_id uuid not null references accounts,
  role text not null check (role in ('caller', 'lead', 'supervisor')),
  archived_at timestamptz,
  version int not null default 1,
  created_by uuid not null references accounts,
  created_at timestamptz not null,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, centre_id) references call_centres (portfolio_id, id)
);
create unique index call_centre_members_once
  on call_centre_members (portfolio_id, centre_id, account_id) where archived_at is null;
create index call_centre_members_by_account
  on call_centre_members (account_id, centre_id) where archived_at is null;

-- Changes by a portfolio to the default duties of a role in a call centre.
create table call_centre_duties (
  portfolio_id uuid not null references portfolios,
  role text not null check (role in ('caller', 'lead', 'supervisor')),
  duty text not null
    check (duty in ('work-calls', 'manage-patients', 'manage-members', 'change-centre')),
  granted boolean not null,
  changed_by uuid not null references accounts,
  changed_at timestamptz not null,
  primary key (portfolio_id, role, duty)
);

create table call_centre_patients (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  centre_id uuid not null,
  name text not null check (trim(name) <> '' and length(name) <= 120),
  phone text not null check (phone <> ''),
  email text not null,
  language text not null check (language in ('en', 'ae')),
  note text not null check (length(note) <= 2000),
  borrower_id uuid,
  -- The progress of the current round of calls. A new round starts with no attempts.
  attempts int not null default 0 check (attempts >= 0),
  last_called_at timestamptz,
  finished_at timestamptz,
  -- The member to whom the next call is offered, and until when. No other member is offered it
  -- before then.
  offered_to uuid references accounts,
  offered_at timestamptz,
  offered_until timestamptz,
  archived_at timestamptz,
  version int not null default 1,
  created_by uuid not null references accounts,
  created_at timestamptz not null,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, centre_id) references call_centres (portfolio_id, id),
  foreign key (portfolio_id, borrower_id) references borrowers (portfolio_id, id),
  check (num_nulls(offered_to, offered_at, offered_until) in (0, 3)),
  check (offered_to is null or (archived_at is null and finished_at is null)),
  check ((attempts = 0) = (last_called_at is null))
);
create index call_centre_patients_by_centre on call_centre_patients (portfolio_id, centre_id);
create index call_centre_patients_by_borrower on call_centre_patients (portfolio_id, borrower_id);
create unique index call_centre_patients_one_offer
  on call_centre_patients (portfolio_id, centre_id, offered_to);

-- Consents of a patient to calls. Rows never change, and the latest one applies.
create table call_centre_consents (
  portfolio_id uuid not null,
  id uuid not null,
  patient_id uuid not null,
  state text not null check (state in ('given', 'withdrawn')),
  means text not null check (means in ('spoken', 'written', 'contract', 'other')),
  agreed_on date not null,
  recorded_by uuid not null references accounts,
  recorded_at timestamptz not null,
  number bigint not null default nextval('event_numbers'),
  primary key (portfolio_id, id),
  foreign key (portfolio_id, patient_id) references call_centre_patients (portfolio_id, id)
);
create index call_centre_consents_by_patient
  on call_centre_consents (portfolio_id, patient_id, number);
create trigger call_centre_consents_append_only
  before update or delete or truncate on call_centre_consents
  for each statement execute function refuse_change();
revoke update, delete on call_centre_consents from bursar_app;

-- The log of calls. If a patient is linked to a borrower with a loan, a call is also stored as a
-- contact with the same id.
create table call_centre_calls (
  portfolio_id uuid not null,
  id uuid not null,
  centre_id uuid not null,
  patient_id uuid not null,
  attempt int not null check (attempt > 0),
  outcome text not null check (outcome in
    ('answered', 'no-response', 'paid', 'disputed', 'refused', 'unreachable')),
  note text not null check (length(note) <= 2000),
  loan_id uuid,
  called_at timestamptz not null,
  logged_by uuid not null references accounts,
  logged_at timestamptz not null,
  primary key (portfolio_id, id),
  foreign key (portfolio_id, centre_id) references call_centres (portfolio_id, id),
  foreign key (portfolio_id, patient_id) references call_centre_patients (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id)
);
create index call_centre_calls_by_patient
  on call_centre_calls (portfolio_id, patient_id, called_at);
create index call_centre_calls_by_centre on call_centre_calls (portfolio_id, centre_id, called_at);
create trigger call_centre_calls_append_only before update or delete or truncate on call_centre_calls
  for each statement execute function refuse_change();
revoke update, delete on call_centre_calls from bursar_app;

/* Returns whether a patient's latest consent by a moment is given. If the patient is linked to a
   borrower, the borrower must also not have withdrawn the consent to calls. */
create function may_be_called(patient call_centre_patients, by_moment timestamptz)
returns boolean language sql stable as $$
  select coalesce((
    select consent.state = 'given' from call_centre_consents consent
    where consent.portfolio_id = patient.portfolio_id and consent.patient_id = patient.id
      and consent.recorded_at <= by_moment
    order by consent.number desc limit 1
  ), false) and not coalesce(
    'call' = any(withdrawn_channels(patient.portfolio_id, patient.borrower_id, by_moment)), false)
$$;

/* Returns the state of a patient's round of calls under a preset. */
create function call_state(patient call_centre_patients, preset call_centre_presets,
  at_moment timestamptz)
returns text language sql stable as $$
  select case
    when patient.finished_at is not null then 'called'
    when patient.attempts >= preset.attempts then 'given-up'
    when not may_be_called(patient, at_moment) then 'no-consent'
    when patient.last_called_at + make_interval(mins => preset.retry_minutes) > at_moment
      then 'waits'
    else 'ready' end
$$;
