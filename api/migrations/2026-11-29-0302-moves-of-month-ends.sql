-- A mark of a loan that changed its holder alone does not concern the sums of the portfolio.
alter table month_end_marks add column is_move boolean not null default false;

-- After an upgrade every held loan has a mark of a move, among which this finds the others.
create index month_end_marks_of_changes on month_end_marks (portfolio_id, loan_id) where not is_move;
