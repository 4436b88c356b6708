-- The day at whose end the balances of a tape were taken. Null for older imports, whose balances
-- are of the day of the import.

alter table imports add column cut_off_on date;
