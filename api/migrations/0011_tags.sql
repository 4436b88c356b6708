-- Tags of a portfolio, and the loans that have them.

create table tags (
  portfolio_id uuid not null references portfolios,
  id uuid not null,
  name text not null check (length(trim(name)) between 1 and 40),
  -- The name of a colour in the palette of the web app.
  colour text not null check (colour in ('slate', 'lapis', 'sky', 'teal', 'ochre', 'violet')),
  version integer not null default 1,
  created_by uuid not null references accounts,
  created_at timestamptz not null,
  primary key (portfolio_id, id)
);
create unique index tags_name_once on tags (portfolio_id, lower(name));

create table loan_tags (
  portfolio_id uuid not null,
  loan_id uuid not null,
  tag_id uuid not null,
  put_on_by uuid not null references accounts,
  put_on_at timestamptz not null,
  primary key (portfolio_id, loan_id, tag_id),
  foreign key (portfolio_id, loan_id) references loans (portfolio_id, id),
  foreign key (portfolio_id, tag_id) references tags (portfolio_id, id) on delete cascade
);
create index loan_tags_by_tag on loan_tags (portfolio_id, tag_id, loan_id);
