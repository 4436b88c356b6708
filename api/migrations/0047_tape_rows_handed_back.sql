-- What a tape's rows say, so that those that cannot be booked can be handed back with their findings.

alter table imports add column header text[];
alter table import_rows add column cells text;
