-- A mark of a loan that changed its holder alone does not concern the sums of the portfolio.
alter table due_marks add column is_move boolean not null default false;
