-- JavaScript and PostgreSQL read abbreviations such as NST and IST as different zones. Names that were
-- stored before are settled when Bursar starts, which compares both readings; no other name comes in.
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
