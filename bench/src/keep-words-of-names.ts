/**
 * SQL that adds the words of borrowers' names to a book that was loaded without triggers, as the
 * triggers would.
 */
export const keepWordsOfNames = `
  insert into words_of_names (portfolio_id, word)
  select distinct portfolio_id, named.word
  from borrowers cross join lateral searchable_words(name, legal_name) named (word);`;
