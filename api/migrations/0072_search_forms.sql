-- Search ignores case, accents, Arabic vowel marks and variants of Arabic letters, so `muller`
-- finds `Müller`. The stored text and the typed text are compared in this form.
create extension if not exists unaccent;

-- The dictionary is named, so that the result does not depend on a setting.
create function search_form(text) returns text language sql immutable strict parallel safe
begin atomic
  select translate(
    regexp_replace(unaccent('unaccent'::regdictionary, lower($1)), '[\u0640\u064B-\u0652\u0670]', '', 'g'),
    'أإآٱىة', 'ااااي' || 'ه');
end;

-- Returns a LIKE pattern that finds the text anywhere; % and _ in the text are literal.
create function search_pattern(text) returns text language sql immutable strict parallel safe
begin atomic
  select '%' || regexp_replace(search_form($1), '([%_\\])', '\\\1', 'g') || '%';
end;

create or replace view loans_to_list as
select state.portfolio_id, state.loan_id, loan.product_id, loan.reference_number,
  loan.principal_minor, state.outstanding_principal_minor, loan.disbursed_on,
  next_due_of(state.status, state.oldest_unpaid_due_on) as next_due_on, loan.annual_rate_percent,
  state.status, loan.currency, lower(coalesce(borrower.name, borrower.external_id, '')) as borrower_name,
  search_form(concat_ws(E'\n', 'L-' || lpad(loan.reference_number::text, 6, '0'), loan.external_id,
    borrower.name, borrower.external_id, reach.lines)) as search_text,
  state.team_id, state.agent_id, loan.import_id, loan.borrower_id
from loan_state state
join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
join borrowers borrower
  on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
left join lateral (
  select string_agg(contact.value, E'\n' order by contact.kind desc, contact.added_at, contact.id)
    as lines
  from borrower_contacts contact
  where contact.portfolio_id = borrower.portfolio_id and contact.borrower_id = borrower.id
    and contact.kind in ('phone', 'email') and contact.retired_at is null
) reach on true;

update listed_loans listed set search_text = loan.search_text
from loans_to_list loan
where listed.portfolio_id = loan.portfolio_id and listed.loan_id = loan.loan_id
  and listed.search_text is distinct from loan.search_text;
