-- When most marks are gone, the few left keep thousands of index pages, which readers walk through.
alter table month_end_marks set (vacuum_index_cleanup = on);
