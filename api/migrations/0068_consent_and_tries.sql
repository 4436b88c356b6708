-- Quiet hours, the direction of a contact, and follow-ups of attempts without an answer.

-- Quiet hours in the portfolio's time zone. If both times are equal, there are no quiet hours.
alter table portfolios
  add column quiet_from time not null default '21:00',
  add column quiet_until time not null default '08:00';

alter table contacts
  add column direction text not null default 'outgoing'
    check (direction in ('outgoing', 'incoming'));

alter table loan_work
  -- The last day on which the borrower was reached. The loan needs no further contact on that day.
  add column seen_to_on date,
  -- The last attempt that reached no one, and when to try again.
  add column tried_at timestamptz,
  add column try_again_at timestamptz,
  add check (try_again_at is null or tried_at is not null);
update loan_work set seen_to_on = last_contact_on;

/* Returns the channels for which the borrower's latest consent by a moment is withdrawn. */
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
