-- When borrowers are left in peace, who reached whom, and what stays open after a try.

-- From and until are times of day in the portfolio's time zone; the same twice means none.
alter table portfolios
  add column quiet_from time not null default '21:00',
  add column quiet_until time not null default '08:00';

alter table contacts
  add column direction text not null default 'outgoing'
    check (direction in ('outgoing', 'incoming'));

alter table loan_work
  -- The day on which somebody was spoken to: the loan is then seen to for that day.
  add column seen_to_on date,
  -- The last try that reached nobody, and when the next one is to be.
  add column tried_at timestamptz,
  add column try_again_at timestamptz,
  add check (try_again_at is null or tried_at is not null);
update loan_work set seen_to_on = last_contact_on;

/* The channels of which the borrower's latest word by a moment is that they withdraw consent. */
create function withdrawn_channels(of_portfolio uuid, of_borrower uuid, by_moment timestamptz)
returns text[] language sql stable as $$
  select coalesce(array_agg(latest.channel order by latest.channel), '{}')
  from (
    select distinct on (channel) channel, state from borrower_consents
    where portfolio_id = of_portfolio and borrower_id = of_borrower and recorded_at <= by_moment
    order by channel, number desc, recorded_at desc, id desc
  ) latest
  where latest.state = 'withdrawn'
$$;
