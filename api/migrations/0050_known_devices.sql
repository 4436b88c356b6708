-- Browsers from which an account signed in. Wrong attempts from elsewhere do not delay sign-ins
-- from these browsers.
create table known_devices (
  account_id uuid not null references accounts,
  device_hash bytea not null check (length(device_hash) = 32),
  last_entered_at timestamptz not null,
  primary key (account_id, device_hash)
);
create index known_devices_by_device on known_devices (device_hash);

-- Failures decay gradually as time passes, so their number can be a fraction.
alter table sign_in_attempts
  alter column failures type double precision,
  drop constraint sign_in_attempts_subject_check,
  add constraint sign_in_attempts_subject_check check (
    subject in ('account', 'address', 'account-at-address', 'account-on-device')
  );
