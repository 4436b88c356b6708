-- A preview returns the last event number at its time, so that later events can be detected.
grant select on sequence event_numbers to bursar_app;
