-- True if only the holder of the loan changed. Such a mark does not concern the sums of the
-- portfolio.
alter table month_end_marks add column is_move boolean not null default false;

-- After an upgrade, every held loan has a mark of a move. This index finds the other marks among
-- them.
create index month_end_marks_of_changes on month_end_marks (portfolio_id, loan_id) where not is_move;
