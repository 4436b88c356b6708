-- The lines and payments that a user decided are other money than the line. A decision about one possible duplicate must
-- not count for another one that posting finds later.
alter table bank_file_lines
  add distinct_from_lines uuid[] not null default '{}',
  add distinct_from_payments uuid[] not null default '{}';
