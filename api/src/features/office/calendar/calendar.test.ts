import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeAdmin, arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import type { TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('the calendar', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  let agent: TestClient;
  let foreigner: TestClient;
  let admin: TestClient;
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    const foreign = await arrangePortfolio(test.owner, 'foreign');
    manager = await test.signIn(portfolio.manager.email);
    agent = await test.signIn(portfolio.team.agent.email);
    foreigner = await test.signIn(foreign.manager.email);
    admin = await test.signIn((await arrangeAdmin(test.owner)).email);
  });

  const eventOf = (changes: object = {}) => ({
    id: uuidv7(),
    title: 'Court date',
    place: '',
    details: '',
    colour: 'teal',
    isShared: false,
    when: { firstDay: '2026-06-15', lastDay: '2026-06-16' },
    ...changes,
  });
  type Event = ReturnType<typeof eventOf>;
  const make = async (client: TestClient, changes: object = {}): Promise<Event> => {
    const event = eventOf(changes);
    const { status, body } = await client.post('/api/calendar-events', event);
    expect(status).toBe(200);
    return { ...event, id: body.id };
  };
  const change = (client: TestClient, { id, ...event }: Event, changes: object) =>
    client.put(`/api/calendar-events/${id}`, { ...event, version: 1, ...changes });
  const titlesFor = async (client: TestClient, range = 'from=2026-06-01&to=2026-06-30') => {
    const { body } = await client.get(`/api/calendar-events?${range}`);
    return body.events.map(({ title }: { title: string }) => title);
  };

  it('shows private events only to their author, and shared ones only in the portfolio', async () => {
    await make(agent, { title: 'Dentist' });
    await make(agent, { title: 'Team day', isShared: true });
    await make(admin, { title: 'Audit of admins', isShared: true });
    expect(await titlesFor(agent)).toEqual(expect.arrayContaining(['Dentist', 'Team day']));
    expect(await titlesFor(manager)).not.toContain('Dentist');
    expect(await titlesFor(manager)).toContain('Team day');
    expect(await titlesFor(foreigner)).toEqual([]);
    expect(await titlesFor(admin)).toEqual(['Audit of admins']);
    const { body } = await agent.get('/api/calendar-events.ics');
    expect(body).not.toContain('Audit of admins');
  });

  it('stores an event once when sent twice, and refuses its id for a different one', async () => {
    const event = eventOf({ title: ' Visit ' });
    const { body: made } = await agent.post('/api/calendar-events', event);
    expect((await agent.post('/api/calendar-events', event)).body).toEqual(made);
    const other = await agent.post('/api/calendar-events', { ...event, title: 'Else' });
    expect(other.body.error).toBe('id_reused_with_different_content');
    const rows = await test.owner`select title from calendar_events where id = ${made.id}`;
    expect(rows.map((row) => row['title'])).toEqual(['Visit']);
  });

  it('changes an event once for each version, with an audit row', async () => {
    const event = await make(agent, { title: 'Movable', isShared: true });
    const when = { startsAt: '2026-06-20T08:00:00Z', endsAt: '2026-06-20T09:00:00Z' };
    expect((await change(manager, event, { when })).body).toEqual({ id: event.id, version: 2 });
    expect((await change(agent, event, { title: 'Lost' })).body.error).toBe('changed_since');
    const { body } = await agent.get('/api/calendar-events?from=2026-06-20&to=2026-06-20');
    const moved = body.events.find(({ id }: Event) => id === event.id);
    expect(moved).toMatchObject({ version: 2, title: 'Movable' });
    expect(Date.parse(moved.when.startsAt)).toBe(Date.parse(when.startsAt));
    const audited = await test.owner`
      select event, before ->> 'startsOn' as before from audit_events
      where subject_id = ${event.id} order by at, id`;
    expect(audited.map((row) => ({ ...row }))).toEqual([
      { event: 'create-calendar-event', before: null },
      { event: 'change-calendar-event', before: '2026-06-15' },
    ]);
  });

  it('writes no content of private events into the audit trail', async () => {
    const event = await make(agent, { title: 'Private' });
    const [row] = await test.owner`select after from audit_events where subject_id = ${event.id}`;
    expect(row?.['after']).toBeNull();
  });

  it('lets only its author or the manager unshare or remove a shared event', async () => {
    const event = await make(manager, { title: 'Board', isShared: true });
    const path = `/api/calendar-events/${event.id}/remove`;
    expect((await agent.post(path)).body.error).toBe('only_maker_may');
    expect((await change(agent, event, { isShared: false })).body.error).toBe('only_maker_may');
    expect((await foreigner.post(path)).status).toBe(404);
    expect((await change(foreigner, event, {})).status).toBe(404);
    expect((await manager.post(path)).status).toBe(200);
    const own = await make(agent, { title: 'Own', isShared: true });
    expect((await manager.post(`/api/calendar-events/${own.id}/remove`)).status).toBe(200);
  });

  it('refuses an event or a range that ends before it begins, and a range that is too long', async () => {
    const wrong = [
      { firstDay: '2026-06-16', lastDay: '2026-06-15' },
      { startsAt: '2026-06-16T10:00:00Z', endsAt: '2026-06-16T09:00:00Z' },
    ];
    for (const when of wrong) {
      const { body } = await agent.post('/api/calendar-events', eventOf({ when }));
      expect(body.error).toBe('range_upside_down');
    }
    for (const path of ['calendar-events', 'calendar-days']) {
      const ask = async (range: string) => (await agent.get(`/api/${path}?${range}`)).body.error;
      expect(await ask('from=2026-06-02&to=2026-06-01')).toBe('range_upside_down');
      expect(await ask('from=2026-01-01&to=2026-12-31')).toBe('range_too_long');
    }
  });

  it('counts, totals and names the dues and promises of each day in scope', async () => {
    const { team } = portfolio;
    const held = { teamId: team.id, agentId: team.agent.id };
    const loans = [
      await arrangeLoan(test.owner, portfolio, held),
      await arrangeLoan(test.owner, portfolio, held),
    ];
    const elsewhere = await arrangeLoan(test.owner, portfolio);
    for (const { id } of [...loans, elsewhere]) {
      const { status } = await manager.post(`/api/loans/${id}/promises`, {
        id: uuidv7(),
        currency: 'USD',
        lines: [{ amountMinor: 5_000, promisedOn: '2026-06-20' }],
      });
      expect(status).toBe(200);
    }
    const [first] = await test.owner<{ day: string; amountMinor: number }[]>`
      select due_on as day, sum(principal_minor + interest_minor)::bigint as amount_minor
      from instalments where due_on >= '2026-06-15' and loan_id = any(${loans.map(({ id }) => id)})
      group by 1 order by 1 limit 1`;
    if (!first) throw new Error('a loan has instalments');
    const range = `from=2026-06-15&to=${first.day > '2026-06-20' ? first.day : '2026-06-20'}`;
    const { body } = await agent.get(`/api/calendar-days?${range}`);
    expect(body.days).toEqual(
      expect.arrayContaining([
        { day: first.day, kind: 'due', currency: 'USD', loans: 2, amountMinor: first.amountMinor },
        { day: '2026-06-20', kind: 'promised', currency: 'USD', loans: 2, amountMinor: 10_000 },
      ]),
    );
    const page = await agent.get(`/api/calendar-days/${first.day}/loans?kind=due&limit=1`);
    const rest = await agent.get(
      `/api/calendar-days/${first.day}/loans?kind=due&limit=1&after=${page.body.nextCursor}`,
    );
    const named = [...page.body.rows, ...rest.body.rows];
    expect(new Set(named.map(({ loanId }) => loanId))).toEqual(new Set(loans.map(({ id }) => id)));
    expect(rest.body.nextCursor).toBeNull();
    expect(named.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(first.amountMinor);
    const promised = await manager.get('/api/calendar-days/2026-06-20/loans?kind=promised');
    expect(promised.body.rows).toHaveLength(3);
  });

  describe('as an iCalendar file', () => {
    const long = 'العربية '.repeat(20).trim();
    let lines: string[];
    let file: string;
    beforeAll(async () => {
      const when = { startsAt: '2026-03-29T01:30:00+02:00', endsAt: '2026-03-29T03:30:00+02:00' };
      await make(foreigner, {
        title: `Commas, semicolons; back\\slashes ${long}`,
        place: 'Room 1, left',
        details: 'First line\nBEGIN:VEVENT',
        isShared: true,
        when,
      });
      await make(foreigner, { title: 'Two days' });
      file = (await foreigner.get('/api/calendar-events.ics')).body;
      lines = file.replaceAll('\r\n ', '').split('\r\n');
    });

    it('ends lines with CRLF and folds them at 75 octets without cutting a letter', () => {
      const raw = file.split('\r\n');
      expect(raw.join('')).not.toMatch(/[\r\n]/);
      expect(Math.max(...raw.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
      expect(raw.some((line) => line.startsWith(' '))).toBe(true);
      expect(file).not.toContain('\uFFFD');
      expect(lines.some((line) => line.includes(long))).toBe(true);
    });

    it('escapes characters that would end a value or begin another line', () => {
      const summary = lines.find((line) => line.startsWith('SUMMARY:Commas'));
      expect(summary).toContain('Commas\\, semicolons\\; back\\\\slashes');
      expect(lines).toContain('LOCATION:Room 1\\, left');
      expect(lines).toContain('DESCRIPTION:First line\\nBEGIN:VEVENT');
      expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
    });

    it('writes instants in UTC, and whole days as dates that end on the next day', () => {
      expect(lines).toEqual(
        expect.arrayContaining([
          'BEGIN:VCALENDAR',
          'VERSION:2.0',
          'DTSTART:20260328T233000Z',
          'DTEND:20260329T013000Z',
          'DTSTART;VALUE=DATE:20260615',
          'DTEND;VALUE=DATE:20260617',
          'DTSTAMP:20260615T120000Z',
          'CLASS:PUBLIC',
          'CLASS:PRIVATE',
          'END:VCALENDAR',
        ]),
      );
    });

    it('leaves out the earliest events if there are too many', async () => {
      const { id: ownerId } = portfolio.team.desk;
      await test.owner`
        insert into calendar_events (id, portfolio_id, owner_id, is_shared, title, place, details,
          colour, first_day, last_day, created_at)
        select gen_random_uuid(), ${portfolio.id}, ${ownerId}, false, 'Day ' || number, '', '',
          'teal', date '2020-01-01' + number, date '2020-01-01' + number, now()
        from generate_series(1, 5001) number`;
      const desk = await test.signIn(portfolio.team.desk.email);
      const { body } = await desk.get('/api/calendar-events.ics');
      const titles = String(body).match(/(?<=SUMMARY:Day )\d+/g) ?? [];
      expect([titles.at(0), titles.at(-1)]).toEqual([expect.not.stringMatching(/^1$/), '5001']);
    });
  });
});
