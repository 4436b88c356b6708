-- The folder with the documents of this installation, identified by the id in its marker file. A
-- node with another folder does not start: it would not find documents, and would delete those of
-- other nodes.
create table document_folder (
  only_one boolean primary key default true check (only_one),
  id uuid not null,
  -- Null until the marker is in the folder, so that an interrupted start can finish.
  placed_at timestamptz
);
revoke all on document_folder from bursar_app;
