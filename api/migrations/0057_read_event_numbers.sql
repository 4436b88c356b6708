-- A preview remembers how far the history went when it was read.
grant select on sequence event_numbers to bursar_app;
