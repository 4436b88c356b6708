-- How a user chose to read a tape, and what the dry run found in the file, for the sample that is
-- shown before booking.

alter table imports
  add column read_as jsonb not null default '{}',
  add column reading jsonb;
