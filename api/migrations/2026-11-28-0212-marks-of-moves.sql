-- True if only the holder of the loan changed. Such a mark does not concern the sums of the
-- portfolio.
alter table due_marks add column is_move boolean not null default false;
