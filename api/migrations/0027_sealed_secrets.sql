-- Secrets of second factors are encrypted with a key that is not in the database, so a copy of the
-- tables does not let anyone sign in. The next start of the application encrypts the existing
-- secrets.
alter table second_factors
  drop constraint second_factors_secret_check,
  add constraint second_factors_secret_check check (length(secret) in (20, 48));

-- A text encrypted with the key of the installation. With it, a start detects another key before
-- secrets of two keys are mixed.
create table secret_key_check (
  only_one boolean primary key default true check (only_one),
  sealed bytea not null
);
revoke all on secret_key_check from bursar_app;
