alter table portfolios
  add column print_numbers text not null default 'point'
    check (print_numbers in ('point', 'comma', 'space', 'indian')),
  add column print_dates text not null default 'words'
    check (print_dates in ('words', 'day-first', 'dotted', 'month-first', 'year-first'));

-- The date format at the release of the batch, so that sent letters do not change when the
-- portfolio's format does.
alter table message_batches
  add column print_dates text not null default 'words'
    check (print_dates in ('words', 'day-first', 'dotted', 'month-first', 'year-first'));
