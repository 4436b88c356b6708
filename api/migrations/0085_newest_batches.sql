-- Lists of assignment batches read the newest batches of a portfolio first.

create index assignment_batches_newest on assignment_batches (portfolio_id, made_at desc, id desc);
