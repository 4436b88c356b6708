-- Finds people whose names begin with the typed text in the order of names, with or without a loan.
create index if not exists borrowers_by_name on borrowers (portfolio_id, lower(name), id)
  where merged_into is null;
