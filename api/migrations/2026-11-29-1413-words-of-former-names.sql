-- Adds the words of names from before the trigger of 2026-11-29-1412. It reads each borrower once
-- and locks nothing, so the version that still serves does not wait for it.
insert into words_of_names (portfolio_id, word)
select distinct borrower.portfolio_id, named.word
from borrowers borrower
cross join lateral searchable_words(borrower.name, borrower.legal_name) named (word)
where not exists (select from words_of_names known
  where known.portfolio_id = borrower.portfolio_id and known.word = named.word);
