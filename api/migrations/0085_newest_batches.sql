-- The list of assignment batches reads a portfolio's newest first.

create index assignment_batches_newest on assignment_batches (portfolio_id, made_at desc, id desc);
