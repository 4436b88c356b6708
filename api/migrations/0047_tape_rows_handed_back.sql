-- The original text of a tape's rows, so that rows that cannot be booked can be returned with their
-- findings.

alter table imports add column header text[];
alter table import_rows add column cells text;
