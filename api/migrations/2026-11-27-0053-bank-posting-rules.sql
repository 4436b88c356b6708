-- Whether lines with an exact reference and an exact amount are posted without a user. Without a
-- row they are not.
create table bank_posting_rules (
  portfolio_id uuid primary key references portfolios,
  posts_exact boolean not null,
  changed_by uuid not null references accounts,
  changed_at timestamptz not null
);

-- True if the rule posts the line or has posted it.
alter table bank_file_lines
  add by_rule boolean not null default false,
  add constraint bank_file_lines_by_rule
    check (not by_rule or (state in ('matched', 'posted') and reason is not distinct from 'reference'));
create index bank_file_lines_by_rule on bank_file_lines (portfolio_id, bank_file_id) where by_rule;
