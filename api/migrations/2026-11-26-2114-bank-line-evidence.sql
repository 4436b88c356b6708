-- Why a line is matched with its loan, and how certain the match is. Posted lines never change, so
-- the migration adds the columns without an update of rows.
alter table bank_file_lines
  add evidence text[] not null default '{}',
  add score smallint check (score between 1 and 99),
  drop constraint bank_file_lines_check3,
  add constraint bank_file_lines_check3 check (case state
    when 'needs-look' then reason is null
    when 'left-out' then reason is not null and reason in ('debit', 'reversal', 'not-booked', 'failed',
      'other-currency', 'zero', 'duplicate', 'by-person')
    else reason is not null and amount_minor > 0
      and reason in ('reference', 'loan-number', 'account', 'amount-and-name', 'person')
  end);

-- Returns a lender's loan number in the form that is compared. named-loans.ts calculates the same
-- form.
create function loan_number_key(text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(upper($1), '[[:space:]./_\\#\u2013\u2014-]+', '', 'g')
$$;
create index loans_by_number_key on loans (portfolio_id, loan_number_key(external_id))
  where external_id is not null;

-- Returns an account number in the form that is compared; null if it is incomplete, such as one
-- with masked digits.
create function account_key(text) returns text language sql immutable parallel safe strict as $$
  select case when $1 !~ '[*\u2022]' and length(form.key) >= 6 and form.key ~ '[0-9]' then form.key end
  from (select upper(regexp_replace($1, '[^0-9A-Za-z]', '', 'g')) as key) form
$$;
create index bank_file_lines_by_payer_account on bank_file_lines (portfolio_id, account_key(payer_account))
  where state = 'posted' and payer_account <> '';

-- Returns the spellings by which a name is searched: the plain form, the form without hyphens and
-- apostrophes, and the German spelling without umlauts. In some locales `lower` changes only A to
-- Z.
create function name_forms(text) returns text[] language sql immutable parallel safe strict as $$
  select array(select distinct lower(form) from (values (public.plain_form($1)), (public.search_form($1)),
    (public.plain_form(replace(replace(replace(replace(replace(
      translate(normalize($1, NFC), 'ÄÖÜØÅ', 'äöüøå'),
      'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa')))) known (form))
$$;
