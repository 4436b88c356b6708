-- Changes by an administrator to the permissions that a role has by default.

create table role_permissions (
  role text not null check (role in ('admin', 'user', 'team', 'agent')),
  permission text not null check (length(permission) between 1 and 60),
  granted boolean not null,
  changed_by uuid not null references accounts,
  changed_at timestamptz not null,
  primary key (role, permission)
);
