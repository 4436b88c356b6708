-- A newer tape of booked loans: how each row relates to the booked loan and what booking it
-- changed, so that undoing the import restores the former values.

alter table import_rows add column loan_id uuid;

create table import_comparisons (
  portfolio_id uuid not null,
  import_id uuid not null,
  number integer not null,
  kind text not null check (kind in ('changed', 'new', 'same', 'missing')),
  row_number integer,
  external_id text not null,
  loan_id uuid,
  borrower_id uuid,
  facts jsonb not null default '{}',
  payment jsonb,
  primary key (portfolio_id, import_id, number),
  foreign key (portfolio_id, import_id) references imports (portfolio_id, id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  check ((kind = 'new') = (loan_id is null)),
  check ((kind = 'missing') = (row_number is null))
);
create index import_comparisons_by_kind
  on import_comparisons (portfolio_id, import_id, kind, number);
create index import_comparisons_by_loan on import_comparisons (portfolio_id, loan_id)
  where kind = 'changed';
