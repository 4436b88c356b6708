-- A tape that names teams or agents assigns its loans when it is booked; undoing the import undoes
-- these assignments.
alter table assignment_batches add column import_id uuid;
alter table assignment_batches add foreign key (portfolio_id, import_id)
  references imports (portfolio_id, id);
create index assignment_batches_of_import on assignment_batches (portfolio_id, import_id)
  where import_id is not null;
