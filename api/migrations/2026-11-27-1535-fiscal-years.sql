alter table portfolios
  add column fiscal_year_month smallint not null default 1
    check (fiscal_year_month between 1 and 12);
