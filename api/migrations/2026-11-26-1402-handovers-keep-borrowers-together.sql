-- All active loans of a borrower go to the same stand-in, unless the user chooses otherwise. This
-- also applies to planned handovers that have not begun.
alter table handovers add column borrowers_together boolean not null default true;
