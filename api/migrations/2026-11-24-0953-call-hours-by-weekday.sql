-- A preset has separate hours for each weekday, from Monday on; null for a day without calls.
alter table call_centre_presets add column hours jsonb;

update call_centre_presets set hours = (
  select jsonb_agg(
    case when weekday = any(weekdays)
      then jsonb_build_object('opensAt', opens_at, 'closesAt', closes_at)
    end order by weekday)
  from generate_series(1, 7) weekday
);

alter table call_centre_presets
  alter column hours set not null,
  drop column weekdays,
  drop column opens_at,
  drop column closes_at,
  add constraint call_centre_presets_hours_check check (
    jsonb_typeof(hours) = 'array'
    and jsonb_array_length(hours) = 7
    and jsonb_path_exists(hours, '$[*] ? (@ != null)')
    and not jsonb_path_exists(hours, '$[*] ? (@ != null && !(@.opensAt < @.closesAt))')
    and not jsonb_path_exists(hours,
      '$[*] ? (@ != null).* ? (!(@ like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$"))')
  );
