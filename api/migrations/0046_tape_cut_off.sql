-- The day at whose end a tape's balances were taken; imports before this were taken as of their own day.

alter table imports add column cut_off_on date;
