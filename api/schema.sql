create extension pg_trgm;
create extension unaccent;

create table absence_cover_passed_batches (
  portfolio_id uuid not null,
  batch_id uuid not null,
  absence_cover_id uuid not null,
  agent_id uuid not null,
  constraint absence_cover_passed_batches_pkey PRIMARY KEY (portfolio_id, batch_id),
  constraint absence_cover_passed_batches_portfolio_id_absence_cover_id_fkey FOREIGN KEY (portfolio_id, absence_cover_id, agent_id) REFERENCES absence_cover_stand_ins(portfolio_id, absence_cover_id, agent_id),
  constraint absence_cover_passed_batches_portfolio_id_batch_id_fkey FOREIGN KEY (portfolio_id, batch_id) REFERENCES assignment_batches(portfolio_id, id)
);
CREATE INDEX absence_cover_passed_batches_by_cover ON public.absence_cover_passed_batches USING btree (portfolio_id, absence_cover_id);
CREATE TRIGGER absence_cover_passed_batches_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.absence_cover_passed_batches FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table absence_cover_stand_ins (
  portfolio_id uuid not null,
  absence_cover_id uuid not null,
  agent_id uuid not null,
  batch_id uuid,
  loan_count integer default 0 not null,
  constraint absence_cover_stand_ins_pkey PRIMARY KEY (portfolio_id, absence_cover_id, agent_id),
  constraint absence_cover_stand_ins_portfolio_id_agent_id_fkey FOREIGN KEY (portfolio_id, agent_id) REFERENCES accounts(portfolio_id, id),
  constraint absence_cover_stand_ins_portfolio_id_batch_id_fkey FOREIGN KEY (portfolio_id, batch_id) REFERENCES assignment_batches(portfolio_id, id),
  constraint absence_cover_stand_ins_portfolio_id_handover_id_fkey FOREIGN KEY (portfolio_id, absence_cover_id) REFERENCES absence_covers(portfolio_id, id),
  constraint absence_cover_stand_ins_loan_count_check CHECK ((loan_count >= 0))
);

create table absence_covers (
  portfolio_id uuid not null,
  id uuid not null,
  team_id uuid not null,
  from_agent_id uuid not null,
  from_on date not null,
  until_on date not null,
  reason text default ''::text not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  begun_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by uuid,
  returned_count integer,
  borrowers_together boolean default true not null,
  constraint absence_covers_pkey PRIMARY KEY (portfolio_id, id),
  constraint absence_covers_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES accounts(id),
  constraint absence_covers_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  constraint absence_covers_portfolio_id_from_agent_id_fkey FOREIGN KEY (portfolio_id, from_agent_id) REFERENCES accounts(portfolio_id, id),
  constraint absence_covers_portfolio_id_team_id_fkey FOREIGN KEY (portfolio_id, team_id) REFERENCES teams(portfolio_id, id),
  constraint absence_covers_check CHECK ((until_on >= from_on)),
  constraint absence_covers_reason_check CHECK ((length(reason) <= 500)),
  constraint absence_covers_returned_count_check CHECK ((returned_count >= 0))
);
CREATE UNIQUE INDEX absence_covers_open ON public.absence_covers USING btree (portfolio_id, from_agent_id) WHERE (ended_at IS NULL);
CREATE INDEX absence_covers_running ON public.absence_covers USING btree (until_on) WHERE ((begun_at IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX absence_covers_waiting ON public.absence_covers USING btree (from_on) WHERE ((begun_at IS NULL) AND (ended_at IS NULL));

create table account_openings (
  id uuid default gen_random_uuid() not null,
  account_id uuid not null,
  opened_by uuid,
  kind text not null,
  opened_at timestamp with time zone not null,
  seen_at timestamp with time zone,
  constraint account_openings_pkey PRIMARY KEY (id),
  constraint account_openings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_openings_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES accounts(id),
  constraint account_openings_check CHECK ((account_id IS DISTINCT FROM opened_by)),
  constraint account_openings_kind_check CHECK ((kind = ANY (ARRAY['invite-staff'::text, 'hand-over-invitation'::text, 'change-email'::text, 'reset-second-factor'::text, 'release-recovery'::text])))
);
CREATE INDEX account_openings_by_account ON public.account_openings USING btree (account_id, opened_at DESC);
CREATE INDEX account_openings_by_opener ON public.account_openings USING btree (opened_by, opened_at DESC);

create table account_photos (
  account_id uuid not null,
  media_type text not null,
  content bytea not null,
  changed_at timestamp with time zone not null,
  constraint account_photos_pkey PRIMARY KEY (account_id),
  constraint account_photos_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint account_photos_content_check CHECK ((length(content) <= 524288)),
  constraint account_photos_media_type_check CHECK ((media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text])))
);
CREATE TRIGGER account_photos_notify AFTER INSERT OR DELETE OR UPDATE ON public.account_photos FOR EACH STATEMENT EXECUTE FUNCTION notify_sessions();

create table accounts (
  id uuid not null,
  portfolio_id uuid,
  team_id uuid,
  role text not null,
  email text not null,
  name text not null,
  password_hash text,
  status text default 'active'::text not null,
  created_at timestamp with time zone default now() not null,
  phone text,
  language text default 'en'::text not null,
  time_zone text,
  commission_rate_percent numeric(7,4),
  monthly_target_minor bigint,
  version integer default 1 not null,
  email_set_by uuid,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_email_set_by_fkey FOREIGN KEY (email_set_by) REFERENCES accounts(id),
  constraint accounts_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint accounts_portfolio_id_team_id_fkey FOREIGN KEY (portfolio_id, team_id) REFERENCES teams(portfolio_id, id),
  constraint accounts_active_have_password CHECK (((status <> 'active'::text) OR (password_hash IS NOT NULL))),
  constraint accounts_check CHECK (((role = 'admin'::text) = (portfolio_id IS NULL))),
  constraint accounts_check1 CHECK (((role <> 'team'::text) OR (team_id IS NOT NULL))),
  constraint accounts_check2 CHECK (((team_id IS NULL) OR (role = ANY (ARRAY['team'::text, 'agent'::text])))),
  constraint accounts_commission_rate_percent_check CHECK (((commission_rate_percent >= (0)::numeric) AND (commission_rate_percent <= (100)::numeric))),
  constraint accounts_email_check CHECK (((length(email) <= 254) AND (POSITION(('@'::text) IN (email)) > 1))),
  constraint accounts_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ae'::text]))),
  constraint accounts_monthly_target_minor_check CHECK ((monthly_target_minor >= 0)),
  constraint accounts_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 120))),
  constraint accounts_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{6,14}$'::text)),
  constraint accounts_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'user'::text, 'team'::text, 'agent'::text]))),
  constraint accounts_status_check CHECK ((status = ANY (ARRAY['invited'::text, 'active'::text, 'suspended'::text]))),
  constraint accounts_time_zone_check CHECK (((time_zone = 'UTC'::text) OR (time_zone ~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[A-Z]'::text))) NOT VALID
);
CREATE INDEX accounts_by_role ON public.accounts USING btree (role, lower(name), id);
CREATE INDEX accounts_by_team ON public.accounts USING btree (portfolio_id, team_id, role);
CREATE UNIQUE INDEX accounts_email_once ON public.accounts USING btree (lower(email));
CREATE TRIGGER accounts_begin_terms AFTER INSERT ON public.accounts REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION begin_earning_terms();
CREATE TRIGGER accounts_notify AFTER DELETE OR UPDATE ON public.accounts FOR EACH STATEMENT EXECUTE FUNCTION notify_sessions();
CREATE TRIGGER accounts_notify_figures AFTER UPDATE OF name ON public.accounts FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) AND (new.portfolio_id IS NOT NULL))) EXECUTE FUNCTION notify_figure('portfolio_id');

create table agent_skills (
  portfolio_id uuid not null,
  agent_id uuid not null,
  languages text[] not null,
  skills text[] not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  constraint agent_skills_pkey PRIMARY KEY (portfolio_id, agent_id),
  constraint agent_skills_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  constraint agent_skills_portfolio_id_agent_id_fkey FOREIGN KEY (portfolio_id, agent_id) REFERENCES accounts(portfolio_id, id),
  constraint agent_skills_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint agent_skills_languages_check CHECK ((languages <@ ARRAY['en'::text, 'ae'::text]))
);

create table api_keys (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  secret_hash bytea not null,
  last_characters text not null,
  permissions text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_secret_hash_key UNIQUE (secret_hash),
  constraint api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint api_keys_name_check CHECK ((name <> ''::text)),
  constraint api_keys_permissions_check CHECK ((cardinality(permissions) > 0)),
  constraint api_keys_secret_hash_check CHECK ((octet_length(secret_hash) = 32))
);
CREATE INDEX api_keys_of_accounts ON public.api_keys USING btree (account_id);

create table application_co_borrowers (
  portfolio_id uuid not null,
  application_id uuid not null,
  borrower_id uuid not null,
  place smallint not null,
  constraint application_co_borrowers_pkey PRIMARY KEY (portfolio_id, application_id, borrower_id),
  constraint application_co_borrowers_portfolio_id_application_id_place_key UNIQUE (portfolio_id, application_id, place),
  constraint application_co_borrowers_portfolio_id_application_id_fkey FOREIGN KEY (portfolio_id, application_id) REFERENCES loan_applications(portfolio_id, id),
  constraint application_co_borrowers_portfolio_id_borrower_id_fkey FOREIGN KEY (portfolio_id, borrower_id) REFERENCES borrowers(portfolio_id, id),
  constraint application_co_borrowers_place_check CHECK ((place > 0))
);
CREATE INDEX application_co_borrowers_by_borrower ON public.application_co_borrowers USING btree (portfolio_id, borrower_id);
CREATE TRIGGER application_co_borrowers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.application_co_borrowers FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table application_events (
  portfolio_id uuid not null,
  id uuid not null,
  application_id uuid not null,
  event text not null,
  reason text not null,
  loan_id uuid,
  day date,
  first_due_on date,
  fee_minor bigint,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  number bigint default nextval('event_numbers'::regclass) not null,
  constraint application_events_pkey PRIMARY KEY (portfolio_id, id),
  constraint application_events_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  constraint application_events_portfolio_id_application_id_fkey FOREIGN KEY (portfolio_id, application_id) REFERENCES loan_applications(portfolio_id, id),
  constraint application_events_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint application_events_check CHECK (((event = ANY (ARRAY['disburse'::text, 'undo-disbursement'::text])) = (loan_id IS NOT NULL))),
  constraint application_events_check1 CHECK (((event = 'disburse'::text) = (num_nonnulls(day, first_due_on, fee_minor) = 3))),
  constraint application_events_check2 CHECK ((num_nonnulls(day, first_due_on, fee_minor) = ANY (ARRAY[0, 3]))),
  constraint application_events_event_check CHECK ((event = ANY (ARRAY['approve'::text, 'reject'::text, 'withdraw'::text, 'undo-approval'::text, 'disburse'::text, 'undo-disbursement'::text]))),
  constraint application_events_fee_minor_check CHECK ((fee_minor >= 0)),
  constraint application_events_reason_check CHECK ((length(reason) <= 500))
);
CREATE INDEX application_events_by_application ON public.application_events USING btree (portfolio_id, application_id, number);
CREATE TRIGGER application_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.application_events FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table approval_rules (
  portfolio_id uuid not null,
  kind text not null,
  required boolean not null,
  limit_loans integer,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  constraint approval_rules_pkey PRIMARY KEY (portfolio_id, kind),
  constraint approval_rules_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  constraint approval_rules_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint approval_rules_kind_check CHECK (((kind ~ '^[a-z]+(-[a-z]+)*$'::text) AND (length(kind) <= 60))),
  constraint approval_rules_limit_loans_check CHECK (((limit_loans >= 0) AND (limit_loans <= 1000000)))
);

create table approvals (
  portfolio_id uuid not null,
  id uuid not null,
  kind text not null,
  subject_id uuid not null,
  subject text not null,
  loan_id uuid,
  loans integer,
  amount_minor bigint,
  currency text,
  command jsonb not null,
  before jsonb not null,
  after jsonb not null,
  reason text not null,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  state text default 'waiting'::text not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  decision_reason text default ''::text not null,
  failure jsonb,
  offer jsonb,
  offer_accepted_at timestamp with time zone,
  constraint approvals_pkey PRIMARY KEY (portfolio_id, id),
  constraint approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id),
  constraint approvals_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint approvals_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint approvals_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES accounts(id),
  constraint approvals_check CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  constraint approvals_check1 CHECK (((state = 'waiting'::text) = (decided_by IS NULL))),
  constraint approvals_check2 CHECK (((state = 'failed'::text) = (failure IS NOT NULL))),
  constraint approvals_check3 CHECK (((state <> ALL (ARRAY['approved'::text, 'declined'::text, 'failed'::text])) OR (decided_by <> requested_by))),
  constraint approvals_check4 CHECK (((state <> 'withdrawn'::text) OR (decided_by = requested_by))),
  constraint approvals_check5 CHECK (((offer IS NULL) OR (state = 'declined'::text))),
  constraint approvals_check6 CHECK (((offer_accepted_at IS NULL) OR (offer IS NOT NULL))),
  constraint approvals_kind_check CHECK (((kind ~ '^[a-z]+(-[a-z]+)*$'::text) AND (length(kind) <= 60))),
  constraint approvals_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text, 'failed'::text])))
);
CREATE INDEX approvals_by_author ON public.approvals USING btree (requested_by, requested_at DESC);
CREATE INDEX approvals_by_loan ON public.approvals USING btree (portfolio_id, loan_id) WHERE (loan_id IS NOT NULL);
CREATE INDEX approvals_newest ON public.approvals USING btree (portfolio_id, requested_at DESC, id DESC);
CREATE UNIQUE INDEX approvals_waiting_once ON public.approvals USING btree (portfolio_id, kind, subject_id) WHERE (state = 'waiting'::text);

create table asset_price_withdrawals (
  portfolio_id uuid not null,
  id uuid not null,
  price_id uuid not null,
  reason text not null,
  withdrawn_by uuid not null,
  withdrawn_at timestamp with time zone not null,
  constraint asset_price_withdrawals_pkey PRIMARY KEY (portfolio_id, id),
  constraint asset_price_withdrawals_portfolio_id_price_id_fkey FOREIGN KEY (portfolio_id, price_id) REFERENCES asset_prices(portfolio_id, id),
  constraint asset_price_withdrawals_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES accounts(id),
  constraint asset_price_withdrawals_reason_check CHECK (((length(TRIM(BOTH FROM reason)) >= 1) AND (length(TRIM(BOTH FROM reason)) <= 500)))
);
CREATE UNIQUE INDEX asset_price_withdrawals_once ON public.asset_price_withdrawals USING btree (portfolio_id, price_id);
CREATE TRIGGER asset_price_withdrawals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.asset_price_withdrawals FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table asset_prices (
  portfolio_id uuid not null,
  id uuid not null,
  asset_id uuid not null,
  currency text not null,
  price numeric not null,
  priced_at timestamp with time zone not null,
  source text not null,
  file_id uuid,
  entered_by uuid not null,
  entered_at timestamp with time zone not null,
  number bigint default nextval('event_numbers'::regclass) not null,
  constraint asset_prices_pkey PRIMARY KEY (portfolio_id, id),
  constraint asset_prices_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES accounts(id),
  constraint asset_prices_portfolio_id_asset_id_fkey FOREIGN KEY (portfolio_id, asset_id) REFERENCES digital_assets(portfolio_id, id),
  constraint asset_prices_check CHECK ((priced_at <= entered_at)),
  constraint asset_prices_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint asset_prices_price_check CHECK (((price > (0)::numeric) AND (price < '1000000000000'::numeric) AND (scale(price) <= 18))),
  constraint asset_prices_source_check CHECK (((length(TRIM(BOTH FROM source)) >= 1) AND (length(TRIM(BOTH FROM source)) <= 120)))
);
CREATE INDEX asset_prices_latest ON public.asset_prices USING btree (portfolio_id, asset_id, currency, priced_at DESC, number DESC);
CREATE TRIGGER asset_prices_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.asset_prices FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table assignment_batches (
  portfolio_id uuid not null,
  id uuid not null,
  kind text not null,
  to_team_id uuid,
  to_agent_id uuid,
  reason text default ''::text not null,
  loan_count integer not null,
  outstanding_minor bigint not null,
  undoes_batch_id uuid,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  spread jsonb,
  import_id uuid,
  constraint assignment_batches_pkey PRIMARY KEY (portfolio_id, id),
  constraint assignment_batches_portfolio_id_undoes_batch_id_key UNIQUE (portfolio_id, undoes_batch_id),
  constraint assignment_batches_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  constraint assignment_batches_portfolio_id_import_id_fkey FOREIGN KEY (portfolio_id, import_id) REFERENCES imports(portfolio_id, id),
  constraint assignment_batches_portfolio_id_undoes_batch_id_fkey FOREIGN KEY (portfolio_id, undoes_batch_id) REFERENCES assignment_batches(portfolio_id, id),
  constraint assignment_batches_kind_check CHECK ((kind = ANY (ARRAY['assign'::text, 'take-back'::text, 'undo'::text]))),
  constraint assignment_batches_loan_count_check CHECK ((loan_count >= 0)),
  constraint assignment_batches_outstanding_minor_check CHECK ((outstanding_minor >= 0)),
  constraint assignment_batches_spread_has_no_single_holder CHECK (((spread IS NULL) OR ((to_team_id IS NULL) AND (to_agent_id IS NULL))))
);
CREATE INDEX assignment_batches_newest ON public.assignment_batches USING btree (portfolio_id, made_at DESC, id DESC);
CREATE INDEX assignment_batches_of_import ON public.assignment_batches USING btree (portfolio_id, import_id) WHERE (import_id IS NOT NULL);

create table assignments (
  portfolio_id uuid not null,
  batch_id uuid not null,
  loan_id uuid not null,
  from_team_id uuid,
  from_agent_id uuid,
  to_team_id uuid,
  to_agent_id uuid,
  made_at timestamp with time zone not null,
  number bigint default nextval('event_numbers'::regclass) not null,
  constraint assignments_pkey PRIMARY KEY (portfolio_id, batch_id, loan_id),
  constraint assignments_portfolio_id_batch_id_fkey FOREIGN KEY (portfolio_id, batch_id) REFERENCES assignment_batches(portfolio_id, id),
  constraint assignments_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id)
);
CREATE INDEX assignments_by_loan ON public.assignments USING btree (portfolio_id, loan_id, number, made_at);
CREATE INDEX assignments_from_agent ON public.assignments USING btree (portfolio_id, from_agent_id, made_at DESC);
CREATE INDEX assignments_from_team ON public.assignments USING btree (portfolio_id, from_team_id, made_at DESC);
CREATE INDEX assignments_to_agent ON public.assignments USING btree (portfolio_id, to_agent_id, made_at DESC);
CREATE INDEX assignments_to_team ON public.assignments USING btree (portfolio_id, to_team_id, made_at DESC);
CREATE TRIGGER assignments_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.assignments FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER assignments_say_where_loans_are AFTER INSERT ON public.assignments REFERENCING NEW TABLE AS line FOR EACH STATEMENT EXECUTE FUNCTION forbid_stray_assignments();

create table audit_events (
  id uuid not null,
  portfolio_id uuid,
  actor_id uuid,
  event text not null,
  subject text not null,
  subject_id uuid not null,
  before jsonb,
  after jsonb,
  request_id text,
  at timestamp with time zone not null,
  constraint audit_events_pkey PRIMARY KEY (id),
  constraint audit_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES accounts(id),
  constraint audit_events_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
);
CREATE INDEX audit_events_by_actor ON public.audit_events USING btree (actor_id, at DESC);
CREATE INDEX audit_events_by_event ON public.audit_events USING btree (event, at DESC);
CREATE INDEX audit_events_by_subject ON public.audit_events USING btree (subject_id, at);
CREATE INDEX audit_events_by_time ON public.audit_events USING btree (at DESC, id DESC);
CREATE INDEX audit_events_newest ON public.audit_events USING btree (portfolio_id, at DESC);
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER audit_events_queue_seal AFTER INSERT ON public.audit_events REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION queue_audit_seal();
CREATE TRIGGER audit_events_queue_webhooks AFTER INSERT ON public.audit_events REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION queue_webhook_deliveries();

create table audit_seals (
  number bigint not null,
  event_id uuid not null,
  digest bytea not null,
  sealed_at timestamp with time zone not null,
  constraint audit_seals_pkey PRIMARY KEY (number),
  constraint audit_seals_event_id_key UNIQUE (event_id),
  constraint audit_seals_event_id_fkey FOREIGN KEY (event_id) REFERENCES audit_events(id),
  constraint audit_seals_digest_check CHECK ((length(digest) = 32)),
  constraint audit_seals_number_check CHECK ((number > 0))
);
CREATE TRIGGER audit_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table audit_unsealed (
  at timestamp with time zone not null,
  event_id uuid not null,
  constraint audit_unsealed_pkey PRIMARY KEY (at, event_id)
);

create table backups (
  taken_at timestamp with time zone not null,
  file_name text not null,
  bytes bigint not null,
  row_count bigint not null,
  document_count bigint not null,
  lost_documents integer not null,
  checked_at timestamp with time zone,
  constraint backups_pkey PRIMARY KEY (taken_at),
  constraint backups_bytes_check CHECK ((bytes > 0)),
  constraint backups_document_count_check CHECK ((document_count >= 0)),
  constraint backups_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 500))),
  constraint backups_lost_documents_check CHECK ((lost_documents >= 0)),
  constraint backups_row_count_check CHECK ((row_count >= 0))
);

create table bank_file_lines (
  portfolio_id uuid not null,
  id uuid not null,
  bank_file_id uuid not null,
  number integer not null,
  account text not null,
  bank_id text not null,
  booked_on date not null,
  value_on date not null,
  amount_minor bigint not null,
  currency text not null,
  debtor_name text not null,
  remittance text not null,
  payment_id uuid not null,
  duplicate_of uuid,
  state text not null,
  reason text,
  loan_id uuid,
  refusal jsonb,
  posted_payment_id uuid generated always as (
CASE
    WHEN (state = 'posted'::text) THEN payment_id
    ELSE NULL::uuid
END) stored,
  possible_duplicate_of uuid,
  payer_account text not null,
  evidence text[] default '{}'::text[] not null,
  score smallint,
  left_out_why text,
  left_out_note text default ''::text not null,
  direction text,
  return_kind text,
  return_id uuid,
  returned_payment_id uuid,
  return_amount_minor bigint,
  by_rule boolean default false not null,
  other_texts jsonb default '[]'::jsonb not null,
  found_in text,
  batch_ids text[] default '{}'::text[] not null,
  returned_line_id uuid,
  distinct_from_lines uuid[] default '{}'::uuid[] not null,
  distinct_from_payments uuid[] default '{}'::uuid[] not null,
  constraint bank_file_lines_pkey PRIMARY KEY (portfolio_id, id),
  constraint bank_file_lines_portfolio_id_bank_file_id_number_key UNIQUE (portfolio_id, bank_file_id, number),
  constraint bank_file_lines_portfolio_id_bank_file_id_fkey FOREIGN KEY (portfolio_id, bank_file_id) REFERENCES bank_files(portfolio_id, id),
  constraint bank_file_lines_portfolio_id_duplicate_of_fkey FOREIGN KEY (portfolio_id, duplicate_of) REFERENCES bank_file_lines(portfolio_id, id),
  constraint bank_file_lines_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint bank_file_lines_portfolio_id_possible_duplicate_of_fkey FOREIGN KEY (portfolio_id, possible_duplicate_of) REFERENCES bank_file_lines(portfolio_id, id),
  constraint bank_file_lines_portfolio_id_posted_payment_id_fkey FOREIGN KEY (portfolio_id, posted_payment_id) REFERENCES payments(portfolio_id, id),
  constraint bank_file_lines_portfolio_id_returned_line_id_fkey FOREIGN KEY (portfolio_id, returned_line_id) REFERENCES bank_file_lines(portfolio_id, id),
  constraint bank_file_lines_portfolio_id_returned_payment_id_fkey FOREIGN KEY (portfolio_id, returned_payment_id) REFERENCES payments(portfolio_id, id),
  constraint bank_file_lines_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint bank_file_lines_by_rule CHECK (((NOT by_rule) OR ((state = ANY (ARRAY['matched'::text, 'posted'::text])) AND (NOT (reason IS DISTINCT FROM 'reference'::text))))),
  constraint bank_file_lines_check CHECK (((state = ANY (ARRAY['matched'::text, 'posted'::text, 'refused'::text, 'returned'::text])) = (loan_id IS NOT NULL))),
  constraint bank_file_lines_check1 CHECK (((state = 'refused'::text) = (refusal IS NOT NULL))),
  constraint bank_file_lines_check2 CHECK (((duplicate_of IS NOT NULL) = ((state = 'left-out'::text) AND (NOT (reason IS DISTINCT FROM 'duplicate'::text))))),
  constraint bank_file_lines_check3 CHECK (
CASE state
    WHEN 'needs-look'::text THEN (reason IS NULL)
    WHEN 'left-out'::text THEN ((reason IS NOT NULL) AND (reason = ANY (ARRAY['debit'::text, 'reversal'::text, 'not-booked'::text, 'failed'::text, 'other-currency'::text, 'zero'::text, 'duplicate'::text, 'by-person'::text])))
    WHEN 'returned'::text THEN ((reason IS NOT NULL) AND (reason = ANY (ARRAY['debit'::text, 'reversal'::text])) AND (amount_minor > 0))
    ELSE ((reason IS NOT NULL) AND (amount_minor > 0) AND (reason = ANY (ARRAY['reference'::text, 'loan-number'::text, 'account'::text, 'amount-and-name'::text, 'person'::text])))
END),
  constraint bank_file_lines_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint bank_file_lines_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint bank_file_lines_found_in_check CHECK ((length(found_in) <= 200)),
  constraint bank_file_lines_left_out_note_check CHECK ((length(left_out_note) <= 500)),
  constraint bank_file_lines_left_out_why CHECK (
CASE
    WHEN ((state = 'left-out'::text) AND (NOT (reason IS DISTINCT FROM 'by-person'::text))) THEN ((left_out_why IS NULL) OR (left_out_why = ANY (ARRAY['no-loan-payment'::text, 'own-transfer'::text, 'known-payment'::text, 'to-be-returned'::text, 'unknown-payer'::text, 'other'::text])))
    ELSE ((left_out_why IS NULL) AND (left_out_note = ''::text))
END),
  constraint bank_file_lines_number_check CHECK ((number > 0)),
  constraint bank_file_lines_other_texts_check CHECK ((jsonb_typeof(other_texts) = 'array'::text)),
  constraint bank_file_lines_return_amount_minor_check CHECK ((return_amount_minor > 0)),
  constraint bank_file_lines_return_kind_check CHECK ((return_kind = ANY (ARRAY['payment'::text, 'credit'::text, 'split'::text]))),
  constraint bank_file_lines_returned CHECK (
CASE state
    WHEN 'returned'::text THEN ((return_kind IS NOT NULL) AND (return_id IS NOT NULL) AND (return_amount_minor IS NOT NULL) AND (return_amount_minor <= amount_minor) AND ((return_kind = 'payment'::text) = (returned_payment_id IS NOT NULL)) AND ((return_kind = 'split'::text) = (returned_line_id IS NOT NULL)))
    ELSE (num_nonnulls(return_kind, return_id, returned_payment_id, returned_line_id, return_amount_minor) = 0)
END),
  constraint bank_file_lines_score_check CHECK (((score >= 1) AND (score <= 99))),
  constraint bank_file_lines_state_check CHECK ((state = ANY (ARRAY['matched'::text, 'needs-look'::text, 'left-out'::text, 'posted'::text, 'refused'::text, 'returned'::text])))
);
CREATE INDEX bank_file_lines_by_amount ON public.bank_file_lines USING btree (portfolio_id, amount_minor, booked_on);
CREATE INDEX bank_file_lines_by_batch_day ON public.bank_file_lines USING btree (portfolio_id, booked_on) WHERE (batch_ids <> '{}'::text[]);
CREATE INDEX bank_file_lines_by_loan ON public.bank_file_lines USING btree (portfolio_id, loan_id) WHERE (loan_id IS NOT NULL);
CREATE INDEX bank_file_lines_by_original ON public.bank_file_lines USING btree (portfolio_id, duplicate_of) WHERE (duplicate_of IS NOT NULL);
CREATE INDEX bank_file_lines_by_payer_account ON public.bank_file_lines USING btree (portfolio_id, account_key(payer_account)) WHERE ((state = 'posted'::text) AND (payer_account <> ''::text));
CREATE INDEX bank_file_lines_by_possible_duplicate ON public.bank_file_lines USING btree (portfolio_id, possible_duplicate_of) WHERE (possible_duplicate_of IS NOT NULL);
CREATE INDEX bank_file_lines_by_reference ON public.bank_file_lines USING btree (portfolio_id, lower(bank_id)) WHERE (posted_payment_id IS NOT NULL);
CREATE INDEX bank_file_lines_by_returned_payment ON public.bank_file_lines USING btree (portfolio_id, returned_payment_id) WHERE (returned_payment_id IS NOT NULL);
CREATE INDEX bank_file_lines_by_rule ON public.bank_file_lines USING btree (portfolio_id, bank_file_id) WHERE by_rule;
CREATE INDEX bank_file_lines_by_state ON public.bank_file_lines USING btree (portfolio_id, bank_file_id, state, number);
CREATE UNIQUE INDEX bank_file_lines_once ON public.bank_file_lines USING btree (portfolio_id, payment_id) WHERE ((state <> 'left-out'::text) OR (reason = 'by-person'::text));
CREATE UNIQUE INDEX bank_file_lines_return_once ON public.bank_file_lines USING btree (portfolio_id, return_id) WHERE (return_id IS NOT NULL);
CREATE TRIGGER bank_file_lines_immutable BEFORE UPDATE OF portfolio_id, id, bank_file_id, number, account, payer_account, bank_id, booked_on, value_on, amount_minor, currency, debtor_name, remittance, direction, other_texts, payment_id, duplicate_of, batch_ids ON public.bank_file_lines FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER bank_file_lines_never_removed BEFORE DELETE OR TRUNCATE ON public.bank_file_lines FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER bank_file_lines_posted_stay BEFORE UPDATE ON public.bank_file_lines FOR EACH ROW WHEN ((old.state = 'posted'::text)) EXECUTE FUNCTION forbid_change();

create table bank_files (
  portfolio_id uuid not null,
  id uuid not null,
  file_name text not null,
  file_sha256 bytea not null,
  format text not null,
  uploaded_by uuid not null,
  uploaded_at timestamp with time zone not null,
  layout_fingerprint text,
  balance_check text,
  reading jsonb,
  constraint bank_files_pkey PRIMARY KEY (portfolio_id, id),
  constraint bank_files_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint bank_files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES accounts(id),
  constraint bank_files_balance_check_check CHECK ((balance_check = ANY (ARRAY['agrees'::text, 'has-gaps'::text]))),
  constraint bank_files_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 255))),
  constraint bank_files_format_check CHECK ((format = ANY (ARRAY['camt.052'::text, 'camt.053'::text, 'camt.054'::text, 'mt940'::text, 'mt942'::text, 'ofx'::text, 'qif'::text, 'bai2'::text, 'coda'::text, 'cfonb120'::text, 'csv'::text, 'xlsx'::text, 'xls'::text, 'ods'::text])))
);
CREATE INDEX bank_files_by_moment ON public.bank_files USING btree (portfolio_id, uploaded_at, id);
CREATE TRIGGER bank_files_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bank_files FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table bank_layouts (
  portfolio_id uuid not null,
  fingerprint text not null,
  name text not null,
  columns jsonb not null,
  is_chosen boolean not null,
  answers jsonb not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  table_choice jsonb,
  constraint bank_layouts_pkey PRIMARY KEY (portfolio_id, fingerprint),
  constraint bank_layouts_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  constraint bank_layouts_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint bank_layouts_fingerprint_check CHECK ((fingerprint ~ '^[0-9a-f]{64}$'::text)),
  constraint bank_layouts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

create table bank_line_parts (
  portfolio_id uuid not null,
  bank_line_id uuid not null,
  number smallint not null,
  payment_id uuid not null,
  loan_id uuid not null,
  amount_minor bigint not null,
  constraint bank_line_parts_pkey PRIMARY KEY (portfolio_id, bank_line_id, number),
  constraint bank_line_parts_portfolio_id_bank_line_id_loan_id_key UNIQUE (portfolio_id, bank_line_id, loan_id),
  constraint bank_line_parts_portfolio_id_payment_id_key UNIQUE (portfolio_id, payment_id),
  constraint bank_line_parts_portfolio_id_bank_line_id_fkey FOREIGN KEY (portfolio_id, bank_line_id) REFERENCES bank_file_lines(portfolio_id, id),
  constraint bank_line_parts_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint bank_line_parts_amount_minor_check CHECK ((amount_minor > 0)),
  constraint bank_line_parts_number_check CHECK (((number >= 1) AND (number <= 20)))
);
CREATE INDEX bank_line_parts_by_loan ON public.bank_line_parts USING btree (portfolio_id, loan_id);
CREATE TRIGGER bank_line_parts_immutable BEFORE UPDATE OR TRUNCATE ON public.bank_line_parts FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER bank_line_parts_posted_stay BEFORE INSERT OR DELETE ON public.bank_line_parts FOR EACH ROW EXECUTE FUNCTION keep_parts_of_posted_line();

create table bank_line_reposts (
  portfolio_id uuid not null,
  payment_id uuid not null,
  bank_line_id uuid not null,
  number smallint,
  constraint bank_line_reposts_pkey PRIMARY KEY (portfolio_id, payment_id),
  constraint bank_line_reposts_portfolio_id_bank_line_id_fkey FOREIGN KEY (portfolio_id, bank_line_id) REFERENCES bank_file_lines(portfolio_id, id),
  constraint bank_line_reposts_portfolio_id_bank_line_id_number_fkey FOREIGN KEY (portfolio_id, bank_line_id, number) REFERENCES bank_line_parts(portfolio_id, bank_line_id, number),
  constraint bank_line_reposts_portfolio_id_payment_id_fkey FOREIGN KEY (portfolio_id, payment_id) REFERENCES payments(portfolio_id, id)
);
CREATE INDEX bank_line_reposts_by_line ON public.bank_line_reposts USING btree (portfolio_id, bank_line_id);
CREATE TRIGGER bank_line_reposts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.bank_line_reposts FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table bank_line_totals (
  portfolio_id uuid not null,
  total_id uuid not null,
  detail_id uuid not null,
  is_proven boolean not null,
  days_apart smallint not null,
  constraint bank_line_totals_pkey PRIMARY KEY (portfolio_id, total_id, detail_id),
  constraint bank_line_totals_portfolio_id_detail_id_fkey FOREIGN KEY (portfolio_id, detail_id) REFERENCES bank_file_lines(portfolio_id, id),
  constraint bank_line_totals_portfolio_id_total_id_fkey FOREIGN KEY (portfolio_id, total_id) REFERENCES bank_file_lines(portfolio_id, id),
  constraint bank_line_totals_days_apart_check CHECK ((days_apart >= 0))
);
CREATE INDEX bank_line_totals_by_detail ON public.bank_line_totals USING btree (portfolio_id, detail_id);

create table bank_part_returns (
  portfolio_id uuid not null,
  return_line_id uuid not null,
  payment_id uuid not null,
  reversal_id uuid not null,
  split_line_id uuid not null,
  number smallint not null,
  posted_again_id uuid,
  constraint bank_part_returns_pkey PRIMARY KEY (portfolio_id, reversal_id),
  constraint bank_part_returns_portfolio_id_posted_again_id_key UNIQUE (portfolio_id, posted_again_id),
  constraint bank_part_returns_portfolio_id_payment_id_fkey FOREIGN KEY (portfolio_id, payment_id) REFERENCES payments(portfolio_id, id),
  constraint bank_part_returns_portfolio_id_posted_again_id_fkey FOREIGN KEY (portfolio_id, posted_again_id) REFERENCES payments(portfolio_id, id),
  constraint bank_part_returns_portfolio_id_return_line_id_fkey FOREIGN KEY (portfolio_id, return_line_id) REFERENCES bank_file_lines(portfolio_id, id),
  constraint bank_part_returns_portfolio_id_split_line_id_number_fkey FOREIGN KEY (portfolio_id, split_line_id, number) REFERENCES bank_line_parts(portfolio_id, bank_line_id, number)
);
CREATE INDEX bank_part_returns_by_line ON public.bank_part_returns USING btree (portfolio_id, return_line_id);
CREATE INDEX bank_part_returns_by_part ON public.bank_part_returns USING btree (portfolio_id, split_line_id, number);

create table bank_posting_rules (
  portfolio_id uuid not null,
  posts_exact boolean not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  constraint bank_posting_rules_pkey PRIMARY KEY (portfolio_id),
  constraint bank_posting_rules_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  constraint bank_posting_rules_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
);

create table borrower_consents (
  portfolio_id uuid not null,
  borrower_id uuid not null,
  id uuid not null,
  channel text not null,
  state text not null,
  means text not null,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null,
  number bigint default nextval('event_numbers'::regclass) not null,
  constraint borrower_consents_pkey PRIMARY KEY (portfolio_id, id),
  constraint borrower_consents_portfolio_id_borrower_id_fkey FOREIGN KEY (portfolio_id, borrower_id) REFERENCES borrowers(portfolio_id, id),
  constraint borrower_consents_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES accounts(id),
  constraint borrower_consents_channel_check CHECK ((channel = ANY (ARRAY['call'::text, 'sms'::text, 'email'::text, 'whatsapp'::text, 'visit'::text, 'letter'::text]))),
  constraint borrower_consents_means_check CHECK ((means = ANY (ARRAY['spoken'::text, 'written'::text, 'contract'::text, 'other'::text]))),
  constraint borrower_consents_state_check CHECK ((state = ANY (ARRAY['given'::text, 'withdrawn'::text])))
);
CREATE INDEX borrower_consents_latest ON public.borrower_consents USING btree (portfolio_id, borrower_id, channel, recorded_at DESC, id DESC);
CREATE TRIGGER borrower_consents_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.borrower_consents FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table borrower_contacts (
  portfolio_id uuid not null,
  borrower_id uuid not null,
  id uuid not null,
  kind text not null,
  label text not null,
  value text not null,
  is_preferred boolean not null,
  valid_from date,
  valid_to date,
  added_by uuid,
  added_at timestamp with time zone default now() not null,
  retired_by uuid,
  retired_at timestamp with time zone,
  retired_reason text,
  constraint borrower_contacts_pkey PRIMARY KEY (portfolio_id, borrower_id, id),
  constraint borrower_contacts_added_by_fkey FOREIGN KEY (added_by) REFERENCES accounts(id),
  constraint borrower_contacts_portfolio_id_borrower_id_fkey FOREIGN KEY (portfolio_id, borrower_id) REFERENCES borrowers(portfolio_id, id),
  constraint borrower_contacts_retired_by_fkey FOREIGN KEY (retired_by) REFERENCES accounts(id),
  constraint borrower_contacts_check CHECK ((valid_to >= valid_from)),
  constraint borrower_contacts_check1 CHECK (((retired_at IS NULL) = (retired_by IS NULL))),
  constraint borrower_contacts_check2 CHECK (((retired_at IS NULL) = (retired_reason IS NULL))),
  constraint borrower_contacts_check3 CHECK (((retired_at IS NULL) OR (NOT is_preferred))),
  constraint borrower_contacts_kind_check CHECK ((kind = ANY (ARRAY['phone'::text, 'email'::text, 'address'::text]))),
  constraint borrower_contacts_label_check CHECK ((label = ANY (ARRAY['mobile'::text, 'home'::text, 'work'::text, 'relative'::text, 'other'::text]))),
  constraint borrower_contacts_retired_reason_check CHECK ((retired_reason = ANY (ARRAY['wrong'::text, 'out-of-use'::text, 'borrower-asked'::text, 'other'::text]))),
  constraint borrower_contacts_value_check CHECK (((length(TRIM(BOTH FROM value)) >= 1) AND (length(TRIM(BOTH FROM value)) <= 300)))
);
CREATE INDEX borrower_contacts_by_digits ON public.borrower_contacts USING gin (digits_of(value) gin_trgm_ops) WHERE ((kind = 'phone'::text) AND (retired_at IS NULL));
CREATE INDEX borrower_contacts_by_email ON public.borrower_contacts USING btree (lower(value) text_pattern_ops) WHERE ((kind = 'email'::text) AND (retired_at IS NULL));
CREATE UNIQUE INDEX borrower_contacts_preferred_once ON public.borrower_contacts USING btree (portfolio_id, borrower_id, kind) WHERE is_preferred;
CREATE UNIQUE INDEX borrower_contacts_value_once ON public.borrower_contacts USING btree (portfolio_id, borrower_id, kind, value) WHERE (retired_at IS NULL);
CREATE TRIGGER borrower_contacts_kept BEFORE UPDATE ON public.borrower_contacts FOR EACH ROW EXECUTE FUNCTION keep_borrower_contact();
CREATE TRIGGER borrower_contacts_list_changes AFTER UPDATE ON public.borrower_contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_contact_changes();
CREATE TRIGGER borrower_contacts_list_new AFTER INSERT ON public.borrower_contacts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_contact_changes();
CREATE TRIGGER borrower_contacts_never_removed BEFORE DELETE OR TRUNCATE ON public.borrower_contacts FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table borrower_identity_documents (
  portfolio_id uuid not null,
  borrower_id uuid not null,
  id uuid not null,
  kind text not null,
  number text not null,
  country text not null,
  issued_on date,
  expires_on date,
  added_by uuid not null,
  added_at timestamp with time zone not null,
  verified_by uuid,
  verified_at timestamp with time zone,
  ended_by uuid,
  ended_at timestamp with time zone,
  end_reason text,
  constraint borrower_identity_documents_pkey PRIMARY KEY (portfolio_id, id),
  constraint borrower_identity_documents_added_by_fkey FOREIGN KEY (added_by) REFERENCES accounts(id),
  constraint borrower_identity_documents_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES accounts(id),
  constraint borrower_identity_documents_portfolio_id_borrower_id_fkey FOREIGN KEY (portfolio_id, borrower_id) REFERENCES borrowers(portfolio_id, id),
  constraint borrower_identity_documents_verified_by_fkey FOREIGN KEY (verified_by) REFERENCES accounts(id),
  constraint borrower_identity_documents_check CHECK ((issued_on <= expires_on)),
  constraint borrower_identity_documents_check1 CHECK (((verified_by IS NULL) = (verified_at IS NULL))),
  constraint borrower_identity_documents_check2 CHECK ((((ended_by IS NULL) = (ended_at IS NULL)) AND ((ended_by IS NULL) = (end_reason IS NULL)))),
  constraint borrower_identity_documents_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint borrower_identity_documents_end_reason_check CHECK ((end_reason = ANY (ARRAY['mistyped'::text, 'replaced'::text, 'expired'::text, 'lost'::text, 'other'::text]))),
  constraint borrower_identity_documents_kind_check CHECK ((kind = ANY (ARRAY['passport'::text, 'national-id'::text, 'residence-permit'::text, 'driving-licence'::text, 'registration-extract'::text, 'other'::text]))),
  constraint borrower_identity_documents_number_check CHECK (((length(number) >= 5) AND (length(number) <= 40)))
);
CREATE UNIQUE INDEX borrower_identity_documents_number_once ON public.borrower_identity_documents USING btree (portfolio_id, number, kind, country) WHERE (ended_at IS NULL);
CREATE INDEX borrower_identity_documents_of_borrower ON public.borrower_identity_documents USING btree (portfolio_id, borrower_id);
CREATE TRIGGER borrower_identity_documents_kept BEFORE UPDATE ON public.borrower_identity_documents FOR EACH ROW EXECUTE FUNCTION keep_identity_document();
CREATE TRIGGER borrower_identity_documents_never_removed BEFORE DELETE OR TRUNCATE ON public.borrower_identity_documents FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table borrower_imports (
  portfolio_id uuid not null,
  id uuid not null,
  file_name text not null,
  file_sha256 bytea not null,
  taken integer not null,
  known integer not null,
  booked_by uuid not null,
  booked_at timestamp with time zone not null,
  header text[],
  read_as jsonb default '{}'::jsonb not null,
  constraint borrower_imports_pkey PRIMARY KEY (portfolio_id, id),
  constraint borrower_imports_booked_by_fkey FOREIGN KEY (booked_by) REFERENCES accounts(id),
  constraint borrower_imports_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint borrower_imports_known_check CHECK ((known >= 0)),
  constraint borrower_imports_taken_check CHECK ((taken >= 0))
);
CREATE TRIGGER borrower_imports_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.borrower_imports FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table borrower_merges (
  portfolio_id uuid not null,
  id uuid not null,
  kept_id uuid not null,
  merged_id uuid not null,
  kept_version integer not null,
  merged_version integer not null,
  taken text[] not null,
  reason text not null,
  merged_by uuid not null,
  merged_at timestamp with time zone not null,
  constraint borrower_merges_pkey PRIMARY KEY (portfolio_id, id),
  constraint borrower_merges_portfolio_id_merged_id_key UNIQUE (portfolio_id, merged_id),
  constraint borrower_merges_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES accounts(id),
  constraint borrower_merges_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint borrower_merges_portfolio_id_kept_id_fkey FOREIGN KEY (portfolio_id, kept_id) REFERENCES borrowers(portfolio_id, id),
  constraint borrower_merges_portfolio_id_merged_id_fkey FOREIGN KEY (portfolio_id, merged_id) REFERENCES borrowers(portfolio_id, id),
  constraint borrower_merges_check CHECK ((kept_id <> merged_id)),
  constraint borrower_merges_reason_check CHECK (((TRIM(BOTH FROM reason) <> ''::text) AND (length(reason) <= 500)))
);
CREATE TRIGGER borrower_merges_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.borrower_merges FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table borrowers (
  portfolio_id uuid not null,
  id uuid not null,
  external_id text,
  name text,
  employment_title text,
  employment_years smallint,
  region text,
  home_ownership text,
  annual_income_minor bigint,
  income_verification text,
  debt_to_income_percent numeric(9,2),
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  national_id text,
  borrower_kind text,
  legal_name text,
  registration_number text,
  contact_person text,
  search_text text generated always as (search_form(((((((((((((COALESCE(name, ''::text) || ' '::text) || COALESCE(external_id, ''::text)) || ' '::text) || COALESCE(employment_title, ''::text)) || ' '::text) || COALESCE(region, ''::text)) || ' '::text) || COALESCE(legal_name, ''::text)) || ' '::text) || COALESCE(registration_number, ''::text)) || ' '::text) || COALESCE(contact_person, ''::text)))) stored,
  merged_into uuid,
  language text,
  is_from_tape boolean default false not null,
  withdrawn_at timestamp with time zone,
  constraint borrowers_pkey PRIMARY KEY (portfolio_id, id),
  constraint borrowers_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint borrowers_portfolio_id_merged_into_fkey FOREIGN KEY (portfolio_id, merged_into) REFERENCES borrowers(portfolio_id, id),
  constraint borrowers_annual_income_minor_check CHECK ((annual_income_minor >= 0)),
  constraint borrowers_borrower_kind_check CHECK ((borrower_kind = ANY (ARRAY['person'::text, 'company'::text]))),
  constraint borrowers_check CHECK ((merged_into <> id)),
  constraint borrowers_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ae'::text]))),
  constraint borrowers_national_id_check CHECK ((national_id <> ''::text)),
  constraint borrowers_registration_number_check CHECK ((registration_number <> ''::text)),
  constraint borrowers_withdrawn_check CHECK (((withdrawn_at IS NULL) OR (is_from_tape AND (merged_into IS NULL) AND (external_id IS NULL) AND (national_id IS NULL) AND (registration_number IS NULL)))) NOT VALID
);
CREATE INDEX borrowers_by_merged_into ON public.borrowers USING btree (portfolio_id, merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX borrowers_by_name ON public.borrowers USING btree (portfolio_id, lower(name), id) WHERE (merged_into IS NULL);
CREATE INDEX borrowers_by_words_of_name ON public.borrowers USING gin (name_index(((COALESCE(name, ''::text) || ' '::text) || COALESCE(legal_name, ''::text)))) WHERE (merged_into IS NULL);
CREATE UNIQUE INDEX borrowers_external_id_once ON public.borrowers USING btree (portfolio_id, external_id) WHERE (external_id IS NOT NULL);
CREATE UNIQUE INDEX borrowers_national_id_once ON public.borrowers USING btree (national_id, portfolio_id) WHERE (national_id IS NOT NULL);
CREATE UNIQUE INDEX borrowers_registration_number_once ON public.borrowers USING btree (registration_number, portfolio_id) WHERE (registration_number IS NOT NULL);
CREATE TRIGGER borrowers_keep_words_of_name AFTER INSERT OR UPDATE OF name, legal_name ON public.borrowers FOR EACH ROW EXECUTE FUNCTION keep_words_of_name();
CREATE TRIGGER borrowers_list_changes AFTER UPDATE ON public.borrowers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_borrower_changes();
CREATE TRIGGER borrowers_merged_stay BEFORE UPDATE ON public.borrowers FOR EACH ROW WHEN ((old.merged_into IS NOT NULL)) EXECUTE FUNCTION keep_merged_borrower();
CREATE TRIGGER borrowers_notify AFTER UPDATE OF name, external_id ON public.borrowers FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.external_id IS DISTINCT FROM new.external_id))) EXECUTE FUNCTION notify_figure('portfolio_id');
CREATE TRIGGER borrowers_withdrawn_stay BEFORE UPDATE ON public.borrowers FOR EACH ROW WHEN ((old.withdrawn_at IS NOT NULL)) EXECUTE FUNCTION keep_withdrawn_borrower();

create table calendar_events (
  id uuid not null,
  portfolio_id uuid,
  owner_id uuid not null,
  is_shared boolean not null,
  title text not null,
  place text not null,
  details text not null,
  colour text not null,
  first_day date,
  last_day date,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  constraint calendar_events_pkey PRIMARY KEY (id),
  constraint calendar_events_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint calendar_events_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint calendar_events_check CHECK ((num_nonnulls(first_day, last_day) = ANY (ARRAY[0, 2]))),
  constraint calendar_events_check1 CHECK ((num_nonnulls(starts_at, ends_at) = ANY (ARRAY[0, 2]))),
  constraint calendar_events_check2 CHECK (((first_day IS NULL) <> (starts_at IS NULL))),
  constraint calendar_events_check3 CHECK ((first_day <= last_day)),
  constraint calendar_events_check4 CHECK ((starts_at <= ends_at)),
  constraint calendar_events_colour_check CHECK ((colour = ANY (ARRAY['lapis'::text, 'sky'::text, 'teal'::text, 'ochre'::text, 'violet'::text, 'slate'::text]))),
  constraint calendar_events_details_check CHECK ((length(details) <= 4000)),
  constraint calendar_events_place_check CHECK ((length(place) <= 200)),
  constraint calendar_events_title_check CHECK (((length(TRIM(BOTH FROM title)) >= 1) AND (length(TRIM(BOTH FROM title)) <= 200)))
);
CREATE INDEX calendar_events_by_owner ON public.calendar_events USING btree (owner_id);
CREATE INDEX calendar_events_shared ON public.calendar_events USING btree (portfolio_id) WHERE is_shared;

create table call_centre_calls (
  portfolio_id uuid not null,
  id uuid not null,
  centre_id uuid not null,
  patient_id uuid not null,
  attempt integer not null,
  outcome text not null,
  note text not null,
  loan_id uuid,
  called_at timestamp with time zone not null,
  logged_by uuid not null,
  logged_at timestamp with time zone not null,
  constraint call_centre_calls_pkey PRIMARY KEY (portfolio_id, id),
  constraint call_centre_calls_logged_by_fkey FOREIGN KEY (logged_by) REFERENCES accounts(id),
  constraint call_centre_calls_portfolio_id_centre_id_fkey FOREIGN KEY (portfolio_id, centre_id) REFERENCES call_centres(portfolio_id, id),
  constraint call_centre_calls_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint call_centre_calls_portfolio_id_patient_id_fkey FOREIGN KEY (portfolio_id, patient_id) REFERENCES call_centre_patients(portfolio_id, id),
  constraint call_centre_calls_attempt_check CHECK ((attempt > 0)),
  constraint call_centre_calls_note_check CHECK ((length(note) <= 2000)),
  constraint call_centre_calls_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'no-response'::text, 'paid'::text, 'disputed'::text, 'refused'::text, 'unreachable'::text])))
);
CREATE INDEX call_centre_calls_by_centre ON public.call_centre_calls USING btree (portfolio_id, centre_id, called_at);
CREATE INDEX call_centre_calls_by_patient ON public.call_centre_calls USING btree (portfolio_id, patient_id, called_at);
CREATE TRIGGER call_centre_calls_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.call_centre_calls FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table call_centre_consents (
  portfolio_id uuid not null,
  id uuid not null,
  patient_id uuid not null,
  state text not null,
  means text not null,
  agreed_on date not null,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null,
  number bigint default nextval('event_numbers'::regclass) not null,
  constraint call_centre_consents_pkey PRIMARY KEY (portfolio_id, id),
  constraint call_centre_consents_portfolio_id_patient_id_fkey FOREIGN KEY (portfolio_id, patient_id) REFERENCES call_centre_patients(portfolio_id, id),
  constraint call_centre_consents_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES accounts(id),
  constraint call_centre_consents_means_check CHECK ((means = ANY (ARRAY['spoken'::text, 'written'::text, 'contract'::text, 'other'::text]))),
  constraint call_centre_consents_state_check CHECK ((state = ANY (ARRAY['given'::text, 'withdrawn'::text])))
);
CREATE INDEX call_centre_consents_by_patient ON public.call_centre_consents USING btree (portfolio_id, patient_id, number);
CREATE TRIGGER call_centre_consents_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.call_centre_consents FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table call_centre_duties (
  portfolio_id uuid not null,
  role text not null,
  duty text not null,
  granted boolean not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  constraint call_centre_duties_pkey PRIMARY KEY (portfolio_id, role, duty),
  constraint call_centre_duties_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  constraint call_centre_duties_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint call_centre_duties_duty_check CHECK ((duty = ANY (ARRAY['work-calls'::text, 'manage-patients'::text, 'manage-members'::text, 'change-centre'::text]))),
  constraint call_centre_duties_role_check CHECK ((role = ANY (ARRAY['caller'::text, 'lead'::text, 'supervisor'::text])))
);

create table call_centre_members (
  portfolio_id uuid not null,
  id uuid not null,
  centre_id uuid not null,
  account_id uuid not null,
  role text not null,
  archived_at timestamp with time zone,
  version integer default 1 not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  constraint call_centre_members_pkey PRIMARY KEY (portfolio_id, id),
  constraint call_centre_members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint call_centre_members_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  constraint call_centre_members_portfolio_id_centre_id_fkey FOREIGN KEY (portfolio_id, centre_id) REFERENCES call_centres(portfolio_id, id),
  constraint call_centre_members_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint call_centre_members_role_check CHECK ((role = ANY (ARRAY['caller'::text, 'lead'::text, 'supervisor'::text])))
);
CREATE INDEX call_centre_members_by_account ON public.call_centre_members USING btree (account_id, centre_id) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX call_centre_members_once ON public.call_centre_members USING btree (portfolio_id, centre_id, account_id) WHERE (archived_at IS NULL);

create table call_centre_patients (
  portfolio_id uuid not null,
  id uuid not null,
  centre_id uuid not null,
  name text not null,
  phone text not null,
  email text not null,
  language text not null,
  note text not null,
  borrower_id uuid,
  attempts integer default 0 not null,
  last_called_at timestamp with time zone,
  finished_at timestamp with time zone,
  offered_to uuid,
  offered_at timestamp with time zone,
  offered_until timestamp with time zone,
  archived_at timestamp with time zone,
  version integer default 1 not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  constraint call_centre_patients_pkey PRIMARY KEY (portfolio_id, id),
  constraint call_centre_patients_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  constraint call_centre_patients_offered_to_fkey FOREIGN KEY (offered_to) REFERENCES accounts(id),
  constraint call_centre_patients_portfolio_id_borrower_id_fkey FOREIGN KEY (portfolio_id, borrower_id) REFERENCES borrowers(portfolio_id, id),
  constraint call_centre_patients_portfolio_id_centre_id_fkey FOREIGN KEY (portfolio_id, centre_id) REFERENCES call_centres(portfolio_id, id),
  constraint call_centre_patients_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint call_centre_patients_attempts_check CHECK ((attempts >= 0)),
  constraint call_centre_patients_check CHECK ((num_nulls(offered_to, offered_at, offered_until) = ANY (ARRAY[0, 3]))),
  constraint call_centre_patients_check1 CHECK (((offered_to IS NULL) OR ((archived_at IS NULL) AND (finished_at IS NULL)))),
  constraint call_centre_patients_check2 CHECK (((attempts = 0) = (last_called_at IS NULL))),
  constraint call_centre_patients_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ae'::text]))),
  constraint call_centre_patients_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 120))),
  constraint call_centre_patients_note_check CHECK ((length(note) <= 2000)),
  constraint call_centre_patients_phone_check CHECK ((phone <> ''::text))
);
CREATE INDEX call_centre_patients_by_borrower ON public.call_centre_patients USING btree (portfolio_id, borrower_id);
CREATE INDEX call_centre_patients_by_centre ON public.call_centre_patients USING btree (portfolio_id, centre_id);
CREATE UNIQUE INDEX call_centre_patients_one_offer ON public.call_centre_patients USING btree (portfolio_id, centre_id, offered_to);

create table call_centre_presets (
  portfolio_id uuid not null,
  id uuid not null,
  name text not null,
  script text not null,
  attempts integer not null,
  retry_minutes integer not null,
  outcomes text[] not null,
  archived_at timestamp with time zone,
  version integer default 1 not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  hours jsonb not null,
  constraint call_centre_presets_pkey PRIMARY KEY (portfolio_id, id),
  constraint call_centre_presets_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  constraint call_centre_presets_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint call_centre_presets_attempts_check CHECK (((attempts >= 1) AND (attempts <= 20))),
  constraint call_centre_presets_hours_check CHECK (((jsonb_typeof(hours) = 'array'::text) AND (jsonb_array_length(hours) = 7) AND jsonb_path_exists(hours, '$[*]?(@ != null)'::jsonpath) AND (NOT jsonb_path_exists(hours, '$[*]?(@ != null && !(@."opensAt" < @."closesAt"))'::jsonpath)) AND (NOT jsonb_path_exists(hours, '$[*]?(@ != null).*?(!(@ like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$"))'::jsonpath)))),
  constraint call_centre_presets_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 120))),
  constraint call_centre_presets_outcomes_check CHECK (((cardinality(outcomes) > 0) AND (outcomes <@ '{answered,no-response,paid,disputed,refused,unreachable}'::text[]))),
  constraint call_centre_presets_retry_minutes_check CHECK (((retry_minutes >= 1) AND (retry_minutes <= 43200))),
  constraint call_centre_presets_script_check CHECK (((TRIM(BOTH FROM script) <> ''::text) AND (length(script) <= 8000)))
);
CREATE UNIQUE INDEX call_centre_presets_name_once ON public.call_centre_presets USING btree (portfolio_id, lower(name)) WHERE (archived_at IS NULL);

create table call_centres (
  portfolio_id uuid not null,
  id uuid not null,
  name text not null,
  time_zone text not null,
  phone text not null,
  preset_id uuid not null,
  archived_at timestamp with time zone,
  version integer default 1 not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  constraint call_centres_pkey PRIMARY KEY (portfolio_id, id),
  constraint call_centres_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  constraint call_centres_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint call_centres_portfolio_id_preset_id_fkey FOREIGN KEY (portfolio_id, preset_id) REFERENCES call_centre_presets(portfolio_id, id),
  constraint call_centres_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 120))),
  constraint call_centres_time_zone_check CHECK (((time_zone = 'UTC'::text) OR (time_zone ~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[A-Z]'::text))) NOT VALID
);
CREATE INDEX call_centres_by_preset ON public.call_centres USING btree (portfolio_id, preset_id);
CREATE UNIQUE INDEX call_centres_name_once ON public.call_centres USING btree (portfolio_id, lower(name)) WHERE (archived_at IS NULL);

create table call_counts (
  route text not null,
  network bytea not null,
  calls integer not null,
  counted_from timestamp with time zone not null,
  constraint call_counts_pkey PRIMARY KEY (route, network),
  constraint call_counts_calls_check CHECK ((calls >= 1)),
  constraint call_counts_network_check CHECK ((length(network) = 32))
);

create table charge_allocations (
  portfolio_id uuid not null,
  placed_by uuid not null,
  payment_id uuid not null,
  charge_id uuid not null,
  amount_minor bigint not null,
  constraint charge_allocations_pkey PRIMARY KEY (portfolio_id, placed_by, charge_id),
  constraint charge_allocations_portfolio_id_charge_id_fkey FOREIGN KEY (portfolio_id, charge_id) REFERENCES charges(portfolio_id, id),
  constraint charge_allocations_portfolio_id_payment_id_fkey FOREIGN KEY (portfolio_id, payment_id) REFERENCES payments(portfolio_id, id),
  constraint charge_allocations_amount_minor_check CHECK ((amount_minor > 0))
);
CREATE INDEX charge_allocations_by_charge ON public.charge_allocations USING btree (portfolio_id, charge_id);
CREATE TRIGGER charge_allocations_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.charge_allocations FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table charge_waivers (
  portfolio_id uuid not null,
  id uuid not null,
  charge_id uuid not null,
  loan_id uuid not null,
  event text not null,
  undoes_id uuid,
  amount_minor bigint not null,
  value_date date not null,
  reason text not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  number bigint default nextval('event_numbers'::regclass) not null,
  lost_reason boolean default false not null,
  constraint charge_waivers_pkey PRIMARY KEY (portfolio_id, id),
  constraint charge_waivers_portfolio_id_undoes_id_key UNIQUE (portfolio_id, undoes_id),
  constraint charge_waivers_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  constraint charge_waivers_portfolio_id_charge_id_fkey FOREIGN KEY (portfolio_id, charge_id) REFERENCES charges(portfolio_id, id),
  constraint charge_waivers_portfolio_id_undoes_id_fkey FOREIGN KEY (portfolio_id, undoes_id) REFERENCES charge_waivers(portfolio_id, id),
  constraint charge_waivers_amount_minor_check CHECK ((amount_minor > 0)),
  constraint charge_waivers_check CHECK (((event = 'undo-waiver'::text) = (undoes_id IS NOT NULL))),
  constraint charge_waivers_event_check CHECK ((event = ANY (ARRAY['waive-charge'::text, 'undo-waiver'::text]))),
  constraint charge_waivers_reason_check CHECK (((length(TRIM(BOTH FROM reason)) >= 1) AND (length(TRIM(BOTH FROM reason)) <= 500)))
);
CREATE INDEX charge_waivers_by_charge ON public.charge_waivers USING btree (portfolio_id, charge_id);
CREATE INDEX charge_waivers_by_loan ON public.charge_waivers USING btree (portfolio_id, loan_id, number);
CREATE TRIGGER charge_waivers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.charge_waivers FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table charges (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  portion text not null,
  kind text not null,
  instalment_number smallint not null,
  amount_minor bigint not null,
  due_on date not null,
  charged_on date not null,
  reason text not null,
  posted_by uuid,
  posted_at timestamp with time zone not null,
  number bigint default nextval('event_numbers'::regclass) not null,
  late_months smallint,
  charged_late_on date,
  constraint charges_pkey PRIMARY KEY (portfolio_id, id),
  constraint charges_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint charges_posted_by_fkey FOREIGN KEY (posted_by) REFERENCES accounts(id),
  constraint charges_amount_minor_check CHECK ((amount_minor > 0)),
  constraint charges_by_close CHECK (((posted_by IS NULL) = (late_months IS NOT NULL))),
  constraint charges_charged_late CHECK (((charged_late_on IS NULL) OR ((late_months IS NOT NULL) AND (charged_late_on > charged_on)))),
  constraint charges_instalment_number_check CHECK ((instalment_number > 0)),
  constraint charges_kind_check CHECK (((kind ~ '^[a-z]+(-[a-z]+)*$'::text) AND (length(kind) <= 60))),
  constraint charges_late_months_check CHECK ((late_months >= 0)),
  constraint charges_portion_check CHECK ((portion = ANY (ARRAY['fee'::text, 'penalty'::text]))),
  constraint charges_reason_check CHECK (((length(TRIM(BOTH FROM reason)) >= 1) AND (length(TRIM(BOTH FROM reason)) <= 500)))
);
CREATE INDEX charges_by_loan ON public.charges USING btree (portfolio_id, loan_id, number);
CREATE INDEX charges_of_closes ON public.charges USING btree (portfolio_id, charged_on) WHERE (posted_by IS NULL);
CREATE UNIQUE INDEX charges_once_a_month ON public.charges USING btree (portfolio_id, loan_id, instalment_number, due_on, late_months) WHERE ((late_months IS NOT NULL) AND (charged_late_on IS NULL));
CREATE TRIGGER charges_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.charges FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER charges_mark_dues AFTER INSERT ON public.charges FOR EACH ROW EXECUTE FUNCTION mark_dues();
CREATE TRIGGER charges_mark_month_ends AFTER INSERT ON public.charges FOR EACH ROW EXECUTE FUNCTION mark_month_ends();

create table chat_members (
  chat_id uuid not null,
  account_id uuid not null,
  read_number integer default 0 not null,
  joined_at timestamp with time zone not null,
  constraint chat_members_pkey PRIMARY KEY (chat_id, account_id),
  constraint chat_members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint chat_members_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chats(id)
);
CREATE INDEX chat_members_by_account ON public.chat_members USING btree (account_id);

create table chat_messages (
  chat_id uuid not null,
  number integer not null,
  id uuid not null,
  portfolio_id uuid,
  revision integer not null,
  author_id uuid not null,
  text text not null,
  event text,
  people uuid[] default '{}'::uuid[] not null,
  file_name text,
  media_type text,
  bytes bigint,
  sha256 bytea,
  scan text,
  sent_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  removed_at timestamp with time zone,
  search_text text generated always as (search_form(((text || ' '::text) || COALESCE(file_name, ''::text)))) stored,
  constraint chat_messages_pkey PRIMARY KEY (chat_id, number),
  constraint chat_messages_chat_id_id_key UNIQUE (chat_id, id),
  constraint chat_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES accounts(id),
  constraint chat_messages_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chats(id),
  constraint chat_messages_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint chat_messages_bytes_check CHECK ((bytes > 0)),
  constraint chat_messages_check CHECK ((num_nulls(file_name, media_type, bytes, sha256, scan) = ANY (ARRAY[0, 5]))),
  constraint chat_messages_check1 CHECK (((removed_at IS NULL) OR ((text = ''::text) AND (file_name IS NULL)))),
  constraint chat_messages_check2 CHECK (((removed_at IS NOT NULL) OR (event IS NOT NULL) OR (file_name IS NOT NULL) OR (length(TRIM(BOTH FROM text)) > 0))),
  constraint chat_messages_event_check CHECK ((event = ANY (ARRAY['create'::text, 'rename'::text, 'add'::text, 'remove'::text, 'leave'::text]))),
  constraint chat_messages_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 180))),
  constraint chat_messages_scan_check CHECK ((scan = ANY (ARRAY['clean'::text, 'not-scanned'::text]))),
  constraint chat_messages_sha256_check CHECK ((length(sha256) = 32)),
  constraint chat_messages_text_check CHECK ((length(text) <= 4000))
);
CREATE UNIQUE INDEX chat_messages_by_revision ON public.chat_messages USING btree (chat_id, revision);

create table chats (
  id uuid not null,
  portfolio_id uuid,
  owner_id uuid not null,
  name text,
  low_id uuid,
  high_id uuid,
  last_number integer default 0 not null,
  last_revision integer default 0 not null,
  last_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint chats_pkey PRIMARY KEY (id),
  constraint chats_high_id_fkey FOREIGN KEY (high_id) REFERENCES accounts(id),
  constraint chats_low_id_fkey FOREIGN KEY (low_id) REFERENCES accounts(id),
  constraint chats_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint chats_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint chats_check CHECK ((num_nulls(low_id, high_id) = ANY (ARRAY[0, 2]))),
  constraint chats_check1 CHECK (((name IS NULL) = (low_id IS NOT NULL))),
  constraint chats_check2 CHECK ((low_id < high_id)),
  constraint chats_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 80)))
);
CREATE UNIQUE INDEX chats_of_two ON public.chats USING btree (low_id, high_id);

create table collateral_events (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  asset_id uuid not null,
  event text not null,
  quantity numeric not null,
  change numeric generated always as (
CASE
    WHEN (event = ANY (ARRAY['pledge'::text, 'undo-release'::text])) THEN quantity
    ELSE (- quantity)
END) stored not null,
  value_date date not null,
  custody text not null,
  reason text not null,
  opposes_id uuid,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  number bigint default nextval('event_numbers'::regclass) not null,
  constraint collateral_events_pkey PRIMARY KEY (portfolio_id, id),
  constraint collateral_events_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  constraint collateral_events_portfolio_id_asset_id_fkey FOREIGN KEY (portfolio_id, asset_id) REFERENCES digital_assets(portfolio_id, id),
  constraint collateral_events_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint collateral_events_portfolio_id_opposes_id_fkey FOREIGN KEY (portfolio_id, opposes_id) REFERENCES collateral_events(portfolio_id, id),
  constraint collateral_events_check CHECK (((opposes_id IS NULL) = (event = ANY (ARRAY['pledge'::text, 'release'::text])))),
  constraint collateral_events_check1 CHECK (((opposes_id IS NULL) OR (TRIM(BOTH FROM reason) <> ''::text))),
  constraint collateral_events_custody_check CHECK ((length(custody) <= 200)),
  constraint collateral_events_event_check CHECK ((event = ANY (ARRAY['pledge'::text, 'release'::text, 'undo-pledge'::text, 'undo-release'::text]))),
  constraint collateral_events_quantity_check CHECK (((quantity > (0)::numeric) AND (quantity < '1000000000000000'::numeric) AND (scale(quantity) <= 18))),
  constraint collateral_events_reason_check CHECK ((length(reason) <= 500))
);
CREATE INDEX collateral_events_by_asset ON public.collateral_events USING btree (portfolio_id, asset_id);
CREATE INDEX collateral_events_by_loan ON public.collateral_events USING btree (portfolio_id, loan_id, asset_id, value_date);
CREATE UNIQUE INDEX collateral_events_opposed_once ON public.collateral_events USING btree (portfolio_id, opposes_id);
CREATE TRIGGER collateral_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.collateral_events FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER collateral_is_held AFTER INSERT ON public.collateral_events FOR EACH ROW EXECUTE FUNCTION check_collateral_is_held();

create table collection_report_recipients (
  portfolio_id uuid not null,
  account_id uuid not null,
  set_by uuid not null,
  set_at timestamp with time zone not null,
  constraint collection_report_recipients_pkey PRIMARY KEY (portfolio_id, account_id),
  constraint collection_report_recipients_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint collection_report_recipients_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint collection_report_recipients_set_by_fkey FOREIGN KEY (set_by) REFERENCES accounts(id)
);

create table collection_reports (
  portfolio_id uuid not null,
  period text not null,
  due_on date not null,
  recipients integer not null,
  made_at timestamp with time zone not null,
  constraint collection_reports_pkey PRIMARY KEY (portfolio_id, period, due_on),
  constraint collection_reports_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint collection_reports_period_check CHECK ((period = ANY (ARRAY['week'::text, 'month'::text])))
);

create table collection_targets (
  portfolio_id uuid not null,
  agent_id uuid not null,
  month date not null,
  amount_minor bigint,
  set_by uuid not null,
  set_at timestamp with time zone not null,
  constraint collection_targets_pkey PRIMARY KEY (portfolio_id, agent_id, month),
  constraint collection_targets_portfolio_id_agent_id_fkey FOREIGN KEY (portfolio_id, agent_id) REFERENCES accounts(portfolio_id, id),
  constraint collection_targets_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint collection_targets_set_by_fkey FOREIGN KEY (set_by) REFERENCES accounts(id),
  constraint collection_targets_amount_minor_check CHECK ((amount_minor > 0)),
  constraint collection_targets_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

create table companies (
  is_only boolean default true not null,
  id uuid not null,
  legal_name text not null,
  address text not null,
  registration_number text not null,
  version integer not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  constraint companies_pkey PRIMARY KEY (is_only),
  constraint companies_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  constraint companies_address_check CHECK ((length(address) <= 500)),
  constraint companies_is_only_check CHECK (is_only),
  constraint companies_legal_name_check CHECK (((length(TRIM(BOTH FROM legal_name)) >= 1) AND (length(TRIM(BOTH FROM legal_name)) <= 200))),
  constraint companies_registration_number_check CHECK ((length(registration_number) <= 60)),
  constraint companies_version_check CHECK ((version >= 1))
);

create table company_logos (
  is_only boolean default true not null,
  id uuid not null,
  content bytea not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  constraint company_logos_pkey PRIMARY KEY (is_only),
  constraint company_logos_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  constraint company_logos_content_check CHECK (((length(content) >= 1) AND (length(content) <= 131072))),
  constraint company_logos_is_only_check CHECK (is_only)
);

create table contact_attempts (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  channel text not null,
  outcome text not null,
  note text default ''::text not null,
  contacted_at timestamp with time zone not null,
  logged_by uuid not null,
  logged_at timestamp with time zone not null,
  direction text default 'outgoing'::text not null,
  party_id uuid,
  try_again_at timestamp with time zone,
  dispute_reason text,
  payment_id uuid,
  call_id uuid,
  constraint contact_attempts_pkey PRIMARY KEY (portfolio_id, id),
  constraint contact_attempts_logged_by_fkey FOREIGN KEY (logged_by) REFERENCES accounts(id),
  constraint contact_attempts_party_of_loan FOREIGN KEY (portfolio_id, loan_id, party_id) REFERENCES loan_parties(portfolio_id, loan_id, id),
  constraint contact_attempts_portfolio_id_call_id_fkey FOREIGN KEY (portfolio_id, call_id) REFERENCES contact_attempts(portfolio_id, id),
  constraint contact_attempts_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint contact_attempts_portfolio_id_payment_id_fkey FOREIGN KEY (portfolio_id, payment_id) REFERENCES payments(portfolio_id, id),
  constraint contact_attempts_channel_check CHECK ((channel = ANY (ARRAY['call'::text, 'sms'::text, 'email'::text, 'whatsapp'::text, 'visit'::text, 'letter'::text]))),
  constraint contact_attempts_check CHECK ((contacted_at <= logged_at)),
  constraint contact_attempts_check1 CHECK (((try_again_at > contacted_at) AND (try_again_at < '3000-01-02 00:00:00+00'::timestamp with time zone))),
  constraint contact_attempts_direction_check CHECK ((direction = ANY (ARRAY['outgoing'::text, 'incoming'::text]))),
  constraint contact_attempts_dispute_reason_check CHECK ((dispute_reason = ANY (ARRAY['already-paid'::text, 'wrong-amount'::text, 'not-their-loan'::text, 'fraud'::text, 'different-reason'::text]))),
  constraint contact_attempts_note_check CHECK ((length(note) <= 2000)),
  constraint contact_attempts_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'promised'::text, 'paid'::text, 'call-back'::text, 'no-response'::text, 'wrong-number'::text, 'third-party'::text, 'disputed'::text, 'refused'::text, 'hardship'::text, 'deceased'::text, 'unreachable'::text]))),
  constraint contact_attempts_reason_is_of_dispute CHECK (((dispute_reason IS NULL) OR (outcome = 'disputed'::text)))
);
CREATE INDEX contact_attempts_by_day ON public.contact_attempts USING btree (portfolio_id, contacted_at, logged_by);
CREATE INDEX contact_attempts_by_loan ON public.contact_attempts USING btree (portfolio_id, loan_id, contacted_at DESC);
CREATE INDEX contact_attempts_of_call ON public.contact_attempts USING btree (portfolio_id, call_id) WHERE (call_id IS NOT NULL);
CREATE TRIGGER contact_attempts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.contact_attempts FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table contact_pauses (
  portfolio_id uuid not null,
  contact_id uuid not null,
  loan_id uuid not null,
  cause text not null,
  paused_at timestamp with time zone not null,
  resolved_by uuid,
  resolved_at timestamp with time zone,
  resolution text,
  constraint contact_pauses_pkey PRIMARY KEY (portfolio_id, contact_id),
  constraint contact_pauses_portfolio_id_contact_id_fkey FOREIGN KEY (portfolio_id, contact_id) REFERENCES contact_attempts(portfolio_id, id),
  constraint contact_pauses_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint contact_pauses_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES accounts(id),
  constraint contact_pauses_cause_check CHECK ((cause = ANY (ARRAY['disputed'::text, 'deceased'::text]))),
  constraint contact_pauses_check CHECK (((resolved_at IS NULL) = (resolved_by IS NULL))),
  constraint contact_pauses_check1 CHECK (((resolved_at IS NULL) = (resolution IS NULL))),
  constraint contact_pauses_resolution_check CHECK (((length(TRIM(BOTH FROM resolution)) >= 1) AND (length(TRIM(BOTH FROM resolution)) <= 2000)))
);
CREATE UNIQUE INDEX contact_pauses_open ON public.contact_pauses USING btree (portfolio_id, loan_id, cause) WHERE (resolved_at IS NULL);

create table credit_refunds (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  event text not null,
  undoes_id uuid,
  amount_minor bigint not null,
  method text not null,
  value_date date not null,
  reason text not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  number bigint default nextval('event_numbers'::regclass) not null,
  constraint credit_refunds_pkey PRIMARY KEY (portfolio_id, id),
  constraint credit_refunds_portfolio_id_undoes_id_key UNIQUE (portfolio_id, undoes_id),
  constraint credit_refunds_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  constraint credit_refunds_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint credit_refunds_portfolio_id_undoes_id_fkey FOREIGN KEY (portfolio_id, undoes_id) REFERENCES credit_refunds(portfolio_id, id),
  constraint credit_refunds_amount_minor_check CHECK ((amount_minor > 0)),
  constraint credit_refunds_check CHECK (((event = 'undo-refund'::text) = (undoes_id IS NOT NULL))),
  constraint credit_refunds_event_check CHECK ((event = ANY (ARRAY['refund-credit'::text, 'undo-refund'::text]))),
  constraint credit_refunds_method_check CHECK ((method = ANY (ARRAY['bank-transfer'::text, 'card'::text, 'cash'::text, 'cheque'::text, 'direct-debit'::text, 'other'::text]))),
  constraint credit_refunds_reason_check CHECK (((length(TRIM(BOTH FROM reason)) >= 1) AND (length(TRIM(BOTH FROM reason)) <= 500)))
);
CREATE INDEX credit_refunds_by_loan ON public.credit_refunds USING btree (portfolio_id, loan_id, number);
CREATE TRIGGER credit_refunds_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.credit_refunds FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table digital_assets (
  portfolio_id uuid not null,
  id uuid not null,
  symbol text not null,
  name text not null,
  decimals smallint not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  constraint digital_assets_pkey PRIMARY KEY (portfolio_id, id),
  constraint digital_assets_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  constraint digital_assets_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint digital_assets_decimals_check CHECK (((decimals >= 0) AND (decimals <= 18))),
  constraint digital_assets_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 80))),
  constraint digital_assets_symbol_check CHECK ((symbol ~ '^[A-Z0-9.]{1,12}$'::text))
);
CREATE UNIQUE INDEX digital_assets_symbol_once ON public.digital_assets USING btree (portfolio_id, symbol);
CREATE TRIGGER digital_assets_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.digital_assets FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table distribution_rules (
  portfolio_id uuid not null,
  "position" smallint not null,
  name text not null,
  buckets text[] default '{}'::text[] not null,
  min_outstanding_minor bigint,
  max_outstanding_minor bigint,
  language text,
  team_id uuid,
  skill text,
  speaks_language boolean default false not null,
  keeps_agent boolean default true not null,
  takes_held boolean default false not null,
  constraint distribution_rules_pkey PRIMARY KEY (portfolio_id, "position"),
  constraint distribution_rules_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint distribution_rules_portfolio_id_team_id_fkey FOREIGN KEY (portfolio_id, team_id) REFERENCES teams(portfolio_id, id),
  constraint distribution_rules_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ae'::text]))),
  constraint distribution_rules_max_outstanding_minor_check CHECK ((max_outstanding_minor >= 0)),
  constraint distribution_rules_min_outstanding_minor_check CHECK ((min_outstanding_minor >= 0)),
  constraint distribution_rules_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 120))),
  constraint distribution_rules_position_check CHECK (("position" >= 1)),
  constraint distribution_rules_skill_check CHECK (((length(TRIM(BOTH FROM skill)) >= 1) AND (length(TRIM(BOTH FROM skill)) <= 60)))
);

create table distribution_settings (
  portfolio_id uuid not null,
  runs_daily boolean not null,
  version integer not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  last_run_on date,
  constraint distribution_settings_pkey PRIMARY KEY (portfolio_id),
  constraint distribution_settings_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  constraint distribution_settings_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint distribution_settings_version_check CHECK ((version >= 1))
);

create table document_folder (
  only_one boolean default true not null,
  id uuid not null,
  placed_at timestamp with time zone,
  constraint document_folder_pkey PRIMARY KEY (only_one),
  constraint document_folder_only_one_check CHECK (only_one)
);

create table documents (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  name text not null,
  media_type text not null,
  bytes bigint not null,
  sha256 bytea not null,
  scan text not null,
  filed_by uuid not null,
  filed_at timestamp with time zone not null,
  withdrawn_by uuid,
  withdrawn_at timestamp with time zone,
  withdrawn_reason text,
  constraint documents_pkey PRIMARY KEY (portfolio_id, id),
  constraint documents_filed_by_fkey FOREIGN KEY (filed_by) REFERENCES accounts(id),
  constraint documents_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint documents_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES accounts(id),
  constraint documents_bytes_check CHECK ((bytes > 0)),
  constraint documents_check CHECK ((num_nulls(withdrawn_by, withdrawn_at, withdrawn_reason) = ANY (ARRAY[0, 3]))),
  constraint documents_media_type_check CHECK ((media_type ~ '^[a-z]+/[a-z0-9.+-]+$'::text)),
  constraint documents_name_check CHECK (((length(name) >= 1) AND (length(name) <= 180))),
  constraint documents_scan_check CHECK ((scan = ANY (ARRAY['clean'::text, 'not-scanned'::text]))),
  constraint documents_sha256_check CHECK ((length(sha256) = 32)),
  constraint documents_withdrawn_reason_check CHECK (((length(TRIM(BOTH FROM withdrawn_reason)) >= 1) AND (length(TRIM(BOTH FROM withdrawn_reason)) <= 500)))
);
CREATE INDEX documents_by_loan ON public.documents USING btree (portfolio_id, loan_id, filed_at DESC, id DESC);

create table due_marks (
  id bigint generated always as identity not null,
  portfolio_id uuid not null,
  loan_id uuid not null,
  is_move boolean default false not null,
  constraint due_marks_pkey PRIMARY KEY (id)
) with (vacuum_index_cleanup=on);
CREATE INDEX due_marks_by_loan ON public.due_marks USING btree (portfolio_id, loan_id);

create table due_sums (
  portfolio_id uuid not null,
  due_on date not null,
  currency text not null,
  expected_minor bigint not null,
  expected_dues bigint not null,
  principal_minor bigint not null,
  interest_minor bigint not null,
  charges_minor bigint not null,
  dues bigint not null,
  constraint due_sums_pkey PRIMARY KEY (portfolio_id, due_on, currency),
  constraint due_sums_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
) with (fillfactor=70);

create table dunning_steps (
  portfolio_id uuid not null,
  id uuid not null,
  template_id uuid not null,
  from_days_late smallint not null,
  until_days_late smallint,
  every_days smallint not null,
  working_days_only boolean not null,
  spares_promises boolean not null,
  releases_itself boolean not null,
  version integer default 1 not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  proposed_on date,
  constraint dunning_steps_pkey PRIMARY KEY (portfolio_id, id),
  constraint dunning_steps_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  constraint dunning_steps_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint dunning_steps_portfolio_id_template_id_fkey FOREIGN KEY (portfolio_id, template_id) REFERENCES message_templates(portfolio_id, id),
  constraint dunning_steps_check CHECK ((until_days_late >= from_days_late)),
  constraint dunning_steps_every_days_check CHECK (((every_days >= 1) AND (every_days <= 365))),
  constraint dunning_steps_from_days_late_check CHECK (((from_days_late >= 1) AND (from_days_late <= 3650))),
  constraint dunning_steps_until_days_late_check CHECK ((until_days_late <= 3650)),
  constraint dunning_steps_version_check CHECK ((version >= 1))
);

create table earning_terms (
  portfolio_id uuid not null,
  earner_id uuid not null,
  from_day date not null,
  commission_rate_percent numeric(7,4),
  monthly_target_minor bigint,
  constraint earning_terms_pkey PRIMARY KEY (portfolio_id, earner_id, from_day),
  constraint earning_terms_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint earning_terms_commission_rate_percent_check CHECK (((commission_rate_percent >= (0)::numeric) AND (commission_rate_percent <= (100)::numeric))),
  constraint earning_terms_monthly_target_minor_check CHECK ((monthly_target_minor >= 0))
);

create table end_of_day_buckets (
  portfolio_id uuid not null,
  day date not null,
  currency text not null,
  bucket text not null,
  loans integer not null,
  outstanding_minor bigint not null,
  constraint end_of_day_buckets_pkey PRIMARY KEY (portfolio_id, day, currency, bucket),
  constraint end_of_day_buckets_portfolio_id_day_currency_fkey FOREIGN KEY (portfolio_id, day, currency) REFERENCES end_of_day_sums(portfolio_id, day, currency),
  constraint end_of_day_buckets_loans_check CHECK ((loans >= 0)),
  constraint end_of_day_buckets_outstanding_minor_check CHECK ((outstanding_minor >= 0))
);
CREATE TRIGGER end_of_day_buckets_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.end_of_day_buckets FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table end_of_day_chunks (
  portfolio_id uuid not null,
  day date not null,
  number integer not null,
  promise_ids uuid[] default '{}'::uuid[] not null,
  late_loan_ids uuid[] default '{}'::uuid[] not null,
  constraint end_of_day_chunks_pkey PRIMARY KEY (portfolio_id, day, number),
  constraint end_of_day_chunks_portfolio_id_day_fkey FOREIGN KEY (portfolio_id, day) REFERENCES end_of_day_runs(portfolio_id, day),
  constraint end_of_day_chunks_number_check CHECK ((number > 0))
);

create table end_of_day_exceptions (
  portfolio_id uuid not null,
  day date not null,
  loan_id uuid not null,
  reason text not null,
  constraint end_of_day_exceptions_pkey PRIMARY KEY (portfolio_id, day, loan_id),
  constraint end_of_day_exceptions_portfolio_id_day_fkey FOREIGN KEY (portfolio_id, day) REFERENCES end_of_day_runs(portfolio_id, day),
  constraint end_of_day_exceptions_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint end_of_day_exceptions_reason_check CHECK ((reason = 'unexpected'::text))
);
CREATE TRIGGER end_of_day_exceptions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.end_of_day_exceptions FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table end_of_day_promises (
  portfolio_id uuid not null,
  promise_id uuid not null,
  day date not null,
  state text not null,
  received_minor bigint not null,
  constraint end_of_day_promises_pkey PRIMARY KEY (portfolio_id, promise_id),
  constraint end_of_day_promises_portfolio_id_day_fkey FOREIGN KEY (portfolio_id, day) REFERENCES end_of_day_runs(portfolio_id, day),
  constraint end_of_day_promises_portfolio_id_promise_id_fkey FOREIGN KEY (portfolio_id, promise_id) REFERENCES promises(portfolio_id, id),
  constraint end_of_day_promises_received_minor_check CHECK ((received_minor >= 0)),
  constraint end_of_day_promises_state_check CHECK ((state = ANY (ARRAY['kept'::text, 'partly-kept'::text, 'broken'::text])))
);
CREATE INDEX end_of_day_promises_by_day ON public.end_of_day_promises USING btree (portfolio_id, day);
CREATE TRIGGER end_of_day_promises_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.end_of_day_promises FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table end_of_day_retries (
  portfolio_id uuid not null,
  day date not null,
  loan_id uuid not null,
  done_on date not null,
  constraint end_of_day_retries_pkey PRIMARY KEY (portfolio_id, day, loan_id),
  constraint end_of_day_retries_portfolio_id_day_loan_id_fkey FOREIGN KEY (portfolio_id, day, loan_id) REFERENCES end_of_day_exceptions(portfolio_id, day, loan_id),
  constraint end_of_day_retries_portfolio_id_done_on_fkey FOREIGN KEY (portfolio_id, done_on) REFERENCES end_of_day_runs(portfolio_id, day),
  constraint end_of_day_retries_check CHECK ((done_on > day))
);
CREATE TRIGGER end_of_day_retries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.end_of_day_retries FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table end_of_day_runs (
  portfolio_id uuid not null,
  day date not null,
  id uuid not null,
  state text default 'running'::text not null,
  started_by uuid,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  failed_at timestamp with time zone,
  constraint end_of_day_runs_pkey PRIMARY KEY (portfolio_id, day),
  constraint end_of_day_runs_id_key UNIQUE (id),
  constraint end_of_day_runs_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint end_of_day_runs_started_by_fkey FOREIGN KEY (started_by) REFERENCES accounts(id),
  constraint end_of_day_runs_check CHECK (((state = 'closed'::text) = (ended_at IS NOT NULL))),
  constraint end_of_day_runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'closed'::text])))
);
CREATE UNIQUE INDEX end_of_day_runs_one_at_a_time ON public.end_of_day_runs USING btree (portfolio_id) WHERE (state = 'running'::text);

create table end_of_day_sums (
  portfolio_id uuid not null,
  day date not null,
  currency text not null,
  due_instalments integer not null,
  due_minor bigint not null,
  due_open_minor bigint not null,
  payments integer not null,
  received_minor bigint not null,
  constraint end_of_day_sums_pkey PRIMARY KEY (portfolio_id, day, currency),
  constraint end_of_day_sums_portfolio_id_day_fkey FOREIGN KEY (portfolio_id, day) REFERENCES end_of_day_runs(portfolio_id, day),
  constraint end_of_day_sums_check CHECK (((due_open_minor >= 0) AND (due_open_minor <= due_minor))),
  constraint end_of_day_sums_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint end_of_day_sums_due_instalments_check CHECK ((due_instalments >= 0)),
  constraint end_of_day_sums_due_minor_check CHECK ((due_minor >= 0)),
  constraint end_of_day_sums_payments_check CHECK ((payments >= 0)),
  constraint end_of_day_sums_received_minor_check CHECK ((received_minor >= 0))
);
CREATE TRIGGER end_of_day_sums_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.end_of_day_sums FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table enquiries (
  id uuid not null,
  kind text not null,
  name text not null,
  email text not null,
  text text not null,
  language text not null,
  sent_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  settled_by uuid,
  outcome text,
  note text default ''::text not null,
  version integer default 0 not null,
  constraint enquiries_pkey PRIMARY KEY (id),
  constraint enquiries_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES accounts(id),
  constraint enquiries_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint enquiries_kind_check CHECK ((kind = ANY (ARRAY['account'::text, 'contact'::text, 'announcement'::text]))),
  constraint enquiries_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ae'::text]))),
  constraint enquiries_name_check CHECK ((length(name) <= 120)),
  constraint enquiries_note_check CHECK ((length(note) <= 500)),
  constraint enquiries_outcome_check CHECK ((outcome = ANY (ARRAY['approved'::text, 'declined'::text, 'done'::text]))),
  constraint enquiries_text_check CHECK ((length(text) <= 4000)),
  constraint settled_by_somebody CHECK ((((settled_at IS NULL) = (settled_by IS NULL)) AND ((settled_at IS NULL) = (outcome IS NULL))))
);
CREATE UNIQUE INDEX enquiries_asked_once ON public.enquiries USING btree (kind, lower(email)) WHERE ((settled_at IS NULL) AND (kind <> 'contact'::text));
CREATE INDEX enquiries_newest ON public.enquiries USING btree (sent_at DESC, id DESC);

create table external_contacts (
  id uuid not null,
  portfolio_id uuid,
  owner_id uuid not null,
  is_shared boolean not null,
  name text not null,
  organisation text not null,
  occupation text not null,
  email text not null,
  phone text not null,
  address text not null,
  details text not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  constraint external_contacts_pkey PRIMARY KEY (id),
  constraint external_contacts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint external_contacts_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint external_contacts_address_check CHECK ((length(address) <= 500)),
  constraint external_contacts_details_check CHECK ((length(details) <= 4000)),
  constraint external_contacts_email_check CHECK ((length(email) <= 254)),
  constraint external_contacts_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 200))),
  constraint external_contacts_occupation_check CHECK ((length(occupation) <= 200)),
  constraint external_contacts_organisation_check CHECK ((length(organisation) <= 200)),
  constraint external_contacts_phone_check CHECK ((length(phone) <= 40))
);
CREATE INDEX external_contacts_by_owner ON public.external_contacts USING btree (owner_id);
CREATE INDEX external_contacts_shared ON public.external_contacts USING btree (portfolio_id) WHERE is_shared;

create table held_due_sums (
  portfolio_id uuid not null,
  holder_id uuid not null,
  due_on date not null,
  currency text not null,
  expected_minor bigint not null,
  expected_dues bigint not null,
  principal_minor bigint not null,
  interest_minor bigint not null,
  charges_minor bigint not null,
  dues bigint not null,
  constraint held_due_sums_pkey PRIMARY KEY (portfolio_id, holder_id, due_on, currency),
  constraint held_due_sums_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
) with (fillfactor=70);

create table held_ledger_day_changes (
  id bigint generated always as identity not null,
  portfolio_id uuid not null,
  holder_id uuid not null,
  day date not null,
  account text not null,
  currency text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  lines bigint not null,
  constraint held_ledger_day_changes_pkey PRIMARY KEY (id)
);

create table held_ledger_days (
  portfolio_id uuid not null,
  holder_id uuid not null,
  day date not null,
  account text not null,
  currency text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  lines bigint not null,
  constraint held_ledger_days_pkey PRIMARY KEY (portfolio_id, holder_id, day, account, currency),
  constraint held_ledger_days_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
) with (fillfactor=70);

create table held_month_end_sums (
  portfolio_id uuid not null,
  holder_id uuid not null,
  "on" date not null,
  currency text not null,
  bucket text not null,
  was text,
  vintage date,
  loans integer not null,
  outstanding_minor bigint not null,
  formerly_minor bigint not null,
  constraint held_month_end_sums_portfolio_id_holder_id_on_currency_buck_key UNIQUE NULLS NOT DISTINCT (portfolio_id, holder_id, "on", currency, bucket, was, vintage),
  constraint held_month_end_sums_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
) with (fillfactor=70);

create table holidays (
  portfolio_id uuid not null,
  id uuid not null,
  day date not null,
  name text not null,
  set_by uuid not null,
  set_at timestamp with time zone not null,
  removed_by uuid,
  removed_at timestamp with time zone,
  constraint holidays_pkey PRIMARY KEY (portfolio_id, id),
  constraint holidays_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint holidays_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES accounts(id),
  constraint holidays_set_by_fkey FOREIGN KEY (set_by) REFERENCES accounts(id),
  constraint holidays_check CHECK (((removed_by IS NULL) = (removed_at IS NULL))),
  constraint holidays_check1 CHECK ((removed_at >= set_at)),
  constraint holidays_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 80)))
);
CREATE UNIQUE INDEX holidays_once ON public.holidays USING btree (portfolio_id, day) WHERE (removed_at IS NULL);

create table import_comparisons (
  portfolio_id uuid not null,
  import_id uuid not null,
  number integer not null,
  kind text not null,
  row_number integer,
  external_id text not null,
  loan_id uuid,
  borrower_id uuid,
  facts jsonb default '{}'::jsonb not null,
  payment jsonb,
  constraint import_comparisons_pkey PRIMARY KEY (portfolio_id, import_id, number),
  constraint import_comparisons_portfolio_id_import_id_fkey FOREIGN KEY (portfolio_id, import_id) REFERENCES imports(portfolio_id, id),
  constraint import_comparisons_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint import_comparisons_check CHECK (((kind = 'new'::text) = (loan_id IS NULL))),
  constraint import_comparisons_check1 CHECK (((kind = 'missing'::text) = (row_number IS NULL))),
  constraint import_comparisons_kind_check CHECK ((kind = ANY (ARRAY['changed'::text, 'new'::text, 'same'::text, 'missing'::text])))
);
CREATE INDEX import_comparisons_by_kind ON public.import_comparisons USING btree (portfolio_id, import_id, kind, number);
CREATE INDEX import_comparisons_by_loan ON public.import_comparisons USING btree (portfolio_id, loan_id) WHERE (kind = 'changed'::text);

create table import_findings (
  portfolio_id uuid not null,
  import_id uuid not null,
  number integer not null,
  row_number integer,
  column_name text,
  severity text not null,
  code text not null,
  value text,
  details jsonb default '{}'::jsonb not null,
  constraint import_findings_pkey PRIMARY KEY (portfolio_id, import_id, number),
  constraint import_findings_portfolio_id_import_id_fkey FOREIGN KEY (portfolio_id, import_id) REFERENCES imports(portfolio_id, id),
  constraint import_findings_severity_check CHECK ((severity = ANY (ARRAY['error'::text, 'warning'::text])))
);

create table import_rows (
  portfolio_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  external_id text,
  loan jsonb,
  cells text,
  loan_id uuid,
  constraint import_rows_pkey PRIMARY KEY (portfolio_id, import_id, row_number),
  constraint import_rows_portfolio_id_import_id_fkey FOREIGN KEY (portfolio_id, import_id) REFERENCES imports(portfolio_id, id)
);

create table imports (
  portfolio_id uuid not null,
  id uuid not null,
  file_name text not null,
  file_bytes bigint default 0 not null,
  file_sha256 bytea,
  state text not null,
  rows_read integer default 0 not null,
  rows_booked integer default 0 not null,
  summary jsonb,
  failure jsonb,
  cancel_requested boolean default false not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  booked_by uuid,
  booked_at timestamp with time zone,
  undone_by uuid,
  undone_at timestamp with time zone,
  cut_off_on date,
  header text[],
  read_as jsonb default '{}'::jsonb not null,
  reading jsonb,
  constraint imports_pkey PRIMARY KEY (portfolio_id, id),
  constraint imports_booked_by_fkey FOREIGN KEY (booked_by) REFERENCES accounts(id),
  constraint imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  constraint imports_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint imports_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES accounts(id),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['checking'::text, 'checked'::text, 'booking'::text, 'booked'::text, 'undone'::text, 'cancelled'::text, 'failed'::text])))
);
CREATE INDEX imports_newest ON public.imports USING btree (portfolio_id, created_at DESC);
CREATE TRIGGER imports_mark_dues AFTER UPDATE ON public.imports FOR EACH ROW WHEN (((old.cut_off_on IS DISTINCT FROM new.cut_off_on) OR (old.booked_at IS DISTINCT FROM new.booked_at))) EXECUTE FUNCTION mark_dues_of_import();
CREATE TRIGGER imports_mark_month_ends AFTER UPDATE ON public.imports FOR EACH ROW WHEN (((old.cut_off_on IS DISTINCT FROM new.cut_off_on) OR (old.booked_at IS DISTINCT FROM new.booked_at))) EXECUTE FUNCTION mark_month_ends_of_import();

create table income_days (
  portfolio_id uuid not null,
  day date not null,
  team_id uuid,
  agent_id uuid,
  interest_minor bigint default 0 not null,
  fees_minor bigint default 0 not null,
  penalties_minor bigint default 0 not null,
  payments integer default 0 not null,
  principal_minor bigint default 0 not null,
  constraint income_days_portfolio_id_day_team_id_agent_id_key UNIQUE NULLS NOT DISTINCT (portfolio_id, day, team_id, agent_id),
  constraint income_days_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
) with (fillfactor=70);
CREATE TRIGGER income_days_notify_changes AFTER UPDATE ON public.income_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_figures();
CREATE TRIGGER income_days_notify_gone AFTER DELETE ON public.income_days REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_figures();
CREATE TRIGGER income_days_notify_new AFTER INSERT ON public.income_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_figures();

create table instalments (
  portfolio_id uuid not null,
  loan_id uuid not null,
  number smallint not null,
  due_on date not null,
  principal_minor bigint not null,
  interest_minor bigint not null,
  fees_minor bigint default 0 not null,
  penalties_minor bigint default 0 not null,
  principal_paid_minor bigint default 0 not null,
  interest_paid_minor bigint default 0 not null,
  fees_paid_minor bigint default 0 not null,
  penalties_paid_minor bigint default 0 not null,
  accrues_from date,
  carried_minor bigint,
  earned_minor bigint,
  bearing_minor bigint,
  constraint instalments_pkey PRIMARY KEY (portfolio_id, loan_id, number),
  constraint instalments_accrual_whole CHECK ((num_nonnulls(accrues_from, carried_minor, earned_minor, bearing_minor) = ANY (ARRAY[0, 4]))),
  constraint instalments_bearing_minor_check CHECK ((bearing_minor >= 0)),
  constraint instalments_carried_minor_check CHECK ((carried_minor >= 0)),
  constraint instalments_check CHECK (((principal_paid_minor >= 0) AND (principal_paid_minor <= principal_minor))),
  constraint instalments_check1 CHECK (((interest_paid_minor >= 0) AND (interest_paid_minor <= interest_minor))),
  constraint instalments_check2 CHECK (((fees_paid_minor >= 0) AND (fees_paid_minor <= fees_minor))),
  constraint instalments_check3 CHECK (((penalties_paid_minor >= 0) AND (penalties_paid_minor <= penalties_minor))),
  constraint instalments_fees_minor_check CHECK ((fees_minor >= 0)),
  constraint instalments_interest_minor_check CHECK ((interest_minor >= 0)),
  constraint instalments_number_check CHECK ((number > 0)),
  constraint instalments_penalties_minor_check CHECK ((penalties_minor >= 0)),
  constraint instalments_principal_minor_check CHECK ((principal_minor >= 0))
) with (fillfactor=80);
CREATE INDEX instalments_by_due ON public.instalments USING btree (portfolio_id, due_on);
CREATE INDEX instalments_by_due_paid ON public.instalments USING btree (portfolio_id, due_on, loan_id, number) WHERE ((((principal_paid_minor + interest_paid_minor) + fees_paid_minor) + penalties_paid_minor) > 0);
CREATE TRIGGER instalments_list_changes AFTER UPDATE ON public.instalments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_instalment_changes();
CREATE TRIGGER instalments_list_gone AFTER DELETE ON public.instalments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_instalment_changes();
CREATE TRIGGER instalments_mark_dues AFTER UPDATE ON public.instalments FOR EACH ROW WHEN ((((((old.due_on IS DISTINCT FROM new.due_on) OR (old.principal_minor IS DISTINCT FROM new.principal_minor)) OR (old.interest_minor IS DISTINCT FROM new.interest_minor)) OR (old.fees_minor IS DISTINCT FROM new.fees_minor)) OR (old.penalties_minor IS DISTINCT FROM new.penalties_minor))) EXECUTE FUNCTION mark_dues();
CREATE TRIGGER instalments_mark_month_ends AFTER UPDATE ON public.instalments FOR EACH ROW WHEN ((((((old.due_on IS DISTINCT FROM new.due_on) OR (old.principal_minor IS DISTINCT FROM new.principal_minor)) OR (old.interest_minor IS DISTINCT FROM new.interest_minor)) OR (old.fees_minor IS DISTINCT FROM new.fees_minor)) OR (old.penalties_minor IS DISTINCT FROM new.penalties_minor))) EXECUTE FUNCTION mark_month_ends();
CREATE TRIGGER instalments_stay_with_their_loan BEFORE UPDATE OF portfolio_id, loan_id ON public.instalments FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER instalments_taken AFTER INSERT ON public.instalments REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION take_new_instalments();

create table invoice_issuers (
  portfolio_id uuid not null,
  name text not null,
  address text not null,
  tax_number text not null,
  payment_details text not null,
  due_days smallint not null,
  version integer default 1 not null,
  constraint invoice_issuers_pkey PRIMARY KEY (portfolio_id),
  constraint invoice_issuers_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint invoice_issuers_address_check CHECK ((length(address) <= 500)),
  constraint invoice_issuers_due_days_check CHECK (((due_days >= 0) AND (due_days <= 365))),
  constraint invoice_issuers_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 200))),
  constraint invoice_issuers_payment_details_check CHECK ((length(payment_details) <= 1000)),
  constraint invoice_issuers_tax_number_check CHECK ((length(tax_number) <= 60))
);

create table invoice_lines (
  portfolio_id uuid not null,
  invoice_id uuid not null,
  number smallint not null,
  description text not null,
  quantity numeric(9,3) not null,
  unit_price_minor bigint not null,
  tax_percent numeric(7,4) not null,
  net_minor bigint not null,
  instalment_number smallint,
  part text,
  constraint invoice_lines_pkey PRIMARY KEY (portfolio_id, invoice_id, number),
  constraint invoice_lines_portfolio_id_invoice_id_fkey FOREIGN KEY (portfolio_id, invoice_id) REFERENCES invoices(portfolio_id, id) ON DELETE CASCADE,
  constraint invoice_lines_check CHECK (((part IS NULL) = (instalment_number IS NULL))),
  constraint invoice_lines_description_check CHECK (((length(TRIM(BOTH FROM description)) >= 1) AND (length(TRIM(BOTH FROM description)) <= 300))),
  constraint invoice_lines_number_check CHECK ((number > 0)),
  constraint invoice_lines_part_check CHECK ((part = ANY (ARRAY['principal'::text, 'interest'::text, 'fees'::text, 'penalties'::text]))),
  constraint invoice_lines_tax_percent_check CHECK (((tax_percent >= (0)::numeric) AND (tax_percent <= (100)::numeric)))
);
CREATE TRIGGER invoice_lines_stay_as_issued BEFORE INSERT OR DELETE OR UPDATE ON public.invoice_lines FOR EACH ROW EXECUTE FUNCTION keep_issued_lines();

create table invoice_payments (
  portfolio_id uuid not null,
  invoice_id uuid not null,
  payment_id uuid not null,
  amount_minor bigint not null,
  linked_by uuid not null,
  linked_at timestamp with time zone not null,
  constraint invoice_payments_pkey PRIMARY KEY (portfolio_id, invoice_id, payment_id),
  constraint invoice_payments_linked_by_fkey FOREIGN KEY (linked_by) REFERENCES accounts(id),
  constraint invoice_payments_portfolio_id_invoice_id_fkey FOREIGN KEY (portfolio_id, invoice_id) REFERENCES invoices(portfolio_id, id),
  constraint invoice_payments_portfolio_id_payment_id_fkey FOREIGN KEY (portfolio_id, payment_id) REFERENCES payments(portfolio_id, id),
  constraint invoice_payments_amount_minor_check CHECK ((amount_minor > 0))
);
CREATE INDEX invoice_payments_by_payment ON public.invoice_payments USING btree (portfolio_id, payment_id);

create table invoice_receipt_reversals (
  portfolio_id uuid not null,
  id uuid not null,
  receipt_id uuid not null,
  reason text not null,
  reversed_by uuid not null,
  reversed_at timestamp with time zone not null,
  constraint invoice_receipt_reversals_pkey PRIMARY KEY (portfolio_id, id),
  constraint invoice_receipt_reversals_portfolio_id_receipt_id_key UNIQUE (portfolio_id, receipt_id),
  constraint invoice_receipt_reversals_portfolio_id_receipt_id_fkey FOREIGN KEY (portfolio_id, receipt_id) REFERENCES invoice_receipts(portfolio_id, id),
  constraint invoice_receipt_reversals_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES accounts(id),
  constraint invoice_receipt_reversals_reason_check CHECK (((length(TRIM(BOTH FROM reason)) >= 1) AND (length(TRIM(BOTH FROM reason)) <= 500)))
);
CREATE TRIGGER invoice_receipt_reversals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoice_receipt_reversals FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table invoice_receipts (
  portfolio_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  amount_minor bigint not null,
  value_date date not null,
  method text not null,
  reference text not null,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null,
  number bigint default nextval('event_numbers'::regclass) not null,
  constraint invoice_receipts_pkey PRIMARY KEY (portfolio_id, id),
  constraint invoice_receipts_portfolio_id_invoice_id_fkey FOREIGN KEY (portfolio_id, invoice_id) REFERENCES invoices(portfolio_id, id),
  constraint invoice_receipts_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES accounts(id),
  constraint invoice_receipts_amount_minor_check CHECK ((amount_minor > 0)),
  constraint invoice_receipts_method_check CHECK ((method = ANY (ARRAY['bank-transfer'::text, 'direct-debit'::text, 'card'::text, 'cash'::text, 'cheque'::text, 'other'::text]))),
  constraint invoice_receipts_reference_check CHECK ((length(reference) <= 200))
);
CREATE INDEX invoice_receipts_by_invoice ON public.invoice_receipts USING btree (portfolio_id, invoice_id);
CREATE TRIGGER invoice_receipts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.invoice_receipts FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table invoice_series (
  portfolio_id uuid not null,
  year smallint not null,
  last_number integer not null,
  constraint invoice_series_pkey PRIMARY KEY (portfolio_id, year),
  constraint invoice_series_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint invoice_series_last_number_check CHECK ((last_number > 0))
);

create table invoices (
  portfolio_id uuid not null,
  id uuid not null,
  kind text not null,
  state text not null,
  series_year smallint,
  series_number integer,
  number text generated always as (((('INV-'::text || (series_year)::text) || '-'::text) || lpad((series_number)::text, GREATEST(4, length((series_number)::text)), '0'::text))) stored,
  loan_id uuid,
  credits_id uuid,
  customer_name text not null,
  customer_address text not null,
  customer_tax_number text not null,
  language text not null,
  currency text not null,
  due_on date not null,
  note text not null,
  net_minor bigint not null,
  tax_minor bigint not null,
  total_minor bigint not null,
  issuer_name text,
  issuer_address text,
  issuer_tax_number text,
  issuer_payment_details text,
  reason text,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  issued_on date,
  issued_by uuid,
  voided_at timestamp with time zone,
  voided_by uuid,
  version integer default 1 not null,
  constraint invoices_pkey PRIMARY KEY (portfolio_id, id),
  constraint invoices_portfolio_id_credits_id_key UNIQUE (portfolio_id, credits_id),
  constraint invoices_portfolio_id_series_year_series_number_key UNIQUE (portfolio_id, series_year, series_number),
  constraint invoices_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  constraint invoices_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES accounts(id),
  constraint invoices_portfolio_id_credits_id_fkey FOREIGN KEY (portfolio_id, credits_id) REFERENCES invoices(portfolio_id, id),
  constraint invoices_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint invoices_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint invoices_voided_by_fkey FOREIGN KEY (voided_by) REFERENCES accounts(id),
  constraint invoices_check CHECK ((total_minor = (net_minor + tax_minor))),
  constraint invoices_check1 CHECK (((kind = 'credit-note'::text) = (credits_id IS NOT NULL))),
  constraint invoices_check2 CHECK (((state = 'void'::text) = ((voided_at IS NOT NULL) AND (voided_by IS NOT NULL)))),
  constraint invoices_check3 CHECK (((state = 'draft'::text) OR ((kind = 'invoice'::text) AND (total_minor > 0)) OR ((kind = 'credit-note'::text) AND (total_minor < 0)))),
  constraint invoices_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint invoices_customer_address_check CHECK ((length(customer_address) <= 500)),
  constraint invoices_customer_name_check CHECK (((length(TRIM(BOTH FROM customer_name)) >= 1) AND (length(TRIM(BOTH FROM customer_name)) <= 200))),
  constraint invoices_customer_tax_number_check CHECK ((length(customer_tax_number) <= 60)),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit-note'::text]))),
  constraint invoices_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ae'::text]))),
  constraint invoices_note_check CHECK ((length(note) <= 2000)),
  constraint invoices_numbered_when_issued CHECK ((((state = 'draft'::text) AND (num_nonnulls(series_year, series_number, issued_on, issued_by, issuer_name) = 0)) OR ((state <> 'draft'::text) AND (num_nulls(series_year, series_number, issued_on, issued_by, issuer_name) = 0)))),
  constraint invoices_reason_check CHECK (((length(TRIM(BOTH FROM reason)) >= 1) AND (length(TRIM(BOTH FROM reason)) <= 500))),
  constraint invoices_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'issued'::text, 'void'::text])))
);
CREATE INDEX invoices_by_creation ON public.invoices USING btree (portfolio_id, created_at, id);
CREATE INDEX invoices_by_loan ON public.invoices USING btree (portfolio_id, loan_id) WHERE (loan_id IS NOT NULL);
CREATE INDEX invoices_by_total ON public.invoices USING btree (portfolio_id, total_minor);
CREATE INDEX invoices_by_words ON public.invoices USING gin (search_form(((COALESCE(number, ''::text) || ' '::text) || customer_name)) gin_trgm_ops);
CREATE TRIGGER invoices_stay_as_issued BEFORE DELETE OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION keep_issued_invoice();

create table kanban_boards (
  id uuid not null,
  portfolio_id uuid,
  owner_id uuid not null,
  is_shared boolean not null,
  title text not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  constraint kanban_boards_pkey PRIMARY KEY (id),
  constraint kanban_boards_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint kanban_boards_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint kanban_boards_title_check CHECK (((length(TRIM(BOTH FROM title)) >= 1) AND (length(TRIM(BOTH FROM title)) <= 200)))
);
CREATE INDEX kanban_boards_by_owner ON public.kanban_boards USING btree (owner_id);
CREATE INDEX kanban_boards_shared ON public.kanban_boards USING btree (portfolio_id) WHERE is_shared;

create table kanban_cards (
  id uuid not null,
  portfolio_id uuid,
  owner_id uuid not null,
  board_id uuid not null,
  column_id uuid not null,
  title text not null,
  details text not null,
  assignee_id uuid,
  due_on date,
  labels text[] not null,
  rank text not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  constraint kanban_cards_pkey PRIMARY KEY (id),
  constraint kanban_cards_column_id_rank_key UNIQUE (column_id, rank),
  constraint kanban_cards_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES accounts(id),
  constraint kanban_cards_board_id_fkey FOREIGN KEY (board_id) REFERENCES kanban_boards(id) ON DELETE CASCADE,
  constraint kanban_cards_column FOREIGN KEY (board_id, column_id) REFERENCES kanban_columns(board_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint kanban_cards_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint kanban_cards_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint kanban_cards_details_check CHECK ((length(details) <= 4000)),
  constraint kanban_cards_labels_check CHECK ((cardinality(labels) <= 5)),
  constraint kanban_cards_rank_check CHECK (((length(rank) >= 1) AND (length(rank) <= 2000))),
  constraint kanban_cards_title_check CHECK (((length(TRIM(BOTH FROM title)) >= 1) AND (length(TRIM(BOTH FROM title)) <= 200)))
);
CREATE INDEX kanban_cards_by_board ON public.kanban_cards USING btree (board_id);

create table kanban_columns (
  id uuid not null,
  portfolio_id uuid,
  owner_id uuid not null,
  board_id uuid not null,
  title text not null,
  rank text not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  constraint kanban_columns_pkey PRIMARY KEY (id),
  constraint kanban_columns_board_id_id_key UNIQUE (board_id, id),
  constraint kanban_columns_board_id_rank_key UNIQUE (board_id, rank),
  constraint kanban_columns_board_id_fkey FOREIGN KEY (board_id) REFERENCES kanban_boards(id) ON DELETE CASCADE,
  constraint kanban_columns_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint kanban_columns_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint kanban_columns_rank_check CHECK (((length(rank) >= 1) AND (length(rank) <= 2000))),
  constraint kanban_columns_title_check CHECK (((length(TRIM(BOTH FROM title)) >= 1) AND (length(TRIM(BOTH FROM title)) <= 200)))
);

create table known_devices (
  account_id uuid not null,
  device_hash bytea not null,
  last_entered_at timestamp with time zone not null,
  constraint known_devices_pkey PRIMARY KEY (account_id, device_hash),
  constraint known_devices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint known_devices_device_hash_check CHECK ((length(device_hash) = 32))
);
CREATE INDEX known_devices_by_device ON public.known_devices USING btree (device_hash);

create table ledger_accounts (
  name text not null,
  code text not null,
  kind text not null,
  normal_side text generated always as (
CASE
    WHEN (kind = ANY (ARRAY['asset'::text, 'expense'::text])) THEN 'debit'::text
    ELSE 'credit'::text
END) stored,
  constraint ledger_accounts_pkey PRIMARY KEY (name),
  constraint ledger_accounts_code_key UNIQUE (code),
  constraint ledger_accounts_code_check CHECK ((code ~ '^[1-5][0-9]{3}$'::text)),
  constraint ledger_accounts_kind_check CHECK ((kind = ANY (ARRAY['asset'::text, 'liability'::text, 'equity'::text, 'income'::text, 'expense'::text]))),
  constraint ledger_accounts_name_check CHECK (((name ~ '^[a-z]+(-[a-z]+)*$'::text) AND (length(name) <= 60)))
);
CREATE TRIGGER ledger_accounts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table ledger_day_changes (
  id bigint generated always as identity not null,
  portfolio_id uuid not null,
  day date not null,
  account text not null,
  currency text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  lines bigint not null,
  constraint ledger_day_changes_pkey PRIMARY KEY (id)
);

create table ledger_days (
  portfolio_id uuid not null,
  day date not null,
  account text not null,
  currency text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  lines bigint not null,
  constraint ledger_days_pkey PRIMARY KEY (portfolio_id, day, account, currency),
  constraint ledger_days_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
) with (fillfactor=70);

create table ledger_events (
  name text not null,
  kind text not null,
  constraint ledger_events_pkey PRIMARY KEY (name),
  constraint ledger_events_kind_check CHECK ((kind = ANY (ARRAY['disbursement'::text, 'opening'::text, 'payment'::text, 'charge'::text, 'loss'::text, 'refund'::text]))),
  constraint ledger_events_name_check CHECK (((name ~ '^[a-z]+(-[a-z]+)*$'::text) AND (length(name) <= 60)))
);
CREATE TRIGGER ledger_events_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_events FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table ledger_lines (
  portfolio_id uuid not null,
  transaction_id uuid not null,
  number smallint not null,
  account text not null,
  currency text not null,
  debit_minor bigint default 0 not null,
  credit_minor bigint default 0 not null,
  constraint ledger_lines_pkey PRIMARY KEY (portfolio_id, transaction_id, number),
  constraint ledger_lines_portfolio_id_transaction_id_fkey FOREIGN KEY (portfolio_id, transaction_id) REFERENCES ledger_transactions(portfolio_id, id),
  constraint ledger_lines_check CHECK (((debit_minor = 0) <> (credit_minor = 0))),
  constraint ledger_lines_credit_minor_check CHECK ((credit_minor >= 0)),
  constraint ledger_lines_debit_minor_check CHECK ((debit_minor >= 0)),
  constraint ledger_lines_number_check CHECK ((number > 0))
);
CREATE TRIGGER ledger_lines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_lines FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER ledger_lines_balance AFTER INSERT ON public.ledger_lines REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION ledger_lines_must_balance();

create table ledger_transactions (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  event text not null,
  source_id uuid not null,
  value_date date not null,
  posted_by uuid,
  posted_at timestamp with time zone not null,
  number bigint default nextval('event_numbers'::regclass) not null,
  constraint ledger_transactions_pkey PRIMARY KEY (portfolio_id, id),
  constraint ledger_transactions_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint ledger_transactions_posted_by_fkey FOREIGN KEY (posted_by) REFERENCES accounts(id),
  constraint ledger_transactions_by_close CHECK (((posted_by IS NOT NULL) OR (event = ANY (ARRAY['add-charge'::text, 'reallocate-payment'::text, 'claim-refund'::text]))))
);
CREATE INDEX ledger_transactions_by_day ON public.ledger_transactions USING btree (portfolio_id, value_date, id);
CREATE INDEX ledger_transactions_by_loan ON public.ledger_transactions USING btree (portfolio_id, loan_id, posted_at);
CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE CONSTRAINT TRIGGER ledger_transactions_have_lines AFTER INSERT ON public.ledger_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transaction_must_have_lines();
CREATE TRIGGER ledger_transactions_name_events AFTER INSERT ON public.ledger_transactions REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION ledger_transactions_must_name_events();

create table live_updates (
  number bigint generated always as identity not null,
  horizon xid8 default pg_snapshot_xmin(pg_current_snapshot()) not null,
  transaction_id xid8 default pg_current_xact_id() not null,
  at timestamp with time zone default clock_timestamp() not null,
  portfolio_id uuid,
  event text not null,
  subject text not null,
  subject_id uuid not null,
  loan_id uuid,
  reach text not null,
  team_ids uuid[] default '{}'::uuid[] not null,
  account_ids uuid[] default '{}'::uuid[] not null,
  constraint live_updates_pkey PRIMARY KEY (number),
  constraint live_updates_reach_check CHECK ((reach = ANY (ARRAY['holders'::text, 'accounts'::text, 'colleagues'::text, 'everyone'::text])))
);
CREATE INDEX live_updates_by_age ON public.live_updates USING btree (at);
CREATE INDEX live_updates_by_transaction ON public.live_updates USING btree (transaction_id);

create table loan_applications (
  portfolio_id uuid not null,
  id uuid not null,
  number bigint not null,
  borrower_id uuid not null,
  product_id uuid not null,
  product_version_id uuid not null,
  purpose text not null,
  currency text not null,
  principal_minor bigint not null,
  annual_rate_percent numeric(10,6) not null,
  instalment_count smallint not null,
  disburse_on date not null,
  first_due_on date not null,
  status text not null,
  loan_id uuid,
  submitted_by uuid not null,
  submitted_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint loan_applications_pkey PRIMARY KEY (portfolio_id, id),
  constraint loan_applications_portfolio_id_loan_id_key UNIQUE (portfolio_id, loan_id),
  constraint loan_applications_portfolio_id_number_key UNIQUE (portfolio_id, number),
  constraint loan_applications_portfolio_id_borrower_id_fkey FOREIGN KEY (portfolio_id, borrower_id) REFERENCES borrowers(portfolio_id, id),
  constraint loan_applications_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint loan_applications_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint loan_applications_portfolio_id_product_id_product_version__fkey FOREIGN KEY (portfolio_id, product_id, product_version_id) REFERENCES product_versions(portfolio_id, product_id, id),
  constraint loan_applications_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES accounts(id),
  constraint loan_applications_annual_rate_percent_check CHECK (((annual_rate_percent >= (0)::numeric) AND (annual_rate_percent <= (1000)::numeric))),
  constraint loan_applications_check CHECK ((first_due_on >= disburse_on)),
  constraint loan_applications_check1 CHECK (((status = 'active'::text) = (loan_id IS NOT NULL))),
  constraint loan_applications_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint loan_applications_instalment_count_check CHECK (((instalment_count >= 1) AND (instalment_count <= 600))),
  constraint loan_applications_number_check CHECK ((number > 0)),
  constraint loan_applications_principal_minor_check CHECK ((principal_minor > 0)),
  constraint loan_applications_purpose_check CHECK ((length(purpose) <= 200)),
  constraint loan_applications_status_check CHECK ((status = ANY (ARRAY['submitted'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'active'::text])))
);
CREATE INDEX loan_applications_by_borrower ON public.loan_applications USING btree (portfolio_id, borrower_id);
CREATE INDEX loan_applications_by_status ON public.loan_applications USING btree (portfolio_id, status, number DESC);
CREATE TRIGGER loan_applications_follow_arrows BEFORE UPDATE OF status ON public.loan_applications FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION forbid_stray_status();
CREATE TRIGGER loan_applications_never_removed BEFORE DELETE OR TRUNCATE ON public.loan_applications FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table loan_dues (
  portfolio_id uuid not null,
  loan_id uuid not null,
  currency text not null,
  entered_on date not null,
  gone_on date not null,
  is_active boolean not null,
  due_on date[] not null,
  principal_minor bigint[] not null,
  interest_minor bigint[] not null,
  charges_minor bigint[],
  team_id uuid,
  agent_id uuid,
  constraint loan_dues_pkey PRIMARY KEY (portfolio_id, loan_id),
  constraint loan_dues_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id)
);
CREATE TRIGGER loan_dues_need_holders BEFORE INSERT OR DELETE ON public.loan_dues FOR EACH STATEMENT EXECUTE FUNCTION need_holders_of_dues();

create table loan_list_rows (
  portfolio_id uuid not null,
  loan_id uuid not null,
  product_id uuid not null,
  reference_number bigint not null,
  principal_minor bigint not null,
  outstanding_principal_minor bigint not null,
  disbursed_on date not null,
  next_due_on date not null,
  annual_rate_percent numeric(10,6) not null,
  status text not null,
  currency text not null,
  borrower_name text not null,
  search_text text not null,
  team_id uuid,
  agent_id uuid,
  import_id uuid,
  due_minor bigint not null,
  arrears_minor bigint not null,
  dues_counted_on date not null,
  dues_hold_until date not null,
  borrower_id uuid not null,
  external_id text,
  purpose text not null,
  grade text,
  borrower_shown text,
  facts jsonb,
  constraint loan_list_rows_pkey PRIMARY KEY (portfolio_id, loan_id)
) with (fillfactor=50);
CREATE INDEX loan_list_rows_by_arrears_amount ON public.loan_list_rows USING btree (portfolio_id, arrears_minor, loan_id);
CREATE INDEX loan_list_rows_by_borrower ON public.loan_list_rows USING btree (portfolio_id, borrower_name, loan_id);
CREATE INDEX loan_list_rows_by_disbursed ON public.loan_list_rows USING btree (portfolio_id, disbursed_on, loan_id) INCLUDE (currency, principal_minor, status);
CREATE INDEX loan_list_rows_by_due ON public.loan_list_rows USING btree (portfolio_id, next_due_on, loan_id) INCLUDE (currency, outstanding_principal_minor, status, arrears_minor, dues_counted_on, dues_hold_until, team_id, agent_id);
CREATE INDEX loan_list_rows_by_due_amount ON public.loan_list_rows USING btree (portfolio_id, due_minor, loan_id);
CREATE INDEX loan_list_rows_by_dues ON public.loan_list_rows USING btree (dues_hold_until) WHERE (status = 'active'::text);
CREATE INDEX loan_list_rows_by_dues_day ON public.loan_list_rows USING btree (dues_counted_on) WHERE (status = 'active'::text);
CREATE INDEX loan_list_rows_by_import ON public.loan_list_rows USING btree (portfolio_id, import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX loan_list_rows_by_outstanding ON public.loan_list_rows USING btree (portfolio_id, outstanding_principal_minor, loan_id) INCLUDE (currency, principal_minor, status, product_id, purpose, grade);
CREATE INDEX loan_list_rows_by_principal ON public.loan_list_rows USING btree (portfolio_id, principal_minor, loan_id);
CREATE INDEX loan_list_rows_by_rate ON public.loan_list_rows USING btree (portfolio_id, annual_rate_percent, loan_id);
CREATE INDEX loan_list_rows_by_reference ON public.loan_list_rows USING btree (portfolio_id, reference_number, loan_id);
CREATE INDEX loan_list_rows_by_text ON public.loan_list_rows USING gin (search_text gin_trgm_ops);
CREATE TRIGGER loan_list_rows_notify_changes AFTER UPDATE ON public.loan_list_rows REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_figures();
CREATE TRIGGER loan_list_rows_notify_gone AFTER DELETE ON public.loan_list_rows REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_figures();
CREATE TRIGGER loan_list_rows_notify_new AFTER INSERT ON public.loan_list_rows REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_figures();
CREATE TRIGGER loan_list_rows_total_changed AFTER UPDATE ON public.loan_list_rows REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION total_loan_list_rows();
CREATE TRIGGER loan_list_rows_total_gone AFTER DELETE ON public.loan_list_rows REFERENCING OLD TABLE AS before_change FOR EACH STATEMENT EXECUTE FUNCTION total_loan_list_rows();
CREATE TRIGGER loan_list_rows_total_new AFTER INSERT ON public.loan_list_rows REFERENCING NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION total_loan_list_rows();

create table loan_messages (
  portfolio_id uuid not null,
  id uuid not null,
  batch_id uuid not null,
  step_id uuid not null,
  loan_id uuid not null,
  day date not null,
  channel text not null,
  days_late integer not null,
  late_minor bigint not null,
  state text default 'proposed'::text not null,
  reason text,
  empty_field text,
  language text,
  recipient text,
  address text,
  subject text,
  body text,
  sent_at timestamp with time zone,
  mail_id uuid,
  constraint loan_messages_pkey PRIMARY KEY (portfolio_id, id),
  constraint loan_messages_portfolio_id_step_id_loan_id_day_key UNIQUE (portfolio_id, step_id, loan_id, day),
  constraint loan_messages_portfolio_id_batch_id_fkey FOREIGN KEY (portfolio_id, batch_id) REFERENCES message_batches(portfolio_id, id),
  constraint loan_messages_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint loan_messages_portfolio_id_step_id_fkey FOREIGN KEY (portfolio_id, step_id) REFERENCES dunning_steps(portfolio_id, id),
  constraint loan_messages_channel_check CHECK ((channel = ANY (ARRAY['letter'::text, 'email'::text, 'sms'::text, 'whatsapp'::text]))),
  constraint loan_messages_check CHECK (((state = 'left-out'::text) = (reason IS NOT NULL))),
  constraint loan_messages_check1 CHECK ((((reason = 'field-empty'::text) = (empty_field IS NOT NULL)) OR (reason IS NULL))),
  constraint loan_messages_check2 CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint loan_messages_check3 CHECK (((state = 'sent'::text) = (body IS NOT NULL))),
  constraint loan_messages_check4 CHECK (((state <> 'sent'::text) OR ((language IS NOT NULL) AND (recipient IS NOT NULL) AND (address IS NOT NULL)))),
  constraint loan_messages_days_late_check CHECK ((days_late >= 0)),
  constraint loan_messages_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ae'::text]))),
  constraint loan_messages_late_minor_check CHECK ((late_minor >= 0)),
  constraint loan_messages_reason_check CHECK ((reason = ANY (ARRAY['paid'::text, 'less-late'::text, 'later-step'::text, 'not-active'::text, 'disputed'::text, 'deceased'::text, 'consent-withdrawn'::text, 'promised'::text, 'no-address'::text, 'field-empty'::text, 'by-hand'::text, 'discarded'::text]))),
  constraint loan_messages_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'sent'::text, 'left-out'::text])))
);
CREATE INDEX loan_messages_by_batch ON public.loan_messages USING btree (portfolio_id, batch_id, id);
CREATE INDEX loan_messages_by_loan ON public.loan_messages USING btree (portfolio_id, loan_id, sent_at DESC);
CREATE TRIGGER loan_messages_stay BEFORE DELETE OR UPDATE ON public.loan_messages FOR EACH ROW WHEN ((old.state = 'sent'::text)) EXECUTE FUNCTION forbid_change_of_sent_message();

create table loan_month_ends (
  portfolio_id uuid not null,
  loan_id uuid not null,
  currency text not null,
  vintage date not null,
  stored_until date not null,
  days_past_due integer[] not null,
  outstanding_minor bigint[] not null,
  is_active boolean not null,
  is_plain boolean not null,
  team_id uuid,
  agent_id uuid,
  constraint loan_month_ends_pkey PRIMARY KEY (portfolio_id, loan_id),
  constraint loan_month_ends_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint loan_month_ends_days_past_due_check CHECK ((cardinality(days_past_due) = 13)),
  constraint loan_month_ends_outstanding_minor_check CHECK ((cardinality(outstanding_minor) = 13))
);
CREATE INDEX loan_month_ends_by_lateness ON public.loan_month_ends USING btree (portfolio_id, (days_past_due[13])) WHERE (NOT is_plain);
CREATE INDEX loan_month_ends_left ON public.loan_month_ends USING btree (portfolio_id, loan_id) WHERE ((NOT is_plain) AND (NOT is_active));
CREATE TRIGGER loan_month_ends_need_holders BEFORE INSERT OR DELETE ON public.loan_month_ends FOR EACH STATEMENT EXECUTE FUNCTION need_holders_of_month_ends();

create table loan_moves (
  number bigint default nextval('event_numbers'::regclass) not null,
  portfolio_id uuid not null,
  loan_id uuid not null,
  from_team_id uuid,
  from_agent_id uuid,
  to_team_id uuid,
  to_agent_id uuid,
  constraint loan_moves_pkey PRIMARY KEY (number)
);

create table loan_note_mentions (
  portfolio_id uuid not null,
  note_id uuid not null,
  account_id uuid not null,
  constraint loan_note_mentions_pkey PRIMARY KEY (portfolio_id, note_id, account_id),
  constraint loan_note_mentions_portfolio_id_account_id_fkey FOREIGN KEY (portfolio_id, account_id) REFERENCES accounts(portfolio_id, id),
  constraint loan_note_mentions_portfolio_id_note_id_fkey FOREIGN KEY (portfolio_id, note_id) REFERENCES loan_notes(portfolio_id, id)
);
CREATE TRIGGER loan_note_mentions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.loan_note_mentions FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table loan_note_strikes (
  portfolio_id uuid not null,
  note_id uuid not null,
  reason text not null,
  struck_at timestamp with time zone not null,
  constraint loan_note_strikes_pkey PRIMARY KEY (portfolio_id, note_id),
  constraint loan_note_strikes_portfolio_id_note_id_fkey FOREIGN KEY (portfolio_id, note_id) REFERENCES loan_notes(portfolio_id, id),
  constraint loan_note_strikes_reason_check CHECK (((length(TRIM(BOTH FROM reason)) >= 1) AND (length(TRIM(BOTH FROM reason)) <= 500)))
);
CREATE TRIGGER loan_note_strikes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.loan_note_strikes FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table loan_notes (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  text text not null,
  written_by uuid not null,
  written_at timestamp with time zone not null,
  constraint loan_notes_pkey PRIMARY KEY (portfolio_id, id),
  constraint loan_notes_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint loan_notes_written_by_fkey FOREIGN KEY (written_by) REFERENCES accounts(id),
  constraint loan_notes_text_check CHECK (((length(TRIM(BOTH FROM text)) >= 1) AND (length(TRIM(BOTH FROM text)) <= 4000)))
);
CREATE INDEX loan_notes_by_loan ON public.loan_notes USING btree (portfolio_id, loan_id, written_at DESC, id DESC);
CREATE TRIGGER loan_notes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.loan_notes FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table loan_part_changes (
  id bigint generated always as identity not null,
  portfolio_id uuid not null,
  kind text not null,
  part text,
  team_id uuid,
  agent_id uuid,
  currency text not null,
  loans bigint not null,
  amount_minor bigint not null,
  constraint loan_part_changes_pkey PRIMARY KEY (id)
);

create table loan_part_sums (
  portfolio_id uuid not null,
  kind text not null,
  part text,
  team_id uuid,
  agent_id uuid,
  currency text not null,
  loans bigint not null,
  amount_minor bigint not null,
  constraint loan_part_sums_portfolio_id_kind_part_team_id_agent_id_curr_key UNIQUE NULLS NOT DISTINCT (portfolio_id, kind, part, team_id, agent_id, currency),
  constraint loan_part_sums_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
) with (fillfactor=70);

create table loan_parties (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  borrower_id uuid not null,
  role text not null,
  note text not null,
  added_by uuid not null,
  added_at timestamp with time zone not null,
  ended_by uuid,
  ended_at timestamp with time zone,
  ended_reason text,
  constraint loan_parties_pkey PRIMARY KEY (portfolio_id, id),
  constraint loan_parties_of_loan UNIQUE (portfolio_id, loan_id, id),
  constraint loan_parties_added_by_fkey FOREIGN KEY (added_by) REFERENCES accounts(id),
  constraint loan_parties_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES accounts(id),
  constraint loan_parties_portfolio_id_borrower_id_fkey FOREIGN KEY (portfolio_id, borrower_id) REFERENCES borrowers(portfolio_id, id),
  constraint loan_parties_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint loan_parties_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint loan_parties_check CHECK ((num_nonnulls(ended_by, ended_at, ended_reason) = ANY (ARRAY[0, 3]))),
  constraint loan_parties_ended_reason_check CHECK (((length(TRIM(BOTH FROM ended_reason)) >= 1) AND (length(TRIM(BOTH FROM ended_reason)) <= 500))),
  constraint loan_parties_note_check CHECK ((length(note) <= 500)),
  constraint loan_parties_role_check CHECK ((role = ANY (ARRAY['co-borrower'::text, 'guarantor'::text])))
);
CREATE INDEX loan_parties_by_borrower ON public.loan_parties USING btree (portfolio_id, borrower_id);
CREATE INDEX loan_parties_by_loan ON public.loan_parties USING btree (portfolio_id, loan_id);
CREATE UNIQUE INDEX loan_parties_once ON public.loan_parties USING btree (portfolio_id, loan_id, borrower_id) WHERE (ended_at IS NULL);
CREATE TRIGGER loan_parties_never_removed BEFORE DELETE OR TRUNCATE ON public.loan_parties FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER loan_parties_not_first AFTER INSERT OR UPDATE ON public.loan_parties FOR EACH ROW WHEN ((new.ended_at IS NULL)) EXECUTE FUNCTION forbid_first_borrower_as_party();
CREATE TRIGGER loan_parties_stay BEFORE UPDATE ON public.loan_parties FOR EACH ROW EXECUTE FUNCTION keep_loan_party();

create table loan_reschedules (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  event text not null,
  undoes_id uuid,
  version smallint not null,
  value_date date not null,
  annual_rate_percent numeric(10,6) not null,
  former_rate_percent numeric(10,6) not null,
  instalment_count smallint,
  first_due_on date,
  principal_minor bigint not null,
  reason text not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  number bigint default nextval('event_numbers'::regclass) not null,
  plan text,
  agreed_by text,
  constraint loan_reschedules_pkey PRIMARY KEY (portfolio_id, id),
  constraint loan_reschedules_portfolio_id_loan_id_version_key UNIQUE (portfolio_id, loan_id, version),
  constraint loan_reschedules_portfolio_id_undoes_id_key UNIQUE (portfolio_id, undoes_id),
  constraint loan_reschedules_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  constraint loan_reschedules_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint loan_reschedules_portfolio_id_undoes_id_fkey FOREIGN KEY (portfolio_id, undoes_id) REFERENCES loan_reschedules(portfolio_id, id),
  constraint loan_reschedules_agreed_by_check CHECK ((agreed_by = ANY (ARRAY['call'::text, 'sms'::text, 'email'::text, 'whatsapp'::text, 'visit'::text, 'letter'::text]))),
  constraint loan_reschedules_annual_rate_percent_check CHECK (((annual_rate_percent >= (0)::numeric) AND (annual_rate_percent <= (1000)::numeric))),
  constraint loan_reschedules_check CHECK (((event = 'undo-reschedule'::text) = (undoes_id IS NOT NULL))),
  constraint loan_reschedules_check1 CHECK (((event = 'reschedule-loan'::text) = ((instalment_count IS NOT NULL) AND (first_due_on IS NOT NULL)))),
  constraint loan_reschedules_check2 CHECK ((first_due_on > value_date)),
  constraint loan_reschedules_check3 CHECK (((num_nonnulls(plan, agreed_by) = ANY (ARRAY[0, 2])) AND ((plan IS NULL) OR (event = 'reschedule-loan'::text)))),
  constraint loan_reschedules_event_check CHECK ((event = ANY (ARRAY['reschedule-loan'::text, 'undo-reschedule'::text]))),
  constraint loan_reschedules_former_rate_percent_check CHECK (((former_rate_percent >= (0)::numeric) AND (former_rate_percent <= (1000)::numeric))),
  constraint loan_reschedules_instalment_count_check CHECK (((instalment_count >= 1) AND (instalment_count <= 600))),
  constraint loan_reschedules_plan_check CHECK ((plan = ANY (ARRAY['payment-holiday'::text, 'longer-term'::text, 'lower-instalment'::text, 'other'::text]))),
  constraint loan_reschedules_principal_minor_check CHECK ((principal_minor >= 0)),
  constraint loan_reschedules_reason_check CHECK (((length(TRIM(BOTH FROM reason)) >= 1) AND (length(TRIM(BOTH FROM reason)) <= 500))),
  constraint loan_reschedules_version_check CHECK ((version > 1))
);
CREATE INDEX loan_reschedules_by_day ON public.loan_reschedules USING btree (portfolio_id, value_date);
CREATE TRIGGER loan_reschedules_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.loan_reschedules FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER loan_reschedules_mark_month_ends AFTER INSERT ON public.loan_reschedules FOR EACH ROW EXECUTE FUNCTION mark_month_ends();

create table loan_state (
  portfolio_id uuid not null,
  loan_id uuid not null,
  status text not null,
  team_id uuid,
  agent_id uuid,
  outstanding_principal_minor bigint not null,
  principal_paid_minor bigint default 0 not null,
  interest_paid_minor bigint default 0 not null,
  fees_paid_minor bigint default 0 not null,
  penalties_paid_minor bigint default 0 not null,
  written_off_principal_minor bigint default 0 not null,
  oldest_unpaid_due_on date,
  oldest_unpaid_minor bigint default 0 not null,
  last_payment_on date,
  version integer default 1 not null,
  schedule_version smallint default 1 not null,
  credit_minor bigint default 0 not null,
  constraint loan_state_pkey PRIMARY KEY (portfolio_id, loan_id),
  constraint loan_state_portfolio_id_agent_id_fkey FOREIGN KEY (portfolio_id, agent_id) REFERENCES accounts(portfolio_id, id),
  constraint loan_state_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint loan_state_portfolio_id_team_id_fkey FOREIGN KEY (portfolio_id, team_id) REFERENCES teams(portfolio_id, id),
  constraint loan_state_check CHECK (((agent_id IS NULL) OR (team_id IS NOT NULL))),
  constraint loan_state_check1 CHECK (((status <> 'active'::text) OR (oldest_unpaid_due_on IS NOT NULL))),
  constraint loan_state_credit_minor_check CHECK ((credit_minor >= 0)),
  constraint loan_state_fees_paid_minor_check CHECK ((fees_paid_minor >= 0)),
  constraint loan_state_interest_paid_minor_check CHECK ((interest_paid_minor >= 0)),
  constraint loan_state_oldest_unpaid_minor_check CHECK ((oldest_unpaid_minor >= 0)),
  constraint loan_state_outstanding_principal_minor_check CHECK ((outstanding_principal_minor >= 0)),
  constraint loan_state_penalties_paid_minor_check CHECK ((penalties_paid_minor >= 0)),
  constraint loan_state_principal_paid_minor_check CHECK ((principal_paid_minor >= 0)),
  constraint loan_state_schedule_version_check CHECK ((schedule_version > 0)),
  constraint loan_state_status_check CHECK ((status = ANY (ARRAY['submitted'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'active'::text, 'closed'::text, 'written_off'::text]))),
  constraint loan_state_written_off_principal_minor_check CHECK ((written_off_principal_minor >= 0))
) with (fillfactor=70);
CREATE INDEX loan_state_by_agent ON public.loan_state USING btree (portfolio_id, agent_id) WHERE (agent_id IS NOT NULL);
CREATE INDEX loan_state_by_due ON public.loan_state USING btree (portfolio_id, oldest_unpaid_due_on);
CREATE INDEX loan_state_by_holder ON public.loan_state USING btree (portfolio_id, team_id, agent_id, status);
CREATE TRIGGER loan_state_follows_arrows BEFORE UPDATE OF status ON public.loan_state FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION forbid_stray_status();
CREATE TRIGGER loan_state_lists_changes AFTER UPDATE ON public.loan_state REFERENCING OLD TABLE AS before_change NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_state_changes();
CREATE TRIGGER loan_state_lists_new AFTER INSERT ON public.loan_state REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION list_new_loans();
CREATE TRIGGER loan_state_marks_dues AFTER UPDATE ON public.loan_state FOR EACH ROW WHEN (((old.status <> new.status) OR (old.schedule_version <> new.schedule_version) OR ((new.status = 'closed'::text) AND (old.last_payment_on IS DISTINCT FROM new.last_payment_on)))) EXECUTE FUNCTION mark_dues();
CREATE TRIGGER loan_state_marks_month_ends AFTER UPDATE ON public.loan_state FOR EACH ROW WHEN (((old.status <> new.status) OR (((old.outstanding_principal_minor + old.written_off_principal_minor) + old.principal_paid_minor) <> ((new.outstanding_principal_minor + new.written_off_principal_minor) + new.principal_paid_minor)) OR (old.schedule_version <> new.schedule_version) OR ((new.status = 'closed'::text) AND (old.last_payment_on IS DISTINCT FROM new.last_payment_on)))) EXECUTE FUNCTION mark_month_ends();
CREATE TRIGGER loan_state_marks_moved_month_ends AFTER UPDATE ON public.loan_state FOR EACH ROW WHEN (((old.team_id IS DISTINCT FROM new.team_id) OR (old.agent_id IS DISTINCT FROM new.agent_id))) EXECUTE FUNCTION mark_moved_month_ends();
CREATE TRIGGER loan_state_records_move AFTER UPDATE ON public.loan_state FOR EACH ROW WHEN (((old.team_id IS DISTINCT FROM new.team_id) OR (old.agent_id IS DISTINCT FROM new.agent_id))) EXECUTE FUNCTION record_loan_move();
CREATE TRIGGER loan_state_records_withdrawal AFTER DELETE ON public.loan_state FOR EACH ROW WHEN ((old.team_id IS NOT NULL)) EXECUTE FUNCTION record_loan_withdrawal();
CREATE TRIGGER loan_state_unlists AFTER DELETE ON public.loan_state REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION unlist_loans();

create table loan_tags (
  portfolio_id uuid not null,
  loan_id uuid not null,
  tag_id uuid not null,
  put_on_by uuid not null,
  put_on_at timestamp with time zone not null,
  constraint loan_tags_pkey PRIMARY KEY (portfolio_id, loan_id, tag_id),
  constraint loan_tags_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint loan_tags_portfolio_id_tag_id_fkey FOREIGN KEY (portfolio_id, tag_id) REFERENCES tags(portfolio_id, id) ON DELETE CASCADE,
  constraint loan_tags_put_on_by_fkey FOREIGN KEY (put_on_by) REFERENCES accounts(id)
);
CREATE INDEX loan_tags_by_tag ON public.loan_tags USING btree (portfolio_id, tag_id, loan_id);
CREATE TRIGGER loan_tags_notify_figures_gone AFTER DELETE ON public.loan_tags REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_figures();
CREATE TRIGGER loan_tags_notify_figures_new AFTER INSERT ON public.loan_tags REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_figures();

create table loan_totals (
  id bigint generated always as identity not null,
  portfolio_id uuid not null,
  product_id uuid not null,
  team_id uuid,
  agent_id uuid,
  status text not null,
  currency text not null,
  loans integer not null,
  principal_minor bigint not null,
  outstanding_principal_minor bigint not null,
  constraint loan_totals_pkey PRIMARY KEY (id)
);
CREATE INDEX loan_totals_by_holder ON public.loan_totals USING btree (portfolio_id, team_id, agent_id);

create table loan_transitions (
  from_status text not null,
  event text not null,
  to_status text not null,
  constraint loan_transitions_pkey PRIMARY KEY (from_status, event)
);

create table loan_work (
  portfolio_id uuid not null,
  loan_id uuid not null,
  last_contact_at timestamp with time zone,
  last_contact_on date,
  next_action text,
  next_action_on date,
  remind_at timestamp with time zone,
  next_action_by uuid,
  snoozed_until date,
  seen_to_on date,
  tried_at timestamp with time zone,
  try_again_at timestamp with time zone,
  try_again_agreed_at timestamp with time zone,
  constraint loan_work_pkey PRIMARY KEY (portfolio_id, loan_id),
  constraint loan_work_next_action_by_fkey FOREIGN KEY (next_action_by) REFERENCES accounts(id),
  constraint loan_work_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint loan_work_check CHECK (((next_action IS NULL) = (next_action_on IS NULL))),
  constraint loan_work_check1 CHECK (((next_action IS NULL) = (next_action_by IS NULL))),
  constraint loan_work_check2 CHECK (((remind_at IS NULL) OR (next_action IS NOT NULL))),
  constraint loan_work_next_action_check CHECK (((length(TRIM(BOTH FROM next_action)) >= 1) AND (length(TRIM(BOTH FROM next_action)) <= 200))),
  constraint loan_work_reminder_in_years CHECK (((remind_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (remind_at < '3000-01-02 00:00:00+00'::timestamp with time zone))),
  constraint loan_work_try_again_was_agreed CHECK (((try_again_at IS NULL) OR (try_again_agreed_at IS NOT NULL)))
) with (fillfactor=70);
CREATE INDEX loan_work_reminders ON public.loan_work USING btree (remind_at) WHERE (remind_at IS NOT NULL);

create table loan_write_offs (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  event text not null,
  value_date date not null,
  principal_minor bigint not null,
  reason text not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  number bigint default nextval('event_numbers'::regclass) not null,
  constraint loan_write_offs_pkey PRIMARY KEY (portfolio_id, id),
  constraint loan_write_offs_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  constraint loan_write_offs_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint loan_write_offs_event_check CHECK ((event = ANY (ARRAY['write-off-loan'::text, 'undo-write-off'::text]))),
  constraint loan_write_offs_principal_minor_check CHECK ((principal_minor >= 0)),
  constraint loan_write_offs_reason_check CHECK (((length(TRIM(BOTH FROM reason)) >= 1) AND (length(TRIM(BOTH FROM reason)) <= 500)))
);
CREATE INDEX loan_write_offs_by_loan ON public.loan_write_offs USING btree (portfolio_id, loan_id, number);
CREATE TRIGGER loan_write_offs_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.loan_write_offs FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER loan_write_offs_mark_dues AFTER INSERT ON public.loan_write_offs FOR EACH ROW EXECUTE FUNCTION mark_dues();
CREATE TRIGGER loan_write_offs_mark_month_ends AFTER INSERT ON public.loan_write_offs FOR EACH ROW EXECUTE FUNCTION mark_month_ends();

create table loans (
  portfolio_id uuid not null,
  id uuid not null,
  reference_number bigint not null,
  borrower_id uuid not null,
  product_id uuid not null,
  purpose text not null,
  currency text not null,
  principal_minor bigint not null,
  annual_rate_percent numeric(10,6) not null,
  instalment_count smallint not null,
  frequency_unit text not null,
  frequency_every smallint not null,
  schedule_method text not null,
  day_count text not null,
  instalment_rounding text not null,
  instalment_minor bigint not null,
  disbursed_on date not null,
  first_due_on date not null,
  external_id text,
  grade text,
  sub_grade text,
  application_type text,
  disbursement_method text,
  import_id uuid,
  created_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  product_version_id uuid,
  constraint loans_pkey PRIMARY KEY (portfolio_id, id),
  constraint loans_portfolio_id_reference_number_key UNIQUE (portfolio_id, reference_number),
  constraint loans_portfolio_id_borrower_id_fkey FOREIGN KEY (portfolio_id, borrower_id) REFERENCES borrowers(portfolio_id, id),
  constraint loans_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint loans_portfolio_id_import_id_fkey FOREIGN KEY (portfolio_id, import_id) REFERENCES imports(portfolio_id, id),
  constraint loans_portfolio_id_product_id_fkey FOREIGN KEY (portfolio_id, product_id) REFERENCES products(portfolio_id, id),
  constraint loans_portfolio_id_product_id_product_version_id_fkey FOREIGN KEY (portfolio_id, product_id, product_version_id) REFERENCES product_versions(portfolio_id, product_id, id),
  constraint loans_annual_rate_percent_check CHECK (((annual_rate_percent >= (0)::numeric) AND (annual_rate_percent <= (1000)::numeric))),
  constraint loans_check CHECK ((first_due_on >= disbursed_on)),
  constraint loans_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint loans_frequency_every_check CHECK ((frequency_every > 0)),
  constraint loans_frequency_unit_check CHECK ((frequency_unit = ANY (ARRAY['days'::text, 'weeks'::text, 'months'::text]))),
  constraint loans_instalment_count_check CHECK (((instalment_count >= 1) AND (instalment_count <= 600))),
  constraint loans_instalment_minor_check CHECK ((instalment_minor > 0)),
  constraint loans_principal_minor_check CHECK ((principal_minor > 0)),
  constraint loans_reference_number_check CHECK ((reference_number > 0))
);
CREATE INDEX loans_by_borrower ON public.loans USING btree (portfolio_id, borrower_id);
CREATE INDEX loans_by_import ON public.loans USING btree (portfolio_id, import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX loans_by_number_key ON public.loans USING btree (portfolio_id, loan_number_key(external_id)) WHERE (external_id IS NOT NULL);
CREATE INDEX loans_by_product_version ON public.loans USING btree (portfolio_id, product_version_id) WHERE (product_version_id IS NOT NULL);
CREATE UNIQUE INDEX loans_external_id_once ON public.loans USING btree (portfolio_id, external_id) WHERE ((external_id IS NOT NULL) AND (withdrawn_at IS NULL));
CREATE TRIGGER loans_first_is_no_party AFTER UPDATE OF borrower_id ON public.loans FOR EACH ROW WHEN ((new.borrower_id IS DISTINCT FROM old.borrower_id)) EXECUTE FUNCTION forbid_party_as_first_borrower();
CREATE TRIGGER loans_keep_their_keys BEFORE UPDATE OF portfolio_id, id ON public.loans FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER loans_list_changes AFTER UPDATE ON public.loans REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION list_loan_changes();
CREATE TRIGGER loans_mark_dues AFTER UPDATE ON public.loans FOR EACH ROW WHEN ((((old.disbursed_on IS DISTINCT FROM new.disbursed_on) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.import_id IS DISTINCT FROM new.import_id))) EXECUTE FUNCTION mark_dues_of_loan();
CREATE TRIGGER loans_mark_month_ends AFTER UPDATE ON public.loans FOR EACH ROW WHEN ((((old.disbursed_on IS DISTINCT FROM new.disbursed_on) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.import_id IS DISTINCT FROM new.import_id))) EXECUTE FUNCTION mark_month_ends_of_loan();
CREATE TRIGGER loans_never_removed BEFORE DELETE OR TRUNCATE ON public.loans FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table mail_thread_states (
  account_id uuid not null,
  thread_id uuid not null,
  place text not null,
  is_unread boolean not null,
  is_starred boolean default false not null,
  last_at timestamp with time zone not null,
  received_at timestamp with time zone,
  sent_at timestamp with time zone,
  constraint mail_thread_states_pkey PRIMARY KEY (account_id, thread_id),
  constraint mail_thread_states_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint mail_thread_states_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES staff_mail_threads(id),
  constraint mail_thread_states_check CHECK (((received_at IS NOT NULL) OR (sent_at IS NOT NULL))),
  constraint mail_thread_states_place_check CHECK ((place = ANY (ARRAY['inbox'::text, 'archive'::text, 'trash'::text])))
);
CREATE INDEX mail_thread_states_by_place ON public.mail_thread_states USING btree (account_id, place, last_at DESC);
CREATE INDEX mail_thread_states_by_thread ON public.mail_thread_states USING btree (thread_id);
CREATE INDEX mail_thread_states_unread ON public.mail_thread_states USING btree (account_id) WHERE (is_unread AND (place = 'inbox'::text));

create table maintenance (
  id uuid not null,
  is_single boolean default true not null,
  since timestamp with time zone not null,
  begun_by uuid not null,
  constraint maintenance_pkey PRIMARY KEY (is_single),
  constraint maintenance_begun_by_fkey FOREIGN KEY (begun_by) REFERENCES accounts(id),
  constraint maintenance_is_single_check CHECK (is_single)
);
CREATE TRIGGER maintenance_notify AFTER INSERT OR DELETE ON public.maintenance FOR EACH STATEMENT EXECUTE FUNCTION notify_sessions();

create table margin_lines (
  portfolio_id uuid not null,
  warning_bps integer not null,
  call_bps integer not null,
  price_max_age_hours integer not null,
  version integer default 1 not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  constraint margin_lines_pkey PRIMARY KEY (portfolio_id),
  constraint margin_lines_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  constraint margin_lines_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint margin_lines_call_bps_check CHECK (((call_bps >= 1) AND (call_bps <= 100000))),
  constraint margin_lines_check CHECK ((warning_bps < call_bps)),
  constraint margin_lines_price_max_age_hours_check CHECK (((price_max_age_hours >= 1) AND (price_max_age_hours <= 8760))),
  constraint margin_lines_warning_bps_check CHECK (((warning_bps >= 1) AND (warning_bps <= 100000)))
);

create table message_batches (
  portfolio_id uuid not null,
  id uuid not null,
  step_id uuid not null,
  template_id uuid not null,
  channel text not null,
  day date not null,
  proposed_at timestamp with time zone not null,
  state text default 'proposed'::text not null,
  settled_by uuid,
  settled_at timestamp with time zone,
  release_id uuid,
  released_itself boolean default false not null,
  sender_name text,
  sender_address text,
  print_dates text default 'words'::text not null,
  constraint message_batches_pkey PRIMARY KEY (portfolio_id, id),
  constraint message_batches_portfolio_id_step_id_day_key UNIQUE (portfolio_id, step_id, day),
  constraint message_batches_portfolio_id_step_id_fkey FOREIGN KEY (portfolio_id, step_id) REFERENCES dunning_steps(portfolio_id, id),
  constraint message_batches_portfolio_id_template_id_fkey FOREIGN KEY (portfolio_id, template_id) REFERENCES message_templates(portfolio_id, id),
  constraint message_batches_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES accounts(id),
  constraint message_batches_channel_check CHECK ((channel = ANY (ARRAY['letter'::text, 'email'::text, 'sms'::text, 'whatsapp'::text]))),
  constraint message_batches_check CHECK (((state = 'proposed'::text) = (settled_at IS NULL))),
  constraint message_batches_check1 CHECK (((settled_at IS NULL) = (settled_by IS NULL))),
  constraint message_batches_check2 CHECK (((state = 'released'::text) = (sender_name IS NOT NULL))),
  constraint message_batches_print_dates_check CHECK ((print_dates = ANY (ARRAY['words'::text, 'day-first'::text, 'dotted'::text, 'month-first'::text, 'year-first'::text]))),
  constraint message_batches_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'released'::text, 'discarded'::text])))
);
CREATE INDEX message_batches_by_day ON public.message_batches USING btree (portfolio_id, day DESC, id DESC);

create table message_templates (
  portfolio_id uuid not null,
  id uuid not null,
  name text not null,
  channel text not null,
  subject_en text,
  body_en text,
  subject_ae text,
  body_ae text,
  version integer default 1 not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint message_templates_pkey PRIMARY KEY (portfolio_id, id),
  constraint message_templates_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  constraint message_templates_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint message_templates_body_ae_check CHECK (((length(TRIM(BOTH FROM body_ae)) >= 1) AND (length(TRIM(BOTH FROM body_ae)) <= 5000))),
  constraint message_templates_body_en_check CHECK (((length(TRIM(BOTH FROM body_en)) >= 1) AND (length(TRIM(BOTH FROM body_en)) <= 5000))),
  constraint message_templates_channel_check CHECK ((channel = ANY (ARRAY['letter'::text, 'email'::text, 'sms'::text, 'whatsapp'::text]))),
  constraint message_templates_check CHECK (((body_en IS NOT NULL) OR (body_ae IS NOT NULL))),
  constraint message_templates_check1 CHECK (((subject_en IS NOT NULL) = ((body_en IS NOT NULL) AND (channel = ANY (ARRAY['letter'::text, 'email'::text]))))),
  constraint message_templates_check2 CHECK (((subject_ae IS NOT NULL) = ((body_ae IS NOT NULL) AND (channel = ANY (ARRAY['letter'::text, 'email'::text]))))),
  constraint message_templates_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 120))),
  constraint message_templates_subject_ae_check CHECK (((length(TRIM(BOTH FROM subject_ae)) >= 1) AND (length(TRIM(BOTH FROM subject_ae)) <= 200))),
  constraint message_templates_subject_en_check CHECK (((length(TRIM(BOTH FROM subject_en)) >= 1) AND (length(TRIM(BOTH FROM subject_en)) <= 200))),
  constraint message_templates_version_check CHECK ((version >= 1))
);
CREATE UNIQUE INDEX message_templates_name_once ON public.message_templates USING btree (portfolio_id, lower(name)) WHERE (removed_at IS NULL);

create table missing_translations (
  language text not null,
  namespace text not null,
  key text not null,
  times integer default 1 not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint missing_translations_pkey PRIMARY KEY (language, namespace, key),
  constraint missing_translations_key_check CHECK ((length(key) <= 200)),
  constraint missing_translations_language_check CHECK ((length(language) <= 20)),
  constraint missing_translations_namespace_check CHECK ((length(namespace) <= 60))
);

create table month_end_books (
  portfolio_id uuid not null,
  stored_until date not null,
  constraint month_end_books_pkey PRIMARY KEY (portfolio_id),
  constraint month_end_books_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
);

create table month_end_marks (
  id bigint generated always as identity not null,
  portfolio_id uuid not null,
  loan_id uuid not null,
  is_move boolean default false not null,
  constraint month_end_marks_pkey PRIMARY KEY (id)
) with (vacuum_index_cleanup=on);
CREATE INDEX month_end_marks_by_loan ON public.month_end_marks USING btree (portfolio_id, loan_id);
CREATE INDEX month_end_marks_of_changes ON public.month_end_marks USING btree (portfolio_id, loan_id) WHERE (NOT is_move);

create table month_end_sums (
  portfolio_id uuid not null,
  "on" date not null,
  currency text not null,
  bucket text not null,
  was text,
  vintage date,
  loans integer not null,
  outstanding_minor bigint not null,
  formerly_minor bigint not null,
  constraint month_end_sums_portfolio_id_on_currency_bucket_was_vintage_key UNIQUE NULLS NOT DISTINCT (portfolio_id, "on", currency, bucket, was, vintage),
  constraint month_end_sums_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
) with (fillfactor=70);

create table notification_choices (
  account_id uuid not null,
  event text not null,
  in_product boolean not null,
  by_mail boolean not null,
  constraint notification_choices_pkey PRIMARY KEY (account_id, event),
  constraint notification_choices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint notification_choices_event_check CHECK (((length(event) >= 1) AND (length(event) <= 60)))
);

create table notifications (
  portfolio_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  event text not null,
  sender_id uuid,
  message text default ''::text not null,
  count integer,
  amount_minor bigint,
  currency text,
  subject text,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  target text,
  target_id uuid,
  constraint notifications_pkey PRIMARY KEY (portfolio_id, id),
  constraint notifications_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint notifications_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint notifications_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES accounts(id),
  constraint notifications_event_check CHECK (((event ~ '^[a-z]+(-[a-z]+)*$'::text) AND (length(event) <= 60))),
  constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['notification'::text, 'message'::text]))),
  constraint notifications_target_check CHECK (((target ~ '^[a-z]+(-[a-z]+)*$'::text) AND (length(target) <= 60))),
  constraint notifications_target_whole CHECK (((target IS NULL) = (target_id IS NULL)))
);
CREATE INDEX notifications_by_age ON public.notifications USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX notifications_newest ON public.notifications USING btree (account_id, kind, created_at DESC);
CREATE INDEX notifications_unread ON public.notifications USING btree (account_id, kind) WHERE (read_at IS NULL);

create table outbox (
  id uuid not null,
  to_address text not null,
  subject text not null,
  body text not null,
  created_at timestamp with time zone not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  last_failure text,
  language text default 'en'::text not null,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ae'::text])))
);
CREATE INDEX outbox_waiting ON public.outbox USING btree (next_attempt_at) WHERE (sent_at IS NULL);

create table outbox_attachments (
  mail_id uuid not null,
  "position" smallint not null,
  name text not null,
  content_type text not null,
  content bytea not null,
  constraint outbox_attachments_pkey PRIMARY KEY (mail_id, "position"),
  constraint outbox_attachments_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES outbox(id) ON DELETE CASCADE,
  constraint outbox_attachments_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint outbox_attachments_position_check CHECK (("position" >= 1))
);

create table password_links (
  id uuid not null,
  account_id uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  recovery_id uuid,
  constraint password_links_pkey PRIMARY KEY (id),
  constraint password_links_token_hash_key UNIQUE (token_hash),
  constraint password_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint password_links_recovery_id_fkey FOREIGN KEY (recovery_id) REFERENCES recoveries(id),
  constraint password_links_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX password_links_by_account ON public.password_links USING btree (account_id, created_at DESC);

create table payment_allocations (
  portfolio_id uuid not null,
  payment_id uuid not null,
  instalment_number smallint not null,
  principal_minor bigint not null,
  interest_minor bigint not null,
  fees_minor bigint not null,
  penalties_minor bigint not null,
  schedule_version smallint default 1 not null,
  constraint payment_allocations_pkey PRIMARY KEY (portfolio_id, payment_id, instalment_number),
  constraint payment_allocations_portfolio_id_payment_id_fkey FOREIGN KEY (portfolio_id, payment_id) REFERENCES payments(portfolio_id, id),
  constraint payment_allocations_fees_minor_check CHECK ((fees_minor >= 0)),
  constraint payment_allocations_penalties_minor_check CHECK ((penalties_minor >= 0)),
  constraint payment_allocations_principal_minor_check CHECK ((principal_minor >= 0)),
  constraint payment_allocations_schedule_version_check CHECK ((schedule_version > 0))
);
CREATE TRIGGER payment_allocations_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payment_allocations FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table payment_reallocations (
  portfolio_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  number smallint not null,
  cause_id uuid not null,
  principal_minor bigint not null,
  interest_minor bigint not null,
  fees_minor bigint not null,
  penalties_minor bigint not null,
  made_at timestamp with time zone not null,
  credit_minor bigint default 0 not null,
  constraint payment_reallocations_pkey PRIMARY KEY (portfolio_id, id),
  constraint payment_reallocations_portfolio_id_payment_id_number_key UNIQUE (portfolio_id, payment_id, number),
  constraint payment_reallocations_portfolio_id_payment_id_fkey FOREIGN KEY (portfolio_id, payment_id) REFERENCES payments(portfolio_id, id),
  constraint payment_reallocations_credit_minor_check CHECK ((credit_minor >= 0)),
  constraint payment_reallocations_fees_minor_check CHECK ((fees_minor >= 0)),
  constraint payment_reallocations_number_check CHECK ((number > 0)),
  constraint payment_reallocations_penalties_minor_check CHECK ((penalties_minor >= 0)),
  constraint payment_reallocations_principal_minor_check CHECK ((principal_minor >= 0))
);
CREATE INDEX payment_reallocations_of_credit ON public.payment_reallocations USING btree (portfolio_id, payment_id) WHERE (credit_minor > 0);
CREATE TRIGGER payment_reallocations_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payment_reallocations FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER payment_reallocations_mark_month_ends AFTER INSERT ON public.payment_reallocations FOR EACH ROW EXECUTE FUNCTION mark_month_ends_of_payment();
CREATE TRIGGER payment_reallocations_notify AFTER INSERT ON public.payment_reallocations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_figures();

create table payment_reversals (
  portfolio_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  loan_id uuid not null,
  reason text not null,
  reversed_by uuid not null,
  reversed_at timestamp with time zone not null,
  constraint payment_reversals_pkey PRIMARY KEY (portfolio_id, id),
  constraint payment_reversals_portfolio_id_payment_id_key UNIQUE (portfolio_id, payment_id),
  constraint payment_reversals_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint payment_reversals_portfolio_id_payment_id_fkey FOREIGN KEY (portfolio_id, payment_id) REFERENCES payments(portfolio_id, id),
  constraint payment_reversals_reversed_by_fkey FOREIGN KEY (reversed_by) REFERENCES accounts(id),
  constraint payment_reversals_reason_check CHECK (((length(TRIM(BOTH FROM reason)) >= 1) AND (length(TRIM(BOTH FROM reason)) <= 500)))
);
CREATE TRIGGER payment_reversals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payment_reversals FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER payment_reversals_mark_month_ends AFTER INSERT ON public.payment_reversals FOR EACH ROW EXECUTE FUNCTION mark_month_ends();
CREATE TRIGGER payment_reversals_notify AFTER INSERT ON public.payment_reversals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_figures();

create table payments (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  currency text not null,
  amount_minor bigint not null,
  principal_minor bigint not null,
  interest_minor bigint not null,
  fees_minor bigint not null,
  penalties_minor bigint not null,
  value_date date not null,
  method text not null,
  note text default ''::text not null,
  team_id uuid,
  agent_id uuid,
  posted_by uuid not null,
  posted_at timestamp with time zone not null,
  number bigint default nextval('event_numbers'::regclass) not null,
  recovered_minor bigint default 0 not null,
  interest_until text default 'maturity'::text not null,
  overpayment_treatment text default 'next-instalments'::text not null,
  credit_minor bigint default 0 not null,
  payer text default ''::text not null,
  external_reference text default ''::text not null,
  split_id uuid,
  constraint payments_pkey PRIMARY KEY (portfolio_id, id),
  constraint payments_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint payments_posted_by_fkey FOREIGN KEY (posted_by) REFERENCES accounts(id),
  constraint payments_amount_minor_check CHECK ((amount_minor > 0)),
  constraint payments_beyond_due_check CHECK ((overpayment_treatment = ANY (ARRAY['next-instalments'::text, 'shorter-term'::text, 'lower-instalment'::text, 'credit'::text]))),
  constraint payments_check1 CHECK (((recovered_minor = 0) OR (recovered_minor = amount_minor))),
  constraint payments_credit_minor_check CHECK ((credit_minor >= 0)),
  constraint payments_external_reference_check CHECK ((length(external_reference) <= 100)),
  constraint payments_fees_minor_check CHECK ((fees_minor >= 0)),
  constraint payments_interest_until_check CHECK ((interest_until = ANY (ARRAY['date'::text, 'maturity'::text]))),
  constraint payments_method_check CHECK ((method = ANY (ARRAY['bank-transfer'::text, 'card'::text, 'cash'::text, 'cheque'::text, 'credit'::text, 'direct-debit'::text, 'other'::text]))),
  constraint payments_parts_sum CHECK ((amount_minor = (((((principal_minor + interest_minor) + fees_minor) + penalties_minor) + recovered_minor) + credit_minor))),
  constraint payments_payer_check CHECK ((length(payer) <= 200)),
  constraint payments_penalties_minor_check CHECK ((penalties_minor >= 0)),
  constraint payments_principal_minor_check CHECK ((principal_minor >= 0))
);
CREATE INDEX payments_by_agent ON public.payments USING btree (portfolio_id, agent_id, value_date) WHERE (agent_id IS NOT NULL);
CREATE INDEX payments_by_amount ON public.payments USING btree (portfolio_id, amount_minor, posted_at DESC, id DESC);
CREATE INDEX payments_by_day ON public.payments USING btree (portfolio_id, value_date, team_id, agent_id);
CREATE INDEX payments_by_loan ON public.payments USING btree (portfolio_id, loan_id, posted_at);
CREATE INDEX payments_by_note ON public.payments USING gin (search_form(note) gin_trgm_ops) WHERE (note <> ''::text);
CREATE INDEX payments_latest ON public.payments USING btree (portfolio_id, posted_at DESC, id DESC);
CREATE INDEX payments_of_credit ON public.payments USING btree (portfolio_id, value_date) WHERE ((overpayment_treatment = 'credit'::text) OR (method = 'credit'::text));
CREATE INDEX payments_of_recoveries ON public.payments USING btree (portfolio_id, value_date) WHERE (recovered_minor > 0);
CREATE INDEX payments_of_split ON public.payments USING btree (portfolio_id, split_id) WHERE (split_id IS NOT NULL);
CREATE TRIGGER payments_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.payments FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER payments_mark_month_ends AFTER INSERT ON public.payments FOR EACH ROW WHEN ((new.value_date < (date_trunc('month'::text, ((new.posted_at AT TIME ZONE 'UTC'::text) + '1 day'::interval)))::date)) EXECUTE FUNCTION mark_month_ends();
CREATE TRIGGER payments_notify AFTER INSERT ON public.payments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_figures();

create table penalty_checks (
  portfolio_id uuid not null,
  loan_id uuid not null,
  constraint penalty_checks_pkey PRIMARY KEY (portfolio_id, loan_id),
  constraint penalty_checks_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id)
);

create table pending_sign_ins (
  token_hash bytea not null,
  account_id uuid not null,
  expires_at timestamp with time zone not null,
  provider_issuer text,
  provider_token bytea,
  constraint pending_sign_ins_pkey PRIMARY KEY (token_hash),
  constraint pending_sign_ins_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint pending_sign_ins_check CHECK (((provider_issuer IS NULL) = (provider_token IS NULL))),
  constraint pending_sign_ins_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX pending_sign_ins_oldest ON public.pending_sign_ins USING btree (expires_at);

create table personal_note_favourites (
  account_id uuid not null,
  personal_note_id uuid not null,
  constraint personal_note_favourites_pkey PRIMARY KEY (account_id, personal_note_id),
  constraint personal_note_favourites_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint personal_note_favourites_memo_id_fkey FOREIGN KEY (personal_note_id) REFERENCES personal_notes(id) ON DELETE CASCADE
);

create table personal_notes (
  id uuid not null,
  portfolio_id uuid,
  owner_id uuid not null,
  is_shared boolean not null,
  title text not null,
  text text not null,
  colour text not null,
  tags text[] not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  constraint personal_notes_pkey PRIMARY KEY (id),
  constraint personal_notes_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint personal_notes_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint personal_notes_colour_check CHECK ((colour = ANY (ARRAY['lapis'::text, 'sky'::text, 'teal'::text, 'ochre'::text, 'violet'::text, 'slate'::text]))),
  constraint personal_notes_tags_check CHECK ((cardinality(tags) <= 10)),
  constraint personal_notes_text_check CHECK ((length(text) <= 20000)),
  constraint personal_notes_title_check CHECK (((length(TRIM(BOTH FROM title)) >= 1) AND (length(TRIM(BOTH FROM title)) <= 200)))
);
CREATE INDEX personal_notes_by_owner ON public.personal_notes USING btree (owner_id);
CREATE INDEX personal_notes_shared ON public.personal_notes USING btree (portfolio_id) WHERE is_shared;

create table pinned_loan_notes (
  portfolio_id uuid not null,
  loan_id uuid not null,
  note_id uuid not null,
  constraint pinned_loan_notes_pkey PRIMARY KEY (portfolio_id, loan_id),
  constraint pinned_loan_notes_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint pinned_loan_notes_portfolio_id_note_id_fkey FOREIGN KEY (portfolio_id, note_id) REFERENCES loan_notes(portfolio_id, id)
);

create table portfolios (
  id uuid not null,
  name text not null,
  currency text not null,
  time_zone text not null,
  last_loan_number bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  promise_grace_days smallint default 0 not null,
  quiet_from time without time zone default '21:00:00'::time without time zone not null,
  quiet_until time without time zone default '08:00:00'::time without time zone not null,
  last_application_number bigint default 0 not null,
  work_starts_by time without time zone default '09:00:00'::time without time zone not null,
  work_ends_at time without time zone default '17:00:00'::time without time zone not null,
  promise_days_ahead smallint default 60,
  promise_share_percent smallint default 25,
  promise_broken_most smallint default 2,
  print_numbers text default 'point'::text not null,
  print_dates text default 'words'::text not null,
  fiscal_year_month smallint default 1 not null,
  is_demo boolean default false not null,
  removed_at timestamp with time zone,
  constraint portfolios_pkey PRIMARY KEY (id),
  constraint portfolios_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint portfolios_fiscal_year_month_check CHECK (((fiscal_year_month >= 1) AND (fiscal_year_month <= 12))),
  constraint portfolios_last_application_number_check CHECK ((last_application_number >= 0)),
  constraint portfolios_last_loan_number_check CHECK ((last_loan_number >= 0)),
  constraint portfolios_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 120))),
  constraint portfolios_only_demos_are_removed CHECK (((removed_at IS NULL) OR is_demo)),
  constraint portfolios_print_dates_check CHECK ((print_dates = ANY (ARRAY['words'::text, 'day-first'::text, 'dotted'::text, 'month-first'::text, 'year-first'::text]))),
  constraint portfolios_print_numbers_check CHECK ((print_numbers = ANY (ARRAY['point'::text, 'comma'::text, 'space'::text, 'indian'::text]))),
  constraint portfolios_promise_broken_most_check CHECK (((promise_broken_most >= 0) AND (promise_broken_most <= 1000))),
  constraint portfolios_promise_days_ahead_check CHECK (((promise_days_ahead >= 0) AND (promise_days_ahead <= 366))),
  constraint portfolios_promise_grace_days_check CHECK (((promise_grace_days >= 0) AND (promise_grace_days <= 30))),
  constraint portfolios_promise_share_percent_check CHECK (((promise_share_percent >= 1) AND (promise_share_percent <= 100))),
  constraint portfolios_time_zone_check CHECK (((time_zone = 'UTC'::text) OR (time_zone ~ '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[A-Z]'::text))) NOT VALID,
  constraint portfolios_working_hours_check CHECK ((work_starts_by < work_ends_at))
);
CREATE UNIQUE INDEX portfolios_one_demo ON public.portfolios USING btree (is_demo) WHERE (is_demo AND (removed_at IS NULL));
CREATE TRIGGER portfolios_demo_notify AFTER INSERT ON public.portfolios FOR EACH ROW WHEN (new.is_demo) EXECUTE FUNCTION notify_sessions();
CREATE TRIGGER portfolios_forget_month_ends AFTER UPDATE ON public.portfolios FOR EACH ROW WHEN ((old.time_zone <> new.time_zone)) EXECUTE FUNCTION forget_month_ends();
CREATE TRIGGER portfolios_keep_demo_mark BEFORE UPDATE OF is_demo, removed_at ON public.portfolios FOR EACH ROW EXECUTE FUNCTION keep_demo_mark();
CREATE TRIGGER portfolios_mark_dues AFTER UPDATE ON public.portfolios FOR EACH ROW WHEN ((old.time_zone <> new.time_zone)) EXECUTE FUNCTION mark_dues_of_portfolio();
CREATE TRIGGER portfolios_notify AFTER UPDATE OF name, currency, time_zone ON public.portfolios FOR EACH STATEMENT EXECUTE FUNCTION notify_sessions();
CREATE TRIGGER portfolios_notify_figures AFTER UPDATE OF currency, time_zone ON public.portfolios FOR EACH ROW EXECUTE FUNCTION notify_figure('id');

create table price_layouts (
  portfolio_id uuid not null,
  fingerprint text not null,
  file_name text not null,
  columns jsonb,
  answers jsonb not null,
  table_choice jsonb,
  source text not null,
  imported_by uuid not null,
  imported_at timestamp with time zone not null,
  constraint price_layouts_pkey PRIMARY KEY (portfolio_id, fingerprint),
  constraint price_layouts_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES accounts(id),
  constraint price_layouts_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint price_layouts_fingerprint_check CHECK ((fingerprint ~ '^[0-9a-f]{64}$'::text))
);

create table product_versions (
  portfolio_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  number integer not null,
  currency text not null,
  schedule_method text not null,
  day_count text not null,
  frequency_unit text not null,
  frequency_every smallint not null,
  instalment_count smallint not null,
  instalment_count_min smallint not null,
  instalment_count_max smallint not null,
  principal_min_minor bigint not null,
  principal_max_minor bigint not null,
  annual_rate_percent numeric(10,6) not null,
  annual_rate_min_percent numeric(10,6) not null,
  annual_rate_max_percent numeric(10,6) not null,
  instalment_rounding text not null,
  grace_principal smallint not null,
  grace_interest smallint not null,
  disbursement_fee_minor bigint,
  disbursement_fee_percent numeric(7,4),
  instalment_fee_minor bigint,
  instalment_fee_percent numeric(7,4),
  penalty_minor bigint,
  penalty_percent numeric(7,4),
  penalty_grace_days smallint,
  penalty_cap_minor bigint,
  allocation_order text not null,
  day_off_rule text not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  instalment_multiple_minor bigint not null,
  constraint product_versions_pkey PRIMARY KEY (portfolio_id, id),
  constraint product_versions_portfolio_id_product_id_id_key UNIQUE (portfolio_id, product_id, id),
  constraint product_versions_portfolio_id_product_id_number_key UNIQUE (portfolio_id, product_id, number),
  constraint product_versions_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  constraint product_versions_portfolio_id_product_id_fkey FOREIGN KEY (portfolio_id, product_id) REFERENCES products(portfolio_id, id),
  constraint product_versions_allocation_order_check CHECK (is_allocation_order(allocation_order)),
  constraint product_versions_annual_rate_max_percent_check CHECK ((annual_rate_max_percent <= (1000)::numeric)),
  constraint product_versions_annual_rate_min_percent_check CHECK ((annual_rate_min_percent >= (0)::numeric)),
  constraint product_versions_check CHECK (((instalment_count >= instalment_count_min) AND (instalment_count <= instalment_count_max))),
  constraint product_versions_check1 CHECK ((principal_min_minor <= principal_max_minor)),
  constraint product_versions_check2 CHECK (((annual_rate_percent >= annual_rate_min_percent) AND (annual_rate_percent <= annual_rate_max_percent))),
  constraint product_versions_check3 CHECK ((GREATEST(grace_principal, grace_interest) < instalment_count_min)),
  constraint product_versions_check4 CHECK ((num_nonnulls(disbursement_fee_minor, disbursement_fee_percent) <= 1)),
  constraint product_versions_check5 CHECK (((disbursement_fee_minor IS NULL) OR (disbursement_fee_minor < principal_min_minor))),
  constraint product_versions_check6 CHECK ((num_nonnulls(instalment_fee_minor, instalment_fee_percent) <= 1)),
  constraint product_versions_check7 CHECK ((num_nonnulls(penalty_minor, penalty_percent) <= 1)),
  constraint product_versions_check8 CHECK (((penalty_grace_days IS NOT NULL) = (num_nonnulls(penalty_minor, penalty_percent) = 1))),
  constraint product_versions_check9 CHECK (((penalty_cap_minor IS NULL) OR (penalty_grace_days IS NOT NULL))),
  constraint product_versions_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint product_versions_day_count_check CHECK ((day_count = ANY (ARRAY['30/360'::text, '30/360 US'::text, '30E/360'::text, 'ACT/360'::text, 'ACT/365F'::text, 'ACT/ACT ISDA'::text]))),
  constraint product_versions_day_off_rule_check CHECK ((day_off_rule = ANY (ARRAY['as_is'::text, 'following'::text, 'modified_following'::text, 'preceding'::text, 'skip'::text]))),
  constraint product_versions_disbursement_fee_minor_check CHECK ((disbursement_fee_minor > 0)),
  constraint product_versions_disbursement_fee_percent_check CHECK (((disbursement_fee_percent >= (0)::numeric) AND (disbursement_fee_percent <= (100)::numeric))),
  constraint product_versions_frequency_every_check CHECK (((frequency_every >= 1) AND (frequency_every <= 366))),
  constraint product_versions_frequency_unit_check CHECK ((frequency_unit = ANY (ARRAY['days'::text, 'weeks'::text, 'months'::text]))),
  constraint product_versions_grace_interest_check CHECK ((grace_interest >= 0)),
  constraint product_versions_grace_principal_check CHECK ((grace_principal >= 0)),
  constraint product_versions_instalment_count_max_check CHECK ((instalment_count_max <= 600)),
  constraint product_versions_instalment_count_min_check CHECK ((instalment_count_min >= 1)),
  constraint product_versions_instalment_fee_minor_check CHECK ((instalment_fee_minor > 0)),
  constraint product_versions_instalment_fee_percent_check CHECK (((instalment_fee_percent >= (0)::numeric) AND (instalment_fee_percent <= (100)::numeric))),
  constraint product_versions_instalment_multiple_minor_check CHECK ((instalment_multiple_minor > 0)),
  constraint product_versions_instalment_rounding_check CHECK ((instalment_rounding = ANY (ARRAY['half_even'::text, 'half_up'::text, 'up'::text, 'down'::text]))),
  constraint product_versions_number_check CHECK ((number > 0)),
  constraint product_versions_penalty_cap_minor_check CHECK ((penalty_cap_minor > 0)),
  constraint product_versions_penalty_grace_days_check CHECK (((penalty_grace_days >= 0) AND (penalty_grace_days <= 365))),
  constraint product_versions_penalty_minor_check CHECK ((penalty_minor > 0)),
  constraint product_versions_penalty_percent_check CHECK (((penalty_percent >= (0)::numeric) AND (penalty_percent <= (100)::numeric))),
  constraint product_versions_principal_min_minor_check CHECK ((principal_min_minor > 0)),
  constraint product_versions_schedule_method_check CHECK ((schedule_method = ANY (ARRAY['equal_instalments'::text, 'equal_principal'::text, 'flat'::text, 'interest_only'::text, 'bullet'::text]))),
  constraint product_versions_skip_no_months CHECK (((day_off_rule <> 'skip'::text) OR (frequency_unit <> 'months'::text)))
);
CREATE TRIGGER product_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.product_versions FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER product_versions_follow_each_other BEFORE INSERT ON public.product_versions FOR EACH ROW EXECUTE FUNCTION number_product_version();

create table products (
  portfolio_id uuid not null,
  id uuid not null,
  name text not null,
  allocation_order text default 'penalties_fees_interest_principal'::text not null,
  created_at timestamp with time zone default now() not null,
  archived_at timestamp with time zone,
  constraint products_pkey PRIMARY KEY (portfolio_id, id),
  constraint products_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint products_allocation_order_check CHECK (is_allocation_order(allocation_order))
);
CREATE UNIQUE INDEX products_name_once ON public.products USING btree (portfolio_id, lower(name));

create table promises (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  contact_id uuid,
  currency text not null,
  amount_minor bigint not null,
  promised_on date not null,
  grace_days smallint not null,
  made_on date not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  replaced_at timestamp with time zone,
  replaced_on date,
  state text default 'waiting'::text not null,
  received_minor bigint default 0 not null,
  due_told_at timestamp with time zone,
  number bigint default nextval('event_numbers'::regclass) not null,
  agreement_id uuid not null,
  line smallint default 1 not null,
  replaced_by uuid,
  constraint promises_pkey PRIMARY KEY (portfolio_id, id),
  constraint promises_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  constraint promises_portfolio_id_agreement_id_fkey FOREIGN KEY (portfolio_id, agreement_id) REFERENCES promises(portfolio_id, id),
  constraint promises_portfolio_id_contact_id_fkey FOREIGN KEY (portfolio_id, contact_id) REFERENCES contact_attempts(portfolio_id, id),
  constraint promises_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint promises_portfolio_id_replaced_by_fkey FOREIGN KEY (portfolio_id, replaced_by) REFERENCES promises(portfolio_id, id),
  constraint promises_amount_minor_check CHECK ((amount_minor > 0)),
  constraint promises_check CHECK ((promised_on >= made_on)),
  constraint promises_check1 CHECK (((replaced_at IS NULL) = (replaced_on IS NULL))),
  constraint promises_check2 CHECK (((state <> 'waiting'::text) OR (replaced_at IS NULL))),
  constraint promises_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint promises_first_line CHECK (((line = 1) = (id = agreement_id))),
  constraint promises_grace_days_check CHECK ((grace_days >= 0)),
  constraint promises_line_check CHECK ((line >= 1)),
  constraint promises_received_minor_check CHECK ((received_minor >= 0)),
  constraint promises_replaced_by CHECK (((replaced_by IS NULL) OR (replaced_at IS NOT NULL))),
  constraint promises_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'kept'::text, 'partly-kept'::text, 'broken'::text, 'replaced'::text])))
) with (fillfactor=80);
CREATE INDEX promises_by_day ON public.promises USING btree (portfolio_id, promised_on);
CREATE INDEX promises_by_loan ON public.promises USING btree (portfolio_id, loan_id, made_at DESC);
CREATE INDEX promises_by_maker ON public.promises USING btree (portfolio_id, made_on, made_by);
CREATE INDEX promises_current ON public.promises USING btree (portfolio_id, loan_id, promised_on) WHERE (replaced_at IS NULL);
CREATE UNIQUE INDEX promises_lines ON public.promises USING btree (portfolio_id, agreement_id, line);
CREATE INDEX promises_waiting ON public.promises USING btree (portfolio_id, promised_on) WHERE (state = 'waiting'::text);

create table provider_links (
  issuer text not null,
  subject text not null,
  account_id uuid not null,
  linked_at timestamp with time zone not null,
  constraint provider_links_pkey PRIMARY KEY (issuer, subject),
  constraint provider_links_account_id_issuer_key UNIQUE (account_id, issuer),
  constraint provider_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint provider_links_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);

create table provider_sessions (
  session_id uuid not null,
  issuer text not null,
  id_token bytea not null,
  constraint provider_sessions_pkey PRIMARY KEY (session_id),
  constraint provider_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id)
);

create table provider_sign_ins (
  browser_hash bytea not null,
  state text not null,
  nonce text not null,
  verifier text not null,
  issuer text not null,
  expires_at timestamp with time zone not null,
  constraint provider_sign_ins_pkey PRIMARY KEY (browser_hash),
  constraint provider_sign_ins_browser_hash_check CHECK ((octet_length(browser_hash) = 32))
);

create table reallocation_allocations (
  portfolio_id uuid not null,
  reallocation_id uuid not null,
  instalment_number smallint not null,
  principal_minor bigint not null,
  interest_minor bigint not null,
  fees_minor bigint not null,
  penalties_minor bigint not null,
  schedule_version smallint default 1 not null,
  constraint reallocation_allocations_pkey PRIMARY KEY (portfolio_id, reallocation_id, instalment_number),
  constraint reallocation_allocations_portfolio_id_reallocation_id_fkey FOREIGN KEY (portfolio_id, reallocation_id) REFERENCES payment_reallocations(portfolio_id, id),
  constraint reallocation_allocations_fees_minor_check CHECK ((fees_minor >= 0)),
  constraint reallocation_allocations_penalties_minor_check CHECK ((penalties_minor >= 0)),
  constraint reallocation_allocations_principal_minor_check CHECK ((principal_minor >= 0)),
  constraint reallocation_allocations_schedule_version_check CHECK ((schedule_version > 0))
);
CREATE TRIGGER reallocation_allocations_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reallocation_allocations FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table recoveries (
  id uuid not null,
  account_id uuid not null,
  asked_at timestamp with time zone,
  started_by uuid,
  started_at timestamp with time zone,
  code_hash bytea,
  released_by uuid,
  released_at timestamp with time zone,
  wrong_codes smallint default 0 not null,
  ended_at timestamp with time zone,
  constraint recoveries_pkey PRIMARY KEY (id),
  constraint recoveries_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint recoveries_released_by_fkey FOREIGN KEY (released_by) REFERENCES accounts(id),
  constraint recoveries_started_by_fkey FOREIGN KEY (started_by) REFERENCES accounts(id),
  constraint recoveries_check CHECK (((asked_at IS NOT NULL) OR (started_at IS NOT NULL))),
  constraint recoveries_check1 CHECK (((started_by IS NULL) = (started_at IS NULL))),
  constraint recoveries_check2 CHECK (((started_by IS NULL) = (code_hash IS NULL))),
  constraint recoveries_check3 CHECK (((released_by IS NULL) = (released_at IS NULL))),
  constraint recoveries_check4 CHECK (((released_by IS NULL) OR (started_by IS NOT NULL))),
  constraint recoveries_check5 CHECK ((released_by <> started_by)),
  constraint recoveries_check6 CHECK (((started_by <> account_id) AND (released_by <> account_id))),
  constraint recoveries_code_hash_check CHECK ((length(code_hash) = 32))
);
CREATE UNIQUE INDEX recoveries_open ON public.recoveries USING btree (account_id) WHERE (ended_at IS NULL);

create table recovery_codes (
  account_id uuid not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint recovery_codes_code_hash_check CHECK ((length(code_hash) = 32))
);

create table refund_claims (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  instalment_number smallint not null,
  amount_minor bigint not null,
  value_date date not null,
  source_id uuid not null,
  schedule_version smallint not null,
  made_by uuid,
  made_at timestamp with time zone not null,
  number bigint default nextval('event_numbers'::regclass) not null,
  constraint refund_claims_pkey PRIMARY KEY (portfolio_id, id),
  constraint refund_claims_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  constraint refund_claims_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint refund_claims_amount_minor_check CHECK ((amount_minor > 0)),
  constraint refund_claims_instalment_number_check CHECK ((instalment_number > 0)),
  constraint refund_claims_schedule_version_check CHECK ((schedule_version > 0))
);
CREATE INDEX refund_claims_by_loan ON public.refund_claims USING btree (portfolio_id, loan_id, instalment_number);
CREATE TRIGGER refund_claims_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.refund_claims FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
CREATE TRIGGER refund_claims_mark_dues AFTER INSERT ON public.refund_claims FOR EACH ROW EXECUTE FUNCTION mark_dues();
CREATE TRIGGER refund_claims_mark_month_ends AFTER INSERT ON public.refund_claims FOR EACH ROW EXECUTE FUNCTION mark_month_ends();

create table retained_penalties (
  portfolio_id uuid not null,
  charge_id uuid not null,
  payment_id uuid not null,
  constraint retained_penalties_pkey PRIMARY KEY (portfolio_id, charge_id, payment_id),
  constraint retained_penalties_portfolio_id_charge_id_fkey FOREIGN KEY (portfolio_id, charge_id) REFERENCES charges(portfolio_id, id),
  constraint retained_penalties_portfolio_id_payment_id_fkey FOREIGN KEY (portfolio_id, payment_id) REFERENCES payments(portfolio_id, id)
);
CREATE TRIGGER retained_penalties_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.retained_penalties FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table role_permissions (
  role text not null,
  permission text not null,
  granted boolean not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  constraint role_permissions_pkey PRIMARY KEY (role, permission),
  constraint role_permissions_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  constraint role_permissions_permission_check CHECK (((length(permission) >= 1) AND (length(permission) <= 60))),
  constraint role_permissions_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'user'::text, 'team'::text, 'agent'::text])))
);
CREATE TRIGGER role_permissions_notify AFTER INSERT OR DELETE OR UPDATE ON public.role_permissions FOR EACH STATEMENT EXECUTE FUNCTION notify_sessions();

create table role_security_rules (
  role text not null,
  requires_second_factor boolean not null,
  networks text[] not null,
  constraint role_security_rules_pkey PRIMARY KEY (role),
  constraint role_security_rules_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'user'::text, 'team'::text, 'agent'::text])))
);
CREATE TRIGGER role_security_rules_notify AFTER INSERT OR DELETE OR UPDATE ON public.role_security_rules FOR EACH STATEMENT EXECUTE FUNCTION notify_sessions();

create table saved_views (
  account_id uuid not null,
  id uuid not null,
  list text not null,
  name text not null,
  search text not null,
  is_default boolean default false not null,
  created_at timestamp with time zone not null,
  constraint saved_views_pkey PRIMARY KEY (account_id, id),
  constraint saved_views_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint saved_views_list_check CHECK (((length(list) >= 1) AND (length(list) <= 60))),
  constraint saved_views_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 60))),
  constraint saved_views_search_check CHECK ((length(search) <= 2000))
);
CREATE UNIQUE INDEX saved_views_name_once ON public.saved_views USING btree (account_id, list, lower(name));
CREATE UNIQUE INDEX saved_views_one_default ON public.saved_views USING btree (account_id, list) WHERE is_default;

create table schedule_versions (
  portfolio_id uuid not null,
  loan_id uuid not null,
  version smallint not null,
  event text not null,
  source_id uuid not null,
  made_by uuid,
  made_at timestamp with time zone not null,
  agreed_version smallint default 1 not null,
  constraint schedule_versions_pkey PRIMARY KEY (portfolio_id, loan_id, version),
  constraint schedule_versions_made_by_fkey FOREIGN KEY (made_by) REFERENCES accounts(id),
  constraint schedule_versions_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint schedule_versions_agreed_before CHECK ((agreed_version <= version)),
  constraint schedule_versions_agreed_version_check CHECK ((agreed_version > 0)),
  constraint schedule_versions_event_check CHECK (((event ~ '^[a-z]+(-[a-z]+)*$'::text) AND (length(event) <= 60))),
  constraint schedule_versions_version_check CHECK ((version > 1))
);
CREATE TRIGGER schedule_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.schedule_versions FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table schema_migrations (
  number integer,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (name),
  constraint schema_migrations_number_key UNIQUE (number)
);

create table second_factors (
  account_id uuid not null,
  secret bytea not null,
  begun_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  constraint second_factors_pkey PRIMARY KEY (account_id),
  constraint second_factors_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint second_factors_secret_check CHECK ((length(secret) = ANY (ARRAY[20, 48])))
);
CREATE TRIGGER second_factors_notify AFTER INSERT OR DELETE OR UPDATE OF confirmed_at ON public.second_factors FOR EACH STATEMENT EXECUTE FUNCTION notify_sessions();

create table secret_key_check (
  only_one boolean default true not null,
  sealed bytea not null,
  constraint secret_key_check_pkey PRIMARY KEY (only_one),
  constraint secret_key_check_only_one_check CHECK (only_one)
);

create table security_rules (
  is_only boolean default true not null,
  password_min integer not null,
  idle_minutes integer not null,
  longest_hours integer not null,
  version integer not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  constraint security_rules_pkey PRIMARY KEY (is_only),
  constraint security_rules_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  constraint security_rules_idle_minutes_check CHECK (((idle_minutes >= 5) AND (idle_minutes <= 30))),
  constraint security_rules_is_only_check CHECK (is_only),
  constraint security_rules_longest_hours_check CHECK (((longest_hours >= 1) AND (longest_hours <= 12))),
  constraint security_rules_password_min_check CHECK (((password_min >= 8) AND (password_min <= 15)))
);
CREATE TRIGGER security_rules_notify AFTER INSERT OR DELETE OR UPDATE ON public.security_rules FOR EACH STATEMENT EXECUTE FUNCTION notify_sessions();

create table sessions (
  id uuid not null,
  account_id uuid not null,
  token_hash bytea not null,
  binding_hash bytea not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  user_agent text default ''::text not null,
  address text default ''::text not null,
  end_reason text,
  locked_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint only_an_ended_session_has_a_reason CHECK (((end_reason IS NULL) OR (ended_at IS NOT NULL))),
  constraint sessions_binding_hash_check CHECK ((length(binding_hash) = 32)),
  constraint sessions_end_reason_check CHECK ((end_reason = ANY (ARRAY['ended-elsewhere'::text, 'password-changed'::text, 'account-suspended'::text, 'signed-in-again'::text]))),
  constraint sessions_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX sessions_open_by_account ON public.sessions USING btree (account_id) WHERE (ended_at IS NULL);
CREATE INDEX sessions_open_by_binding ON public.sessions USING btree (binding_hash) WHERE (ended_at IS NULL);
CREATE TRIGGER sessions_notify AFTER DELETE OR UPDATE OF ended_at, locked_at, account_id, token_hash, binding_hash ON public.sessions FOR EACH STATEMENT EXECUTE FUNCTION notify_sessions();

create table settlements (
  portfolio_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  amount_minor bigint not null,
  payoff_minor bigint not null,
  agreed_on date not null,
  agreed_by text not null,
  reason text not null,
  approved_by uuid not null,
  approved_at timestamp with time zone not null,
  completed_on date,
  write_off_id uuid,
  constraint settlements_pkey PRIMARY KEY (portfolio_id, id),
  constraint settlements_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES accounts(id),
  constraint settlements_portfolio_id_id_fkey FOREIGN KEY (portfolio_id, id) REFERENCES promises(portfolio_id, id),
  constraint settlements_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint settlements_portfolio_id_write_off_id_fkey FOREIGN KEY (portfolio_id, write_off_id) REFERENCES loan_write_offs(portfolio_id, id),
  constraint settlements_agreed_by_check CHECK ((agreed_by = ANY (ARRAY['call'::text, 'sms'::text, 'email'::text, 'whatsapp'::text, 'visit'::text, 'letter'::text]))),
  constraint settlements_amount_minor_check CHECK ((amount_minor > 0)),
  constraint settlements_check CHECK ((amount_minor < payoff_minor)),
  constraint settlements_check1 CHECK (((write_off_id IS NULL) OR (completed_on IS NOT NULL))),
  constraint settlements_reason_check CHECK (((length(TRIM(BOTH FROM reason)) >= 1) AND (length(TRIM(BOTH FROM reason)) <= 500)))
);
CREATE INDEX settlements_by_loan ON public.settlements USING btree (portfolio_id, loan_id);
CREATE INDEX settlements_open ON public.settlements USING btree (portfolio_id) WHERE (completed_on IS NULL);

create table sign_in_attempts (
  subject text not null,
  digest bytea not null,
  failures double precision not null,
  last_failed_at timestamp with time zone not null,
  blocked_until timestamp with time zone not null,
  constraint sign_in_attempts_pkey PRIMARY KEY (subject, digest),
  constraint sign_in_attempts_digest_check CHECK ((length(digest) = 32)),
  constraint sign_in_attempts_subject_check CHECK ((subject = ANY (ARRAY['account'::text, 'address'::text, 'account-at-address'::text, 'account-on-device'::text])))
);
CREATE INDEX sign_in_attempts_oldest ON public.sign_in_attempts USING btree (last_failed_at);

create table single_sign_on (
  is_only boolean default true not null,
  is_on boolean not null,
  issuer text not null,
  client_id text not null,
  label text not null,
  client_secret bytea,
  version integer not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  constraint single_sign_on_pkey PRIMARY KEY (is_only),
  constraint single_sign_on_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES accounts(id),
  constraint single_sign_on_check CHECK (((NOT is_on) OR ((issuer <> ''::text) AND (client_id <> ''::text) AND (label <> ''::text) AND (client_secret IS NOT NULL)))),
  constraint single_sign_on_client_id_check CHECK ((length(client_id) <= 300)),
  constraint single_sign_on_is_only_check CHECK (is_only),
  constraint single_sign_on_issuer_check CHECK ((length(issuer) <= 500)),
  constraint single_sign_on_label_check CHECK ((length(label) <= 60))
);

create table staff_mail_addressees (
  mail_id uuid not null,
  place integer not null,
  account_id uuid,
  portfolio_id uuid,
  team_id uuid,
  is_copy boolean default false not null,
  constraint staff_mail_addressees_pkey PRIMARY KEY (mail_id, place),
  constraint staff_mail_addressees_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint staff_mail_addressees_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES staff_mails(id) ON DELETE CASCADE,
  constraint staff_mail_addressees_portfolio_id_team_id_fkey FOREIGN KEY (portfolio_id, team_id) REFERENCES teams(portfolio_id, id),
  constraint staff_mail_addressees_check CHECK (((account_id IS NULL) <> (team_id IS NULL))),
  constraint staff_mail_addressees_check1 CHECK (((team_id IS NULL) = (portfolio_id IS NULL)))
);

create table staff_mail_attachments (
  mail_id uuid not null,
  file_id uuid not null,
  place integer not null,
  constraint staff_mail_attachments_pkey PRIMARY KEY (mail_id, file_id),
  constraint staff_mail_attachments_file_id_fkey FOREIGN KEY (file_id) REFERENCES staff_mail_files(id),
  constraint staff_mail_attachments_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES staff_mails(id) ON DELETE CASCADE
);
CREATE INDEX staff_mail_attachments_by_file ON public.staff_mail_attachments USING btree (file_id);

create table staff_mail_copies (
  account_id uuid not null,
  thread_id uuid not null,
  mail_id uuid not null,
  constraint staff_mail_copies_pkey PRIMARY KEY (account_id, mail_id),
  constraint staff_mail_copies_account_id_thread_id_fkey FOREIGN KEY (account_id, thread_id) REFERENCES mail_thread_states(account_id, thread_id) ON DELETE CASCADE,
  constraint staff_mail_copies_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES staff_mails(id)
);
CREATE INDEX staff_mail_copies_by_box ON public.staff_mail_copies USING btree (account_id, thread_id);
CREATE INDEX staff_mail_copies_by_mail ON public.staff_mail_copies USING btree (mail_id);

create table staff_mail_files (
  id uuid not null,
  portfolio_id uuid,
  owner_id uuid not null,
  name text not null,
  media_type text not null,
  bytes integer not null,
  sha256 bytea not null,
  scan text not null,
  filed_at timestamp with time zone not null,
  constraint staff_mail_files_pkey PRIMARY KEY (id),
  constraint staff_mail_files_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint staff_mail_files_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint staff_mail_files_bytes_check CHECK ((bytes > 0)),
  constraint staff_mail_files_scan_check CHECK ((scan = ANY (ARRAY['clean'::text, 'not-scanned'::text]))),
  constraint staff_mail_files_sha256_check CHECK ((length(sha256) = 32))
);

create table staff_mail_labelled (
  account_id uuid not null,
  thread_id uuid not null,
  label_id uuid not null,
  constraint staff_mail_labelled_pkey PRIMARY KEY (account_id, thread_id, label_id),
  constraint staff_mail_labelled_account_id_label_id_fkey FOREIGN KEY (account_id, label_id) REFERENCES staff_mail_labels(owner_id, id) ON DELETE CASCADE,
  constraint staff_mail_labelled_account_id_thread_id_fkey FOREIGN KEY (account_id, thread_id) REFERENCES mail_thread_states(account_id, thread_id) ON DELETE CASCADE
);
CREATE INDEX staff_mail_labelled_by_label ON public.staff_mail_labelled USING btree (account_id, label_id);

create table staff_mail_labels (
  id uuid not null,
  portfolio_id uuid,
  owner_id uuid not null,
  name text not null,
  colour text not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  constraint staff_mail_labels_pkey PRIMARY KEY (id),
  constraint staff_mail_labels_owner_id_id_key UNIQUE (owner_id, id),
  constraint staff_mail_labels_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint staff_mail_labels_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint staff_mail_labels_colour_check CHECK ((colour = ANY (ARRAY['lapis'::text, 'sky'::text, 'teal'::text, 'ochre'::text, 'violet'::text, 'slate'::text]))),
  constraint staff_mail_labels_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 40)))
);
CREATE UNIQUE INDEX staff_mail_label_names ON public.staff_mail_labels USING btree (owner_id, lower(name));

create table staff_mail_threads (
  id uuid not null,
  portfolio_id uuid,
  constraint staff_mail_threads_pkey PRIMARY KEY (id),
  constraint staff_mail_threads_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
);

create table staff_mails (
  id uuid not null,
  thread_id uuid not null,
  sender_id uuid not null,
  subject text not null,
  html text not null,
  words text not null,
  found_by text default ''::text not null,
  changed_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint staff_mails_pkey PRIMARY KEY (id),
  constraint staff_mails_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES accounts(id),
  constraint staff_mails_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES staff_mail_threads(id),
  constraint staff_mails_html_check CHECK ((length(html) <= 400000)),
  constraint staff_mails_subject_check CHECK ((length(subject) <= 200))
);
CREATE INDEX staff_mail_drafts ON public.staff_mails USING btree (sender_id, changed_at DESC) WHERE (sent_at IS NULL);
CREATE INDEX staff_mails_by_thread ON public.staff_mails USING btree (thread_id);
CREATE TRIGGER sent_mail_stays BEFORE UPDATE ON public.staff_mails FOR EACH ROW WHEN ((old.sent_at IS NOT NULL)) EXECUTE FUNCTION forbid_change_of_sent_mail();

create table superseded_instalments (
  portfolio_id uuid not null,
  loan_id uuid not null,
  version smallint not null,
  number smallint not null,
  due_on date not null,
  principal_minor bigint not null,
  interest_minor bigint not null,
  fees_minor bigint not null,
  penalties_minor bigint not null,
  principal_paid_minor bigint not null,
  interest_paid_minor bigint not null,
  fees_paid_minor bigint not null,
  penalties_paid_minor bigint not null,
  accrues_from date,
  carried_minor bigint,
  earned_minor bigint,
  bearing_minor bigint,
  constraint superseded_instalments_pkey PRIMARY KEY (portfolio_id, loan_id, version, number),
  constraint superseded_instalments_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint superseded_instalments_number_check CHECK ((number > 0)),
  constraint superseded_instalments_version_check CHECK ((version > 0))
);
CREATE TRIGGER superseded_instalments_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.superseded_instalments FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table tags (
  portfolio_id uuid not null,
  id uuid not null,
  name text not null,
  colour text not null,
  version integer default 1 not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  constraint tags_pkey PRIMARY KEY (portfolio_id, id),
  constraint tags_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  constraint tags_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint tags_colour_check CHECK ((colour = ANY (ARRAY['slate'::text, 'lapis'::text, 'sky'::text, 'teal'::text, 'ochre'::text, 'violet'::text]))),
  constraint tags_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 40)))
);
CREATE UNIQUE INDEX tags_name_once ON public.tags USING btree (portfolio_id, lower(name));
CREATE TRIGGER tags_notify_figures AFTER UPDATE OF name, colour ON public.tags FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.colour IS DISTINCT FROM new.colour))) EXECUTE FUNCTION notify_figure('portfolio_id');

create table tasks (
  id uuid not null,
  portfolio_id uuid,
  owner_id uuid not null,
  assignee_id uuid not null,
  title text not null,
  details text not null,
  due_on date,
  priority text not null,
  loan_id uuid,
  done_at timestamp with time zone,
  removed_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES accounts(id),
  constraint tasks_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES accounts(id),
  constraint tasks_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint tasks_portfolio_id_loan_id_fkey FOREIGN KEY (portfolio_id, loan_id) REFERENCES loans(portfolio_id, id),
  constraint tasks_check CHECK (((loan_id IS NULL) OR (portfolio_id IS NOT NULL))),
  constraint tasks_details_check CHECK ((length(details) <= 4000)),
  constraint tasks_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text]))),
  constraint tasks_title_check CHECK (((length(TRIM(BOTH FROM title)) >= 1) AND (length(TRIM(BOTH FROM title)) <= 200)))
);
CREATE INDEX tasks_by_assignee ON public.tasks USING btree (assignee_id);
CREATE INDEX tasks_by_owner ON public.tasks USING btree (owner_id);

create table teams (
  portfolio_id uuid not null,
  id uuid not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  commission_rate_percent numeric(7,4),
  monthly_target_minor bigint,
  version integer default 1 not null,
  constraint teams_pkey PRIMARY KEY (portfolio_id, id),
  constraint teams_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint teams_commission_rate_percent_check CHECK (((commission_rate_percent >= (0)::numeric) AND (commission_rate_percent <= (100)::numeric))),
  constraint teams_monthly_target_minor_check CHECK ((monthly_target_minor >= 0)),
  constraint teams_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 120)))
);
CREATE UNIQUE INDEX teams_name_once ON public.teams USING btree (portfolio_id, lower(name));
CREATE TRIGGER teams_begin_terms AFTER INSERT ON public.teams REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION begin_earning_terms();
CREATE TRIGGER teams_notify AFTER DELETE OR UPDATE ON public.teams FOR EACH STATEMENT EXECUTE FUNCTION notify_sessions();
CREATE TRIGGER teams_notify_figures AFTER UPDATE OF name ON public.teams FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION notify_figure('portfolio_id');

create table view_queues (
  portfolio_id uuid not null,
  id uuid not null,
  team_id uuid,
  name text not null,
  filter jsonb not null,
  sort text,
  direction text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint view_queues_pkey PRIMARY KEY (portfolio_id, id),
  constraint view_queues_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  constraint view_queues_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint view_queues_portfolio_id_team_id_fkey FOREIGN KEY (portfolio_id, team_id) REFERENCES teams(portfolio_id, id),
  constraint view_queues_direction_check CHECK ((direction = ANY (ARRAY['asc'::text, 'desc'::text]))),
  constraint view_queues_filter_check CHECK ((jsonb_typeof(filter) = 'object'::text)),
  constraint view_queues_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);
CREATE UNIQUE INDEX view_queues_name_once ON public.view_queues USING btree (portfolio_id, team_id, lower(name)) NULLS NOT DISTINCT WHERE (removed_at IS NULL);

create table webhook_deliveries (
  webhook_id uuid not null,
  event_id uuid not null,
  event_at timestamp with time zone not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  last_attempt_at timestamp with time zone,
  next_attempt_at timestamp with time zone not null,
  status integer,
  answer text default ''::text not null,
  failure text,
  constraint webhook_deliveries_pkey PRIMARY KEY (webhook_id, event_id),
  constraint webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES audit_events(id),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id),
  constraint webhook_deliveries_answer_check CHECK ((length(answer) <= 500)),
  constraint webhook_deliveries_attempts_check CHECK ((attempts >= 0)),
  constraint webhook_deliveries_failure_check CHECK ((length(failure) <= 500)),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_by_age ON public.webhook_deliveries USING btree (event_at);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (webhook_id, next_attempt_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_newest ON public.webhook_deliveries USING btree (webhook_id, event_at DESC, event_id DESC);

create table webhooks (
  id uuid not null,
  portfolio_id uuid not null,
  name text not null,
  url text not null,
  events text[],
  secret bytea not null,
  earlier_secret bytea,
  earlier_secret_until timestamp with time zone,
  paused_at timestamp with time zone,
  paused_because text,
  failures integer default 0 not null,
  failing_since timestamp with time zone,
  last_delivered_at timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  version integer not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_portfolio_id_id_key UNIQUE (portfolio_id, id),
  constraint webhooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(id),
  constraint webhooks_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint webhooks_check CHECK (((earlier_secret IS NULL) = (earlier_secret_until IS NULL))),
  constraint webhooks_check1 CHECK (((paused_at IS NULL) = (paused_because IS NULL))),
  constraint webhooks_check2 CHECK (((failures = 0) = (failing_since IS NULL))),
  constraint webhooks_events_check CHECK ((cardinality(events) > 0)),
  constraint webhooks_failures_check CHECK ((failures >= 0)),
  constraint webhooks_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 60))),
  constraint webhooks_paused_because_check CHECK ((paused_because = ANY (ARRAY['by-hand'::text, 'failing'::text, 'gone'::text, 'secret-lost'::text]))),
  constraint webhooks_url_check CHECK (((length(url) >= 1) AND (length(url) <= 500))),
  constraint webhooks_version_check CHECK ((version >= 1))
);

create table weekly_days_off (
  portfolio_id uuid not null,
  number bigint generated always as identity not null,
  weekdays smallint[] not null,
  set_by uuid not null,
  set_at timestamp with time zone not null,
  constraint weekly_days_off_pkey PRIMARY KEY (portfolio_id, number),
  constraint weekly_days_off_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id),
  constraint weekly_days_off_set_by_fkey FOREIGN KEY (set_by) REFERENCES accounts(id),
  constraint weekly_days_off_weekdays_check CHECK (((weekdays <@ ARRAY[(1)::smallint, (2)::smallint, (3)::smallint, (4)::smallint, (5)::smallint, (6)::smallint, (7)::smallint]) AND (cardinality(weekdays) <= 4)))
);
CREATE TRIGGER weekly_days_off_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.weekly_days_off FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();

create table words_of_names (
  portfolio_id uuid not null,
  id bigint generated always as identity not null,
  word text not null,
  constraint words_of_names_pkey PRIMARY KEY (portfolio_id, id),
  constraint words_of_names_portfolio_id_fkey FOREIGN KEY (portfolio_id) REFERENCES portfolios(id)
);
CREATE INDEX words_of_names_by_trigrams ON public.words_of_names USING gin (word gin_trgm_ops);
CREATE INDEX words_of_names_by_word ON public.words_of_names USING btree (portfolio_id, word);

create view effective_allocations as
 SELECT portion.portfolio_id,
    portion.payment_id,
    portion.instalment_number,
    portion.principal_minor,
    portion.interest_minor,
    portion.fees_minor,
    portion.penalties_minor,
    portion.schedule_version
   FROM payment_allocations portion
  WHERE (NOT (EXISTS ( SELECT
           FROM payment_reallocations made
          WHERE ((made.portfolio_id = portion.portfolio_id) AND (made.payment_id = portion.payment_id)))))
UNION ALL
 SELECT portion.portfolio_id,
    made.payment_id,
    portion.instalment_number,
    portion.principal_minor,
    portion.interest_minor,
    portion.fees_minor,
    portion.penalties_minor,
    portion.schedule_version
   FROM (reallocation_allocations portion
     JOIN payment_reallocations made ON (((made.portfolio_id = portion.portfolio_id) AND (made.id = portion.reallocation_id))))
  WHERE (NOT (EXISTS ( SELECT
           FROM payment_reallocations newer
          WHERE ((newer.portfolio_id = made.portfolio_id) AND (newer.payment_id = made.payment_id) AND (newer.number > made.number)))));

create view effective_asset_prices as
 SELECT portfolio_id,
    id,
    asset_id,
    currency,
    price,
    priced_at,
    source,
    file_id,
    entered_by,
    entered_at,
    number
   FROM asset_prices price
  WHERE (NOT (EXISTS ( SELECT
           FROM asset_price_withdrawals withdrawal
          WHERE ((withdrawal.portfolio_id = price.portfolio_id) AND (withdrawal.price_id = price.id)))));

create view effective_charge_allocations as
 SELECT portion.portfolio_id,
    portion.charge_id,
    portion.payment_id,
    portion.amount_minor
   FROM (charge_allocations portion
     JOIN effective_payments payment ON (((payment.portfolio_id = portion.portfolio_id) AND (payment.id = portion.payment_id))))
  WHERE ((payment.reversal_id IS NULL) AND (portion.placed_by = COALESCE(payment.reallocation_id, payment.id)));

create view effective_invoice_receipts as
 SELECT receipt.portfolio_id,
    receipt.id,
    receipt.invoice_id,
    receipt.amount_minor,
    receipt.value_date,
    receipt.method,
    receipt.reference,
    receipt.recorded_by,
    receipt.recorded_at,
    receipt.number,
    reversal.id AS reversal_id,
    reversal.reason
   FROM (invoice_receipts receipt
     LEFT JOIN invoice_receipt_reversals reversal ON (((reversal.portfolio_id = receipt.portfolio_id) AND (reversal.receipt_id = receipt.id))));

create view effective_payments as
 SELECT payment.portfolio_id,
    payment.id,
    payment.loan_id,
    payment.currency,
    payment.amount_minor,
    COALESCE(latest.principal_minor, payment.principal_minor) AS principal_minor,
    COALESCE(latest.interest_minor, payment.interest_minor) AS interest_minor,
    COALESCE(latest.fees_minor, payment.fees_minor) AS fees_minor,
    COALESCE(latest.penalties_minor, payment.penalties_minor) AS penalties_minor,
    payment.value_date,
    payment.method,
    payment.note,
    payment.team_id,
    payment.agent_id,
    payment.posted_by,
    payment.posted_at,
    latest.id AS reallocation_id,
    latest.number AS reallocations,
    reversal.id AS reversal_id,
    payment.number,
    payment.recovered_minor,
    payment.interest_until,
    payment.overpayment_treatment,
    COALESCE(latest.credit_minor, payment.credit_minor) AS credit_minor
   FROM ((payments payment
     LEFT JOIN ( SELECT made.portfolio_id,
            made.id,
            made.payment_id,
            made.number,
            made.cause_id,
            made.principal_minor,
            made.interest_minor,
            made.fees_minor,
            made.penalties_minor,
            made.made_at,
            made.credit_minor
           FROM payment_reallocations made
          WHERE (NOT (EXISTS ( SELECT
                   FROM payment_reallocations newer
                  WHERE ((newer.portfolio_id = made.portfolio_id) AND (newer.payment_id = made.payment_id) AND (newer.number > made.number)))))) latest ON (((latest.portfolio_id = payment.portfolio_id) AND (latest.payment_id = payment.id))))
     LEFT JOIN payment_reversals reversal ON (((reversal.portfolio_id = payment.portfolio_id) AND (reversal.payment_id = payment.id))));

create view effective_reschedules as
 SELECT portfolio_id,
    id,
    loan_id,
    version,
    value_date,
    former_rate_percent,
    number
   FROM loan_reschedules made
  WHERE ((event = 'reschedule-loan'::text) AND (NOT (EXISTS ( SELECT
           FROM loan_reschedules undo
          WHERE ((undo.portfolio_id = made.portfolio_id) AND (undo.undoes_id = made.id))))));

create view loans_to_list as
 SELECT state.portfolio_id,
    state.loan_id,
    loan.product_id,
    loan.reference_number,
    loan.principal_minor,
    state.outstanding_principal_minor,
    loan.disbursed_on,
    next_due_of(state.status, state.oldest_unpaid_due_on) AS next_due_on,
    loan.annual_rate_percent,
    state.status,
    loan.currency,
    lower(COALESCE(borrower.name, borrower.external_id, ''::text)) AS borrower_name,
    search_form(concat_ws('
'::text, ('L-'::text || lpad((loan.reference_number)::text, 6, '0'::text)), loan.external_id, borrower.name, borrower.external_id, reach.lines)) AS search_text,
    state.team_id,
    state.agent_id,
    loan.import_id,
    loan.borrower_id,
    loan.external_id,
    loan.purpose,
    loan.grade,
    borrower.name AS borrower_shown,
    listed_facts(loan.*, borrower.*) AS facts
   FROM (((loan_state state
     JOIN loans loan ON (((loan.portfolio_id = state.portfolio_id) AND (loan.id = state.loan_id))))
     JOIN borrowers borrower ON (((borrower.portfolio_id = loan.portfolio_id) AND (borrower.id = loan.borrower_id))))
     LEFT JOIN LATERAL ( SELECT string_agg(contact.value, '
'::text ORDER BY contact.kind DESC, contact.added_at, contact.id) AS lines
           FROM borrower_contacts contact
          WHERE ((contact.portfolio_id = borrower.portfolio_id) AND (contact.borrower_id = borrower.id) AND (contact.kind = ANY (ARRAY['phone'::text, 'email'::text])) AND (contact.retired_at IS NULL))) reach ON (true));

CREATE OR REPLACE FUNCTION public.account_key(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when $1 !~ '[*\u2022]' and length(form.key) >= 6 and form.key ~ '[0-9]' then form.key end
  from (select upper(regexp_replace($1, '[^0-9A-Za-z]', '', 'g')) as key) form
$function$;

CREATE OR REPLACE FUNCTION public.begin_earning_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into earning_terms (portfolio_id, earner_id, from_day, commission_rate_percent,
    monthly_target_minor)
  select portfolio_id, id, date '0001-01-01', commission_rate_percent, monthly_target_minor
  from inserted where portfolio_id is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.borrower_reach(of_portfolio uuid, of_borrower uuid, of_kind text, on_day date)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select value from borrower_contacts
  where portfolio_id = of_portfolio and borrower_id = of_borrower and kind = of_kind
    and retired_at is null and coalesce(valid_from, on_day) <= on_day
    and coalesce(valid_to, on_day) >= on_day
  order by is_preferred desc, added_at, id limit 1
$function$;

CREATE OR REPLACE FUNCTION public.call_state(patient call_centre_patients, preset call_centre_presets, at_moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when patient.finished_at is not null then 'called'
    when patient.attempts >= preset.attempts then 'given-up'
    when not may_be_called(patient, at_moment) then 'no-consent'
    when patient.last_called_at + make_interval(mins => preset.retry_minutes) > at_moment
      then 'waits'
    else 'ready' end
$function$;

CREATE OR REPLACE FUNCTION public.check_collateral_is_held()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from (
      select sum(sum(event.change)) over (order by event.value_date) as held
      from collateral_events event
      where event.portfolio_id = new.portfolio_id and event.loan_id = new.loan_id
        and event.asset_id = new.asset_id
      group by event.value_date
    ) day where held < 0
  ) then
    raise exception 'more of the asset is released than is held'
      using errcode = 'check_violation', constraint = 'collateral_is_held';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.digits_of(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select regexp_replace($1, '\D', '', 'g')
$function$;

CREATE OR REPLACE FUNCTION public.dues_of(of_portfolio uuid, of_loan uuid, on_day date)
 RETURNS TABLE(due_minor bigint, arrears_minor bigint, hold_until date, oldest_unpaid_on date)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  select coalesce(sum(open_minor) filter (where due_on <= greatest(on_day, oldest_on)), 0)::bigint,
    coalesce(sum(open_minor) filter (where due_on < on_day), 0)::bigint,
    case
      -- What is due today is in arrears tomorrow.
      when bool_or(due_on = on_day) then on_day
      when min(due_on) > on_day then min(due_on)
      else coalesce(min(due_on) filter (where due_on > on_day) - 1, '9999-12-31')
    end,
    min(due_on)
  from (
    select due_on, open_minor, min(due_on) over () as oldest_on
    from (
      select due_on, principal_minor - principal_paid_minor + interest_minor - interest_paid_minor
        + fees_minor - fees_paid_minor + penalties_minor - penalties_paid_minor as open_minor
      from instalments
      where portfolio_id = of_portfolio and loan_id = of_loan
    ) instalment
    where open_minor > 0
  ) unpaid
$function$;

CREATE OR REPLACE FUNCTION public.forbid_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% rows are never changed or removed', tg_table_name using errcode = '42501';
end $function$;

CREATE OR REPLACE FUNCTION public.forbid_change_of_sent_mail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'internal mail % was sent: it is not changed any more', old.id;
end $function$;

CREATE OR REPLACE FUNCTION public.forbid_change_of_sent_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'message % was sent: it is never changed or removed', old.id
    using errcode = '42501';
end $function$;

CREATE OR REPLACE FUNCTION public.forbid_first_borrower_as_party()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  first_id uuid;
begin
  select borrower_id into first_id from loans
  where portfolio_id = new.portfolio_id and id = new.loan_id for share;
  if new.borrower_id = first_id then
    raise exception 'the first borrower of a loan is no further party of it'
      using errcode = '23505', constraint = 'loan_parties_not_first';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forbid_party_as_first_borrower()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from loan_parties
    where portfolio_id = new.portfolio_id and loan_id = new.id and borrower_id = new.borrower_id
      and ended_at is null)
  then
    raise exception 'a further party of a loan is not its first borrower'
      using errcode = '23505', constraint = 'loan_parties_not_first';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forbid_stray_assignments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from line
    join loan_state state
      on state.portfolio_id = line.portfolio_id and state.loan_id = line.loan_id
    where line.number > 0 and (
      state.team_id is distinct from line.to_team_id
      or state.agent_id is distinct from line.to_agent_id
      or exists (
        select from assignments later
        where later.portfolio_id = line.portfolio_id and later.loan_id = line.loan_id
          and later.number > line.number
      )
    )
  ) then
    raise exception 'the newest assignment of a loan says where the loan is';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forbid_stray_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from loan_transitions where from_status = old.status and to_status = new.status
  ) then
    raise exception 'a loan that is % cannot become %: no event leads there', old.status, new.status
      using errcode = '23514';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_month_ends()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from month_end_books where portfolio_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.is_allocation_order(name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select name in (
    'penalties_fees_interest_principal', 'interest_principal_penalties_fees', 'principal_first'
  ) or (
    name not in (
      'penalty_fee_interest_principal', 'interest_principal_penalty_fee',
      'principal_interest_penalty_fee'
    ) and (
      select array_agg(portion order by portion) = array['fee', 'interest', 'penalty', 'principal']
      from string_to_table(name, '_') portion
    )
  )
$function$;

CREATE OR REPLACE FUNCTION public.keep_borrower_contact()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.retired_at is not null or (new.kind, new.value, new.added_by, new.added_at)
    is distinct from (old.kind, old.value, old.added_by, old.added_at)
  then
    raise exception 'a way to reach a borrower is retired, never changed' using errcode = '42501';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_demo_mark()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.is_demo <> old.is_demo or (old.removed_at is not null and new.removed_at is null) then
    raise exception 'a portfolio keeps its demo mark, and a removed one stays removed';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_identity_document()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  said constant text[] := array['borrower_id', 'verified_by', 'verified_at', 'ended_by', 'ended_at', 'end_reason'];
begin
  if to_jsonb(new) - said is distinct from to_jsonb(old) - said
    or old.verified_at is not null
      and (new.verified_by, new.verified_at) is distinct from (old.verified_by, old.verified_at)
    or old.ended_at is not null
      and (new.ended_by, new.ended_at, new.end_reason)
        is distinct from (old.ended_by, old.ended_at, old.end_reason)
    or new.borrower_id <> old.borrower_id and not exists (
      select from borrower_merges
      where portfolio_id = new.portfolio_id
        and kept_id = new.borrower_id and merged_id = old.borrower_id)
  then
    raise exception 'an identity document is verified or ended, never changed' using errcode = '42501';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_issued_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare kept invoices := new;
begin
  if old.state = 'draft' and tg_op = 'UPDATE' then return new; end if;
  if old.state = 'draft' then return old; end if;
  if tg_op = 'UPDATE' and old.state = 'issued' and new.state = 'void' then
    kept.state := old.state;
    kept.reason := old.reason;
    kept.voided_at := old.voided_at;
    kept.voided_by := old.voided_by;
    kept.version := old.version;
    -- Reckoned after this trigger.
    kept.number := old.number;
    if kept is not distinct from old then return new; end if;
  end if;
  raise exception 'an issued invoice is never changed or removed';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_issued_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare touched invoice_lines := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (
    select from invoices where portfolio_id = touched.portfolio_id and id = touched.invoice_id
      and state <> 'draft'
  ) then
    raise exception 'the lines of an issued invoice are never changed or removed';
  end if;
  return touched;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_loan_party()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ends constant text[] := case when old.ended_at is null
    then array['ended_by', 'ended_at', 'ended_reason'] else '{}' end;
begin
  if to_jsonb(new) - ends - 'borrower_id' is distinct from to_jsonb(old) - ends - 'borrower_id' then
    raise exception 'a party of a loan is ended, never changed' using errcode = '42501';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_merged_borrower()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- What is generated is not there yet before the change.
  if new.merged_into is null or to_jsonb(new) - array['merged_into', 'search_text']
    is distinct from to_jsonb(old) - array['merged_into', 'search_text']
  then
    raise exception 'a borrower who was merged into another is never changed' using errcode = '42501';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_parts_of_posted_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from bank_file_lines line
    where line.portfolio_id = coalesce(new.portfolio_id, old.portfolio_id)
      and line.id = coalesce(new.bank_line_id, old.bank_line_id) and line.state = 'posted')
  then
    raise exception 'the parts of a posted bank line are never changed' using errcode = '42501';
  end if;
  return coalesce(new, old);
end $function$;

CREATE OR REPLACE FUNCTION public.keep_withdrawn_borrower()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a borrower who was withdrawn with an import is never changed'
    using errcode = '42501';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_words_of_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  insert into words_of_names (portfolio_id, word)
  select new.portfolio_id, named.word
  from searchable_words(new.name, new.legal_name) named (word)
  where not exists (select from words_of_names known
    where known.portfolio_id = new.portfolio_id and known.word = named.word);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_lines_must_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  broken uuid;
  unknown text;
begin
  select account into unknown from inserted
  where not exists (select from ledger_accounts known where known.name = inserted.account)
  limit 1;
  if unknown is not null then
    raise exception 'the ledger has no account %', unknown using errcode = '23503';
  end if;
  select transaction_id into broken
  from inserted
  group by portfolio_id, transaction_id, currency
  having sum(debit_minor) <> sum(credit_minor) or count(*) < 2
  limit 1;
  if broken is not null then
    raise exception 'ledger transaction % does not balance', broken using errcode = '23514';
  end if;
  with entered as materialized (
    select line.portfolio_id, entry.loan_id, entry.value_date as day, line.account, line.currency,
      sum(line.debit_minor) as debit_minor, sum(line.credit_minor) as credit_minor, count(*) as lines
    from inserted line
    cross join lateral (
      select booked.value_date, booked.loan_id from ledger_transactions booked
      where booked.portfolio_id = line.portfolio_id and booked.id = line.transaction_id
      offset 0
    ) entry
    group by 1, 2, 3, 4, 5
  ), added as (
    insert into ledger_day_changes
      (portfolio_id, day, account, currency, debit_minor, credit_minor, lines)
    select portfolio_id, day, account, currency, sum(debit_minor), sum(credit_minor), sum(lines)
    from entered group by 1, 2, 3, 4
  )
  insert into held_ledger_day_changes
    (portfolio_id, holder_id, day, account, currency, debit_minor, credit_minor, lines)
  select entered.portfolio_id, holder.id, entered.day, entered.account, entered.currency,
    sum(entered.debit_minor), sum(entered.credit_minor), sum(entered.lines)
  from entered
  cross join lateral (
    select state.team_id, state.agent_id from loan_state state
    where state.portfolio_id = entered.portfolio_id and state.loan_id = entered.loan_id
      and state.team_id is not null
    offset 0
  ) state
  cross join lateral (values (state.team_id), (state.agent_id)) holder (id)
  where holder.id is not null
  group by 1, 2, 3, 4, 5;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_transaction_must_have_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from ledger_lines
    where portfolio_id = new.portfolio_id and transaction_id = new.id
  ) then
    raise exception 'ledger transaction % has no lines', new.id using errcode = '23514';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_transactions_must_name_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare unknown text;
begin
  select event into unknown from inserted
  where not exists (select from ledger_events known where known.name = inserted.event)
  limit 1;
  if unknown is not null then
    raise exception 'the ledger has no event %', unknown using errcode = '23503';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.list_borrower_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from loan_list_rows
  where (portfolio_id, loan_id) in (
    select loan.portfolio_id, loan.id from changed
    join loans loan on loan.portfolio_id = changed.portfolio_id and loan.borrower_id = changed.id)
  order by portfolio_id, loan_id for update;
  update loan_list_rows listed
  set borrower_name = loan.borrower_name, search_text = loan.search_text,
    borrower_shown = loan.borrower_shown, facts = loan.facts
  from changed
  join loans_to_list loan
    on loan.portfolio_id = changed.portfolio_id and loan.borrower_id = changed.id
  where listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.loan_id
    and (listed.borrower_name, listed.search_text, listed.borrower_shown, listed.facts)
      is distinct from (loan.borrower_name, loan.search_text, loan.borrower_shown, loan.facts);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.list_contact_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from loan_list_rows
  where (portfolio_id, loan_id) in (
    select loan.portfolio_id, loan.id from changed
    join loans loan on loan.portfolio_id = changed.portfolio_id
      and loan.borrower_id = changed.borrower_id)
  order by portfolio_id, loan_id for update;
  update loan_list_rows listed
  set search_text = loan.search_text
  from (select distinct portfolio_id, borrower_id from changed) of_borrower
  join loans_to_list loan on loan.portfolio_id = of_borrower.portfolio_id
    and loan.borrower_id = of_borrower.borrower_id
  where listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.loan_id
    and listed.search_text is distinct from loan.search_text;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.list_instalment_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare changed_portfolio uuid; changed_loans uuid[];
begin
  for changed_portfolio, changed_loans in
    select portfolio_id, array_agg(distinct loan_id) from changed group by portfolio_id
  loop
    perform recount_dues(changed_portfolio, changed_loans);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.list_loan_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update loan_list_rows listed
  set product_id = loan.product_id, reference_number = loan.reference_number,
    principal_minor = loan.principal_minor, disbursed_on = loan.disbursed_on,
    annual_rate_percent = loan.annual_rate_percent, currency = loan.currency,
    import_id = loan.import_id, borrower_name = loan.borrower_name, search_text = loan.search_text,
    borrower_id = loan.borrower_id, external_id = loan.external_id, purpose = loan.purpose,
    grade = loan.grade, borrower_shown = loan.borrower_shown, facts = loan.facts
  from changed
  join loans_to_list loan
    on loan.portfolio_id = changed.portfolio_id and loan.loan_id = changed.id
  where listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.loan_id
    and (listed.product_id, listed.reference_number, listed.principal_minor, listed.disbursed_on,
      listed.annual_rate_percent, listed.currency, listed.import_id, listed.borrower_name,
      listed.search_text, listed.borrower_id, listed.external_id, listed.purpose, listed.grade,
      listed.borrower_shown, listed.facts)
      is distinct from (loan.product_id, loan.reference_number, loan.principal_minor,
      loan.disbursed_on, loan.annual_rate_percent, loan.currency, loan.import_id,
      loan.borrower_name, loan.search_text, loan.borrower_id, loan.external_id, loan.purpose,
      loan.grade, loan.borrower_shown, loan.facts);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.list_new_loans()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare moment timestamptz := now();
begin
  insert into loan_list_rows (portfolio_id, loan_id, product_id, reference_number, principal_minor,
    outstanding_principal_minor, disbursed_on, next_due_on, annual_rate_percent, status, currency,
    borrower_name, search_text, team_id, agent_id, import_id, borrower_id, external_id, purpose,
    grade, borrower_shown, facts, due_minor, arrears_minor, dues_counted_on, dues_hold_until)
  select loan.portfolio_id, loan.loan_id, loan.product_id, loan.reference_number,
    loan.principal_minor, loan.outstanding_principal_minor, loan.disbursed_on, loan.next_due_on,
    loan.annual_rate_percent, loan.status, loan.currency, loan.borrower_name, loan.search_text,
    loan.team_id, loan.agent_id, loan.import_id, loan.borrower_id, loan.external_id, loan.purpose,
    loan.grade, loan.borrower_shown, loan.facts, coalesce(dues.due_minor, 0),
    coalesce(dues.arrears_minor, 0), guessed.today, coalesce(dues.hold_until, '9999-12-31')
  from inserted
  cross join lateral (
    select * from loans_to_list listing
    where listing.portfolio_id = inserted.portfolio_id and listing.loan_id = inserted.loan_id
    offset 0
  ) loan
  cross join lateral (
    select (moment at time zone portfolio.time_zone)::date as today
    from portfolios portfolio where portfolio.id = inserted.portfolio_id
    offset 0
  ) guessed
  left join lateral dues_of(loan.portfolio_id, loan.loan_id, guessed.today) dues
    on loan.status = 'active';
  insert into month_end_marks (portfolio_id, loan_id) select portfolio_id, loan_id from inserted;
  insert into due_marks (portfolio_id, loan_id) select portfolio_id, loan_id from inserted;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.list_state_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update loan_list_rows listed
  set status = state.status, team_id = state.team_id, agent_id = state.agent_id,
    outstanding_principal_minor = state.outstanding_principal_minor,
    next_due_on = case when state.is_due_anew then state.next_due_on else listed.next_due_on end,
    due_minor = case state.status when 'active' then listed.due_minor else 0 end,
    arrears_minor = case state.status when 'active' then listed.arrears_minor else 0 end,
    dues_hold_until = case when state.status <> 'active' then '9999-12-31'
      when listed.status <> 'active' then '-infinity' else listed.dues_hold_until end
  from (
    -- Grouped, not joined: a plan that is kept from one loan has to do for a hundred thousand.
    select portfolio_id, loan_id,
      (array_agg(status) filter (where is_new))[1] as status,
      (array_agg(team_id) filter (where is_new))[1] as team_id,
      (array_agg(agent_id) filter (where is_new))[1] as agent_id,
      (array_agg(outstanding_principal_minor) filter (where is_new))[1]
        as outstanding_principal_minor,
      (array_agg(next_due_on) filter (where is_new))[1] as next_due_on,
      min(status) <> max(status) or min(next_due_on) <> max(next_due_on) as is_due_anew
    from (
      select true as is_new, portfolio_id, loan_id, status, team_id, agent_id,
        outstanding_principal_minor, next_due_of(status, oldest_unpaid_due_on) as next_due_on
      from changed
      union all
      select false, portfolio_id, loan_id, status, null, null, null,
        next_due_of(status, oldest_unpaid_due_on)
      from before_change
    ) both_times
    group by portfolio_id, loan_id
  ) state
  where listed.portfolio_id = state.portfolio_id and listed.loan_id = state.loan_id
    and ((listed.status, listed.team_id, listed.agent_id, listed.outstanding_principal_minor)
        is distinct from (state.status, state.team_id, state.agent_id,
          state.outstanding_principal_minor)
      or state.is_due_anew and listed.next_due_on <> state.next_due_on);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.listed_facts(loan loans, borrower borrowers)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select nullif(jsonb_strip_nulls(jsonb_build_object('nationalId', borrower.national_id)), '{}')
$function$;

CREATE OR REPLACE FUNCTION public.loan_number_key(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select regexp_replace(upper($1), '[[:space:]./_\\#\u2013\u2014-]+', '', 'g')
$function$;

CREATE OR REPLACE FUNCTION public.mark_dues()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into due_marks (portfolio_id, loan_id) values (new.portfolio_id, new.loan_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_dues_of_import()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into due_marks (portfolio_id, loan_id)
  select portfolio_id, id from loans where portfolio_id = new.portfolio_id and import_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_dues_of_loan()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into due_marks (portfolio_id, loan_id) values (new.portfolio_id, new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_dues_of_portfolio()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into due_marks (portfolio_id, loan_id)
  select portfolio_id, loan_id from loan_state where portfolio_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_month_ends()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into month_end_marks (portfolio_id, loan_id) values (new.portfolio_id, new.loan_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_month_ends_of_import()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into month_end_marks (portfolio_id, loan_id)
  select portfolio_id, id from loans where portfolio_id = new.portfolio_id and import_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_month_ends_of_loan()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into month_end_marks (portfolio_id, loan_id) values (new.portfolio_id, new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_month_ends_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into month_end_marks (portfolio_id, loan_id)
  select portfolio_id, loan_id from payments
  where portfolio_id = new.portfolio_id and id = new.payment_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_moved_month_ends()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into month_end_marks (portfolio_id, loan_id, is_move)
  values (new.portfolio_id, new.loan_id, true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.may_be_called(patient call_centre_patients, by_moment timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
    select consent.state = 'given' from call_centre_consents consent
    where consent.portfolio_id = patient.portfolio_id and consent.patient_id = patient.id
      and consent.recorded_at <= by_moment
    order by consent.number desc limit 1
  ), false) and not coalesce(
    'call' = any(withdrawn_channels(patient.portfolio_id, patient.borrower_id, by_moment)), false)
$function$;

CREATE OR REPLACE FUNCTION public.name_forms(text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array(select distinct lower(form) from (values (public.plain_form($1)), (public.search_form($1)),
    (public.plain_form(replace(replace(replace(replace(replace(
      translate(normalize($1, NFC), 'ÄÖÜØÅ', 'äöüøå'),
      'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa')))) known (form))
$function$;

CREATE OR REPLACE FUNCTION public.name_index(text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array_to_tsvector(array_remove(
    regexp_split_to_array(public.plain_form($1), '[[:space:][:punct:]]+')
      || regexp_split_to_array(public.search_form($1), '[[:space:][:punct:]]+'), ''))
$function$;

CREATE OR REPLACE FUNCTION public.name_likeness(text, text)
 RETURNS real
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(count(*) filter (where names = 2)::real / nullif(count(*), 0), 0)
  from (
    select part, count(*) as names
    from (
      select distinct name, substr('  ' || word || ' ', place, 3) as part
      from (values (1, $1), (2, $2)) named (name, text)
      cross join lateral name_words(text) word
      cross join lateral generate_series(1, length(word) + 1) place
    ) had group by part
  ) shared
$function$;

CREATE OR REPLACE FUNCTION public.name_query(text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select string_agg('(' || words || ')', ' | ')::tsquery from (
    select string_agg(quote_literal(word) || ':*', ' & ') as words
    from (values (public.plain_form($1)) union values (public.search_form($1))) form (text)
    cross join lateral regexp_split_to_table(form.text, '[[:space:][:punct:]]+') word
    where word <> ''
    group by form.text
  ) spelling
$function$;

CREATE OR REPLACE FUNCTION public.name_words(text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select distinct word from regexp_split_to_table(public.plain_form($1), '[[:space:][:punct:]]+') word
  where word <> ''
$function$;

CREATE OR REPLACE FUNCTION public.need_holders_of_dues()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(current_setting('bursar.stores_holders', true), '') <> 'on' then
    raise exception 'this version does not store the holders of schedules' using errcode = '55P03';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.need_holders_of_month_ends()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(current_setting('bursar.stores_holders', true), '') <> 'on' then
    raise exception 'this version does not store the holders of month ends' using errcode = '55P03';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.next_due_of(status text, oldest_unpaid_due_on date)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case status when 'active' then oldest_unpaid_due_on else '9999-12-31' end
$function$;

CREATE OR REPLACE FUNCTION public.notify_figure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('bursar_figures', to_jsonb(new) ->> tg_argv[0]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_figures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('bursar_figures', portfolio_id::text)
  from (select distinct portfolio_id from changed) touched;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('bursar_sessions', 'changed');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.number_product_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare last integer;
begin
  select coalesce(max(number), 0) into last from product_versions
  where portfolio_id = new.portfolio_id and product_id = new.product_id;
  if new.number <> last + 1 then
    raise exception 'version % of a product follows its version %', last + 1, last;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.parts_of_loan(status text, next_due_on date, disbursed_on date, import_id uuid, principal_minor bigint, outstanding_minor bigint, purpose text, grade text)
 RETURNS TABLE(kind text, part text, amount_minor bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select part.kind, part.part, part.amount_minor
  from (values
    ('due', to_char($2, 'YYYY-MM-DD'), $6, $1 = 'active'),
    (case when $4 is null then 'disbursed' else 'boarded' end, to_char($3, 'YYYY-MM-DD'), $5,
      $1 in ('active', 'closed', 'written_off')),
    ('purpose', $7, $6, $1 = 'active'),
    ('grade', $8, $6, $1 = 'active')
  ) part (kind, part, amount_minor, is_counted)
  where part.is_counted
$function$;

CREATE OR REPLACE FUNCTION public.plain_form(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select translate(
    regexp_replace(public.unaccent('public.unaccent'::regdictionary, lower($1)),
      '[\u0640\u064B-\u0652\u0654\u0655\u0670]', '', 'g'),
    'أإآٱىةؤئ', 'ااااي' || 'هوي')
$function$;

CREATE OR REPLACE FUNCTION public.queue_audit_seal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into audit_unsealed (at, event_id) select at, id from written;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_webhook_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from webhooks where removed_at is null) then
    insert into webhook_deliveries (webhook_id, event_id, event_at, next_attempt_at)
    select webhook.id, written.id, written.at, written.at
    from written join webhooks webhook on webhook.portfolio_id = written.portfolio_id
    where webhook.removed_at is null
      and (webhook.events is null or written.event = any (webhook.events));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_loan_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into loan_moves (portfolio_id, loan_id, from_team_id, from_agent_id, to_team_id, to_agent_id)
  values (new.portfolio_id, new.loan_id, old.team_id, old.agent_id, new.team_id, new.agent_id);
  insert into due_marks (portfolio_id, loan_id, is_move)
  values (new.portfolio_id, new.loan_id, true);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_loan_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into loan_moves (portfolio_id, loan_id, from_team_id, from_agent_id)
  values (old.portfolio_id, old.loan_id, old.team_id, old.agent_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.recount_dues(of_portfolio uuid, of_loans uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if cardinality(of_loans) = 1 then
    perform recount_dues_of_one(of_portfolio, of_loans[1]);
  else
    perform recount_dues_of_many(of_portfolio, of_loans);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.recount_dues_of_many(of_portfolio uuid, of_loans uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- Locked first: what is reckoned by the next statement then sees whatever was waited for.
  perform from loan_list_rows
  where portfolio_id = of_portfolio and loan_id = any(of_loans) order by loan_id for update;
  update loan_list_rows listed
  set due_minor = dues.due_minor, arrears_minor = dues.arrears_minor,
    dues_hold_until = dues.hold_until,
    outstanding_principal_minor = state.outstanding_principal_minor,
    -- A loan without anything unpaid is about to be closed, which its state says.
    next_due_on = coalesce(dues.oldest_unpaid_on, listed.next_due_on)
  from loan_list_rows reckoned
  join loan_state state
    on state.portfolio_id = reckoned.portfolio_id and state.loan_id = reckoned.loan_id
  cross join lateral dues_of(reckoned.portfolio_id, reckoned.loan_id, reckoned.dues_counted_on) dues
  where reckoned.portfolio_id = of_portfolio and reckoned.loan_id = any(of_loans)
    and reckoned.status = 'active'
    and listed.portfolio_id = reckoned.portfolio_id and listed.loan_id = reckoned.loan_id
    and (listed.due_minor, listed.arrears_minor, listed.dues_hold_until,
      listed.outstanding_principal_minor, listed.next_due_on)
      is distinct from (dues.due_minor, dues.arrears_minor, dues.hold_until,
      state.outstanding_principal_minor, coalesce(dues.oldest_unpaid_on, listed.next_due_on));
end $function$;

CREATE OR REPLACE FUNCTION public.recount_dues_of_one(of_portfolio uuid, of_loan uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- Locked first: what is reckoned by the next statement then sees whatever was waited for.
  perform from loan_list_rows where portfolio_id = of_portfolio and loan_id = of_loan for update;
  update loan_list_rows listed
  set due_minor = dues.due_minor, arrears_minor = dues.arrears_minor,
    dues_hold_until = dues.hold_until,
    outstanding_principal_minor = state.outstanding_principal_minor,
    next_due_on = coalesce(dues.oldest_unpaid_on, listed.next_due_on)
  from loan_list_rows reckoned
  join loan_state state
    on state.portfolio_id = reckoned.portfolio_id and state.loan_id = reckoned.loan_id
  cross join lateral dues_of(of_portfolio, of_loan, reckoned.dues_counted_on) dues
  where reckoned.portfolio_id = of_portfolio and reckoned.loan_id = of_loan
    and reckoned.status = 'active'
    and listed.portfolio_id = of_portfolio and listed.loan_id = of_loan
    and (listed.due_minor, listed.arrears_minor, listed.dues_hold_until,
      listed.outstanding_principal_minor, listed.next_due_on)
      is distinct from (dues.due_minor, dues.arrears_minor, dues.hold_until,
      state.outstanding_principal_minor, coalesce(dues.oldest_unpaid_on, listed.next_due_on));
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_statistics()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  grown regclass;
begin
  for grown in
    select stored.oid from pg_class stored
    where stored.relkind = 'r' and stored.relpersistence = 'p'
      and stored.relowner = current_user::regrole
      and pg_relation_size(stored.oid) / current_setting('block_size')::bigint
        > 20 + 1.1 * greatest(stored.relpages, 0)
    order by stored.oid
  loop
    -- A table that another session is changing or analysing is left to it.
    execute format('analyze (skip_locked) %s', grown);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_form(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select regexp_replace(public.plain_form($1),
    '[''`\u00B4\u02B9-\u02BC\u02BF\u2010-\u2015\u2018\u2019\u201B\u2032\u2212\uFF07-]', '', 'g')
$function$;

CREATE OR REPLACE FUNCTION public.search_pattern(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select '%' || regexp_replace(public.search_form($1), '([%_\\])', '\\\1', 'g') || '%'
$function$;

CREATE OR REPLACE FUNCTION public.searchable_words(name text, legal_name text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select word
  from unnest(tsvector_to_array(name_index(coalesce($1, '') || ' ' || coalesce($2, '')))) word
  where length(word) >= 3 and word !~ '[0-9]'
$function$;

CREATE OR REPLACE FUNCTION public.take_new_instalments()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare of_portfolio uuid; of_loans uuid[]; missing uuid;
begin
  for of_portfolio, of_loans in
    select portfolio_id, array_agg(loan_id)
    from (select distinct portfolio_id, loan_id from inserted) named group by portfolio_id
  loop
    select named.loan_id into missing
    from unnest(of_loans) named (loan_id)
    left join lateral (
      select true as is_there from loans
      where portfolio_id = of_portfolio and id = named.loan_id
      offset 0
    ) known on true
    where known.is_there is null
    limit 1;
    if missing is not null then
      raise exception 'an instalment belongs to loan %, which is not there', missing
        using errcode = '23503';
    end if;
    -- Loans on their way into the books are listed after their schedules, with what these make due.
    if exists (
      select from unnest(of_loans) named (loan_id)
      cross join lateral (
        select from loan_list_rows
        where portfolio_id = of_portfolio and loan_id = named.loan_id
        offset 0
      ) listed
    ) then
      perform recount_dues(of_portfolio, of_loans);
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.total_loan_list_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into loan_totals (portfolio_id, product_id, team_id, agent_id, status, currency, loans,
      principal_minor, outstanding_principal_minor)
    select portfolio_id, product_id, team_id, agent_id, status, currency, count(*),
      sum(principal_minor), sum(outstanding_principal_minor)
    from after_change group by 1, 2, 3, 4, 5, 6;
    insert into loan_part_changes
      (portfolio_id, kind, part, team_id, agent_id, currency, loans, amount_minor)
    select listed.portfolio_id, part.kind, part.part, listed.team_id, listed.agent_id,
      listed.currency, count(*), sum(part.amount_minor)
    from after_change listed
    cross join lateral parts_of_loan(listed.status, listed.next_due_on, listed.disbursed_on,
      listed.import_id, listed.principal_minor, listed.outstanding_principal_minor, listed.purpose,
      listed.grade) part
    group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    insert into loan_totals (portfolio_id, product_id, team_id, agent_id, status, currency, loans,
      principal_minor, outstanding_principal_minor)
    select portfolio_id, product_id, team_id, agent_id, status, currency, -count(*),
      -sum(principal_minor), -sum(outstanding_principal_minor)
    from before_change group by 1, 2, 3, 4, 5, 6;
    insert into loan_part_changes
      (portfolio_id, kind, part, team_id, agent_id, currency, loans, amount_minor)
    select listed.portfolio_id, part.kind, part.part, listed.team_id, listed.agent_id,
      listed.currency, -count(*), -sum(part.amount_minor)
    from before_change listed
    cross join lateral parts_of_loan(listed.status, listed.next_due_on, listed.disbursed_on,
      listed.import_id, listed.principal_minor, listed.outstanding_principal_minor, listed.purpose,
      listed.grade) part
    group by 1, 2, 3, 4, 5, 6;
  else
    insert into loan_totals (portfolio_id, product_id, team_id, agent_id, status, currency, loans,
      principal_minor, outstanding_principal_minor)
    select portfolio_id, product_id, team_id, agent_id, status, currency, sum(sign),
      sum(sign * principal_minor), sum(sign * outstanding_principal_minor)
    from (
      select 1 as sign, * from after_change union all select -1, * from before_change
    ) change
    group by 1, 2, 3, 4, 5, 6
    having sum(sign) <> 0 or sum(sign * principal_minor) <> 0
      or sum(sign * outstanding_principal_minor) <> 0;
    insert into loan_part_changes
      (portfolio_id, kind, part, team_id, agent_id, currency, loans, amount_minor)
    select listed.portfolio_id, part.kind, part.part, listed.team_id, listed.agent_id,
      listed.currency, sum(sign), sum(sign * part.amount_minor)
    from (
      select 1 as sign, * from after_change union all select -1, * from before_change
    ) listed
    cross join lateral parts_of_loan(listed.status, listed.next_due_on, listed.disbursed_on,
      listed.import_id, listed.principal_minor, listed.outstanding_principal_minor, listed.purpose,
      listed.grade) part
    group by 1, 2, 3, 4, 5, 6
    having sum(sign) <> 0 or sum(sign * part.amount_minor) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.unlist_loans()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from loan_list_rows listed using gone
  where listed.portfolio_id = gone.portfolio_id and listed.loan_id = gone.loan_id;
  insert into month_end_marks (portfolio_id, loan_id) select portfolio_id, loan_id from gone;
  insert into due_marks (portfolio_id, loan_id) select portfolio_id, loan_id from gone;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.withdrawn_channels(of_portfolio uuid, of_borrower uuid, by_moment timestamp with time zone)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(array_agg(latest.channel order by latest.channel), '{}')
  from (
    select distinct on (channel) channel, state from borrower_consents
    where portfolio_id = of_portfolio and borrower_id = of_borrower and recorded_at <= by_moment
    order by channel, number desc, recorded_at desc, id desc
  ) latest
  where latest.state = 'withdrawn'
$function$;
