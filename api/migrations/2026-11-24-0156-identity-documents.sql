-- Identity documents of borrowers. Their data never change: a wrong document is ended and another
-- is added.
create table borrower_identity_documents (
  portfolio_id uuid not null,
  borrower_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('passport', 'national-id', 'residence-permit',
    'driving-licence', 'registration-extract', 'other')),
  -- Only capital letters and digits, like all codes of a borrower.
  number text not null check (length(number) between 5 and 40),
  country text not null check (country ~ '^[A-Z]{2}$'),
  issued_on date,
  expires_on date,
  added_by uuid not null references accounts,
  added_at timestamptz not null,
  verified_by uuid references accounts,
  verified_at timestamptz,
  ended_by uuid references accounts,
  ended_at timestamptz,
  end_reason text check (end_reason in ('mistyped', 'replaced', 'expired', 'lost', 'other')),
  primary key (portfolio_id, id),
  foreign key (portfolio_id, borrower_id) references borrowers (portfolio_id, id),
  check (issued_on <= expires_on),
  check ((verified_by is null) = (verified_at is null)),
  check ((ended_by is null) = (ended_at is null) and (ended_by is null) = (end_reason is null))
);
create index borrower_identity_documents_of_borrower
  on borrower_identity_documents (portfolio_id, borrower_id);
-- The number is before the kind, because users also search for a number without a kind of document.
create unique index borrower_identity_documents_number_once
  on borrower_identity_documents (portfolio_id, number, kind, country) where ended_at is null;

-- A document is verified once and ended once. Its borrower changes only if that borrower was merged
-- into the new one.
create function keep_identity_document() returns trigger language plpgsql as $$
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
end $$;
create trigger borrower_identity_documents_kept before update on borrower_identity_documents
  for each row execute function keep_identity_document();
create trigger borrower_identity_documents_never_removed before delete or truncate
  on borrower_identity_documents for each statement execute function refuse_change();
revoke delete on borrower_identity_documents from bursar_app;
