-- The second factor of sign-in, for users who switch it on.

-- A second factor counts only once its user has confirmed it with a code, so an unfinished set-up
-- locks no user out.
create table second_factors (
  account_id uuid primary key references accounts,
  secret bytea not null check (length(secret) = 20),
  begun_at timestamptz not null,
  confirmed_at timestamptz,
  -- The latest 30-second step whose code was accepted. Codes of this step and of earlier steps are
  -- refused.
  last_step bigint not null default 0
);

create table recovery_codes (
  account_id uuid not null references accounts,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Sign-ins between the password and the code. The browser has the token in a cookie that scripts
-- cannot read.
create table pending_sign_ins (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid not null references accounts,
  expires_at timestamptz not null
);
create index pending_sign_ins_oldest on pending_sign_ins (expires_at);
