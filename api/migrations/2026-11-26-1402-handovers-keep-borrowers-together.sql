-- All active loans of one borrower go to the same stand-in, unless the desk wants otherwise. Handovers that
-- are planned already begin like new ones.
alter table handovers add column borrowers_together boolean not null default true;
