-- Browsers that an account was entered from: strangers' wrong tries do not keep them waiting.
create table known_devices (
  account_id uuid not null references accounts,
  device_hash bytea not null check (length(device_hash) = 32),
  last_entered_at timestamptz not null,
  primary key (account_id, device_hash)
);
create index known_devices_by_device on known_devices (device_hash);

-- Failures are forgiven bit by bit as time passes.
alter table sign_in_attempts
  alter column failures type double precision,
  drop constraint sign_in_attempts_subject_check,
  add constraint sign_in_attempts_subject_check check (
    subject in ('account', 'address', 'account-at-address', 'account-on-device')
  );
