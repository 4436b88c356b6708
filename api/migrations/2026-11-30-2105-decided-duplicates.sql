-- The lines and payments of which a user decided that they are not the same money as the line. A
-- decision about one possible duplicate must not count for another one that posting finds later.
alter table bank_file_lines
  add distinct_from_lines uuid[] not null default '{}',
  add distinct_from_payments uuid[] not null default '{}';
