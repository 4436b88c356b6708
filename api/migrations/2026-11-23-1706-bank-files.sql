-- Bank files with the incoming payments of an account, and their lines. The bank's data of a line
-- never change; the decision about a line can change until it is posted: docs/decisions/0053.
create table bank_files (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  file_name text not null check (length(file_name) between 1 and 255),
  file_sha256 bytea not null,
  format text not null check (format in ('camt.053', 'csv')),
  uploaded_by uuid not null references accounts,
  uploaded_at timestamptz not null,
  primary key (portfolio_id, id)
);
create index bank_files_by_moment on bank_files (portfolio_id, uploaded_at, id);
create trigger bank_files_append_only before update or delete or truncate on bank_files
  for each statement execute function refuse_change();
revoke update, delete on bank_files from bursar_app;

create table bank_file_lines (
  portfolio_id uuid not null,
  id uuid not null,
  bank_file_id uuid not null,
  number integer not null check (number > 0),
  account text not null,
  bank_id text not null,
  booked_on date not null,
  value_on date not null,
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  debtor_name text not null,
  remittance text not null,
  -- Calculated from the account and the bank's id of the line, or from all data of the line, so
  -- that a repeated line has the same payment id.
  payment_id uuid not null,
  duplicate_of uuid,
  state text not null check (state in ('matched', 'needs-look', 'left-out', 'posted', 'refused')),
  reason text,
  loan_id uuid,
  refusal jsonb,
  posted_payment_id uuid generated always as (case when state = 'posted' then payment_id end) stored,
  primary key (portfolio_id, id),
  unique (portfolio_id, bank_file_id, number),
  foreign key (portfolio_id, bank_file_id) references bank_files (portfolio_id, id),
  foreign key (portfolio_id, duplicate_of) references bank_file_lines (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  foreign key (portfolio_id, posted_payment_id) references payments (portfolio_id, id),
  check ((state in ('matched', 'posted', 'refused')) = (loan_id is not null)),
  check ((state = 'refused') = (refusal is not null)),
  check ((duplicate_of is not null) = (state = 'left-out' and reason is not distinct from 'duplicate')),
  check (case state
    when 'needs-look' then reason is null
    when 'left-out' then reason is not null
      and reason in ('debit', 'reversal', 'not-booked', 'zero', 'duplicate', 'by-person')
    else reason is not null and reason in ('reference', 'amount-and-name', 'person') and amount_minor > 0
  end)
);
-- If several lines have the same payment id, only one can be posted; the others are left out as
-- duplicates.
create unique index bank_file_lines_once on bank_file_lines (portfolio_id, payment_id)
  where reason is null or reason not in ('debit', 'reversal', 'not-booked', 'zero', 'duplicate');
create index bank_file_lines_by_state on bank_file_lines (portfolio_id, bank_file_id, state, number);
create index bank_file_lines_by_loan on bank_file_lines (portfolio_id, loan_id) where loan_id is not null;
create index bank_file_lines_by_original on bank_file_lines (portfolio_id, duplicate_of)
  where duplicate_of is not null;

create trigger bank_file_lines_posted_stay before update on bank_file_lines
  for each row when (old.state = 'posted') execute function refuse_change();
create trigger bank_file_lines_tell_once
  before update of portfolio_id, id, bank_file_id, number, account, bank_id, booked_on, value_on, amount_minor,
    currency, debtor_name, remittance, payment_id, duplicate_of
  on bank_file_lines for each statement execute function refuse_change();
create trigger bank_file_lines_never_removed before delete or truncate on bank_file_lines
  for each statement execute function refuse_change();
revoke delete on bank_file_lines from bursar_app;

-- Returns the words of a name in the form that searches compare. pg_trgm is not used: whether it
-- recognises letters beyond A to Z depends on the locale of the database.
create function name_words(text) returns setof text language sql immutable strict parallel safe as $$
  select distinct word from regexp_split_to_table(search_form($1), '[[:space:][:punct:]]+') word
  where word <> ''
$$;

-- Returns the similarity of two names from 0 to 1: the number of three-letter groups that both
-- names have, divided by the number that at least one of them has.
create function name_likeness(text, text) returns real language sql immutable strict parallel safe as $$
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
$$;
