-- Secrets of second factors are sealed under a key that is not in the database: a copy of the
-- tables alone opens no account. Those kept until now are sealed at the next start.
alter table second_factors
  drop constraint second_factors_secret_check,
  add constraint second_factors_secret_check check (length(secret) in (20, 48));

-- Words sealed under the installation's key: a start with another key finds out before it mixes.
create table secret_key_check (
  only_one boolean primary key default true check (only_one),
  sealed bytea not null
);
revoke all on secret_key_check from bursar_app;
