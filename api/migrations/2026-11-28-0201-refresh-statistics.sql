-- The planner of PostgreSQL assumes that a table is as large as its statistics say, and plans for
-- few rows take minutes for many. Autovacuum collects statistics up to a minute after an import,
-- and later if servers fail in that time. Only a table's owner may collect statistics, so the
-- function runs as the owner.
create function refresh_statistics() returns void
  language plpgsql security definer set search_path to pg_catalog, pg_temp as $$
declare
  grown regclass;
begin
  for grown in
    select stored.oid from pg_class stored
    where stored.relkind = 'r' and stored.relpersistence = 'p'
      and stored.relowner = current_user::regrole
      and pg_relation_size(stored.oid) / current_setting('block_size')::bigint
        > 20 + 1.1 * greatest(stored.relpages, 0)
    order by stored.oid
  loop
    -- A table that another session is changing or analysing is left to it.
    execute format('analyze (skip_locked) %s', grown);
  end loop;
end
$$;
