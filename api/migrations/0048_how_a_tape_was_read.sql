-- How a person told a tape to be read, and what its dry run made of the file, for the sample that is shown before booking.

alter table imports
  add column read_as jsonb not null default '{}',
  add column reading jsonb;
