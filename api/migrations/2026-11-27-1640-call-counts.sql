-- Calls of rate-limited routes in the current minute, counted for all processes together. A crash
-- of the server may empty the table, which only loses the counts of a minute.
create unlogged table call_counts (
  route text not null,
  -- The digest of the caller's network, because an address is personal.
  network bytea not null check (length(network) = 32),
  calls integer not null check (calls >= 1),
  counted_from timestamptz not null,
  primary key (route, network)
);
