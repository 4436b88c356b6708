-- Instalments are rounded to a multiple of this amount, such as a whole unit of the currency; 1 is
-- the minor unit.
alter table product_versions add column instalment_multiple_minor bigint not null default 1
  check (instalment_multiple_minor > 0);
alter table product_versions alter column instalment_multiple_minor drop default;
