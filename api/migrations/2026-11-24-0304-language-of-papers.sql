-- What a borrower's papers are written in; null where that of whoever makes them has to do.
alter table borrowers add column language text check (language in ('en', 'ae'));
