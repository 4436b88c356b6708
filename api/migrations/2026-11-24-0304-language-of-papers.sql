-- The language of a borrower's statements; null if they are in the language of the user who creates
-- them.
alter table borrowers add column language text check (language in ('en', 'ae'));
