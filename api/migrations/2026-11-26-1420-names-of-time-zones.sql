-- JavaScript and PostgreSQL read abbreviations such as NST and IST as different time zones, so new
-- values must be full names. When Bursar starts, it checks the names stored before in both
-- readings.
alter table portfolios add constraint portfolios_time_zone_check check (
  time_zone = 'UTC' or time_zone ~
    '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[A-Z]'
) not valid;

alter table call_centres add constraint call_centres_time_zone_check check (
  time_zone = 'UTC' or time_zone ~
    '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[A-Z]'
) not valid;

alter table accounts add constraint accounts_time_zone_check check (
  time_zone = 'UTC' or time_zone ~
    '^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[A-Z]'
) not valid;
