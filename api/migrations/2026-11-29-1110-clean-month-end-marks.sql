-- After most marks are deleted, the few others leave thousands of index pages, through which
-- readers walk until vacuum cleans the indexes.
alter table month_end_marks set (vacuum_index_cleanup = on);
