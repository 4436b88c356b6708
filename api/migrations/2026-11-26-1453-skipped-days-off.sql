-- A due date on a day off may be skipped, so that the schedule ends later: docs/decisions/0049.
-- Monthly schedules skip no due date.
alter table product_versions
  drop constraint product_versions_day_off_rule_check,
  add constraint product_versions_day_off_rule_check check (day_off_rule in (
    'as_is', 'following', 'modified_following', 'preceding', 'skip'
  )),
  add constraint product_versions_skip_no_months
    check (day_off_rule <> 'skip' or frequency_unit <> 'months');
