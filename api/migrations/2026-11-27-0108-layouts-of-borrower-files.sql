-- How the columns and values of a borrower file were read, so that the next file with the same
-- headings is read in the same way.
alter table borrower_imports
  add column header text[],
  add column read_as jsonb not null default '{}';
