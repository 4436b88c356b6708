alter table due_marks set (vacuum_index_cleanup = on);
