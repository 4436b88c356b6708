import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliverOutbox } from '../../../platform/mail/deliver-outbox.ts';
import { arrangePortfolio } from '../../../testing/arrange.ts';
import { arrangeDispute } from '../../../testing/arrange-dispute.ts';
import { arrangeReach, arrangeStep, stepOf } from '../../../testing/letter-office.ts';
import { openOffice, paymentOf } from '../../../testing/open-office.ts';
import { meetAt } from '../../../testing/while-held.ts';

import { followDunning } from './follow-dunning.ts';

const { test, portfolio, arrangeHeld, signIn } = await openOffice();
let manager = await signIn('manager');
const agent = await signIn('agent');

const phone = '+14155552671';
const late = async (wishes: object = {}, reach: object = { phone }) => {
  const loan = await arrangeHeld(wishes);
  await arrangeReach(manager, loan.id, reach);
  return loan;
};
const propose = async () => (await manager.post('/api/message-batches')).body;
const waiting = async () => (await manager.get('/api/message-batches?state=proposed')).body.batches;
const read = async (id: string) => (await manager.get(`/api/message-batches/${id}`)).body;
const release = (id: string, body: object = {}) =>
  manager.post(`/api/message-batches/${id}/release`, { id: uuidv7(), leaveOut: [], ...body });
const leftOut = async (id: string): Promise<Record<string, string>> => {
  const { messages } = await read(id);
  return Object.fromEntries(
    messages.map((one: { loanId: string; reason: string | null; state: string }) => [
      one.loanId,
      one.reason ?? one.state,
    ]),
  );
};
const moveTo = async (moment: string) => {
  test.clock.moveTo(moment);
  manager = await signIn('manager');
};
const fileOf = (url: string, client = manager) =>
  test.app.server.inject({ url, cookies: { ...client.cookies } });

beforeEach(async () => {
  await moveTo('2026-06-15T12:00:00Z');
  // Discard the batches, steps and loans of earlier tests, so that each test has its own.
  await test.owner`update message_batches set state = 'discarded', settled_at = now(),
    settled_by = ${portfolio.manager.id} where state = 'proposed'`;
  await test.owner`update dunning_steps set removed_at = now() where removed_at is null`;
  await test.owner`update loan_state set status = 'closed', oldest_unpaid_due_on = null
    where status = 'active'`;
});

describe('dunning steps', () => {
  it('are created once, changed and removed with their waiting batches', async () => {
    const { templateId, stepId } = await arrangeStep(manager, { step: { everyDays: 30 } });
    const save = (wishes: object) =>
      manager.put(`/api/dunning-steps/${stepId}`, stepOf(templateId, wishes));
    expect((await save({ everyDays: 30 })).body).toMatchObject({ version: 1, everyDays: 30 });
    expect((await save({ everyDays: 20 })).body.error).toBe('changed_since');
    expect((await save({ everyDays: 14, version: 1 })).body).toMatchObject({ version: 2 });
    expect((await save({ fromDaysLate: 5, untilDaysLate: 4, version: 2 })).body).toMatchObject({
      error: 'days_late_upside_down',
      fields: { untilDaysLate: expect.any(String) },
    });
    const other = manager.put(`/api/dunning-steps/${uuidv7()}`, stepOf(uuidv7()));
    expect((await other).body.error).toBe('template_not_found');
    await late();
    expect(await propose()).toMatchObject({ batches: 1, messages: 1 });
    const removed = await manager.post(`/api/dunning-steps/${stepId}/remove`, { version: 2 });
    expect(removed.body).toEqual({ id: stepId, discarded: 1 });
    expect(await waiting()).toEqual([]);
    expect((await manager.get('/api/dunning-steps')).body.steps).toEqual([]);
  });

  it('give the batches of a day their order', async () => {
    const steps = [];
    for (const fromDaysLate of [4, 2, 3]) {
      const step = { fromDaysLate, untilDaysLate: null };
      const template = { name: `From ${fromDaysLate}` };
      steps.push({ ...(await arrangeStep(manager, { template, step })), step });
    }
    await late();
    expect(await propose()).toMatchObject({ batches: 3 });
    const names = async () => {
      const found: string[] = [];
      for (let after = ''; found.length < 3;) {
        const path = `/api/message-batches?state=proposed&limit=2${after}`;
        const { batches, nextCursor } = (await manager.get(path)).body;
        found.push(...batches.map(({ templateName }: { templateName: string }) => templateName));
        after = `&after=${nextCursor}`;
      }
      return found;
    };
    expect(await names()).toEqual(['From 2', 'From 3', 'From 4']);
    const [last] = steps;
    const sooner = {
      ...stepOf(last?.templateId ?? ''),
      ...last?.step,
      fromDaysLate: 1,
      version: 1,
    };
    const changed = await manager.put(`/api/dunning-steps/${last?.stepId}`, sooner);
    expect(changed.body).toMatchObject({ version: 2 });
    expect(await names()).toEqual(['From 4', 'From 2', 'From 3']);
  });

  it('get no batch from a proposal that waits for their removal', async () => {
    const { stepId } = await arrangeStep(manager);
    await late();
    const [removed, proposed] = await meetAt(
      test.owner,
      (transaction) => transaction`select from dunning_steps where id = ${stepId} for update`,
      [
        () => manager.post(`/api/dunning-steps/${stepId}/remove`, { version: 1 }),
        () => manager.post('/api/message-batches'),
      ],
    );
    expect(removed?.body).toEqual({ id: stepId, discarded: 0 });
    expect(proposed?.body).toMatchObject({ batches: 0, messages: 0 });
    expect(await waiting()).toEqual([]);
  });

  it('propose late loans in their range that may be contacted', async () => {
    await arrangeStep(manager, { step: { fromDaysLate: 10, untilDaysLate: 20 } });
    const due = await late();
    const others = {
      disputed: await late(),
      withdrawn: await late(),
      promised: await late(),
      // Outside the step's range: 5 and 45 days past due.
      early: await late({ disbursedOn: '2026-05-10' }),
      old: await late({ disbursedOn: '2026-04-01' }),
    };
    await arrangeDispute(manager, { circle: 'Own', loanId: others.disputed.id });
    const consent = { channel: 'sms', state: 'withdrawn', means: 'spoken' };
    const path = `/api/borrowers/${others.withdrawn.borrowerId}/consents`;
    expect((await manager.post(path, { id: uuidv7(), ...consent })).status).toBe(200);
    const promise = {
      id: uuidv7(),
      currency: 'USD',
      lines: [{ amountMinor: 5_000, promisedOn: '2026-06-20' }],
    };
    const contact = { id: uuidv7(), channel: 'call', outcome: 'promised', promise };
    const promised = await agent.post(`/api/loans/${others.promised.id}/contacts`, contact);
    expect([promised.status, promised.body]).toMatchObject([200, {}]);
    expect(await propose()).toEqual({ batches: 1, messages: 1, isDayOff: false });
    const [batch] = await waiting();
    expect(batch).toMatchObject({ day: '2026-06-15', proposed: 1, sent: 0, fromDaysLate: 10 });
    const { messages } = await read(batch.id);
    expect(messages).toMatchObject([
      { loanId: due.id, daysLate: 14, lateMinor: 10_662, currency: 'USD', state: 'proposed' },
    ]);
    expect(await propose()).toMatchObject({ batches: 0, messages: 0 });
  });

  it('are proposed once after the day was closed, on working days only', async () => {
    await arrangeStep(manager);
    const { id: loanId } = await late();
    const closed = (day: string) => test.owner`
      insert into end_of_day_runs (portfolio_id, day, id, state, started_at, ended_at)
      values (${portfolio.id}, ${day}, ${uuidv7()}, 'closed', now(), now())`;
    const follow = () => followDunning(test.database, test.clock.now());
    await follow();
    expect(await waiting()).toEqual([]);
    await closed('2026-06-12');
    // 13 June 2026 is a Saturday, which is a day off.
    await moveTo('2026-06-13T12:00:00Z');
    await follow();
    expect(await waiting()).toEqual([]);
    expect(await propose()).toEqual({ batches: 0, messages: 0, isDayOff: true });
    await moveTo('2026-06-15T12:00:00Z');
    await closed('2026-06-14');
    await Promise.all([follow(), follow()]);
    await follow();
    const batches = await waiting();
    expect(batches).toMatchObject([{ day: '2026-06-15', proposed: 1 }]);
    const rows = await test.owner`select from loan_messages where loan_id = ${loanId}`;
    expect(rows).toHaveLength(1);
  });
});

describe('a batch of messages', () => {
  it('is sent once, without loans that were paid or may not be contacted any more', async () => {
    await arrangeStep(manager);
    const [sent, paid, disputed, unreachable, withheld] = [
      await late({ borrowerName: '=SUM(A1)' }),
      await late(),
      await late(),
      await late({}, {}),
      await late(),
    ];
    await propose();
    const [{ id }] = await waiting();
    const posted = await agent.post(`/api/loans/${paid.id}/payments`, paymentOf());
    expect(posted.status).toBe(200);
    await arrangeDispute(manager, { circle: 'Own', loanId: disputed.id });
    const { messages } = await read(id);
    const leave = messages.find((one: { loanId: string }) => one.loanId === withheld.id).id;
    // An id in capitals is the same id.
    const body = { id: uuidv7(), leaveOut: [leave.toUpperCase()] };
    const [first, second] = await Promise.all([release(id, body), release(id, body)]);
    expect([first.body, second.body].toSorted((one) => (one.replayed ? 1 : -1))).toEqual([
      { sent: 1, leftOut: 4, replayed: false },
      { sent: 1, leftOut: 4, replayed: true },
    ]);
    expect((await release(id)).body.error).toBe('message_batch_settled');
    expect(await leftOut(id)).toEqual({
      [sent.id]: 'sent',
      [paid.id]: 'paid',
      [disputed.id]: 'disputed',
      [unreachable.id]: 'no-address',
      [withheld.id]: 'by-hand',
    });
    const events = await test.owner`
      select subject_id from audit_events where event = 'send-message'`;
    expect(events).toEqual([{ subjectId: sent.id }]);
    const csv = await fileOf(`/api/message-batches/${id}/messages.csv`);
    const reference = `L-${String(sent.number).padStart(6, '0')}`;
    expect(csv.body).toContain(
      `+14155552671,'=SUM(A1): 106.62 USD is late on ${reference}.,en,'=SUM(A1),${reference},`,
    );
    expect((await fileOf(`/api/message-batches/${id}/letters.pdf`)).statusCode).toBe(409);
  });

  it('names the characters of its letters that print as boxes, before and after it is sent', async () => {
    const body = 'Pay 5 元, {{borrower}}, to {{agent}}: {{how_to_pay}} {{payoff}} {{next_amount}}';
    await arrangeStep(manager, {
      template: { channel: 'letter', en: { subject: '款 late', body } },
    });
    await test.owner`
      update accounts set name = '李 Agent' where id = ${portfolio.team.agent.id}`;
    const issuer = { name: '行 Lender', address: '2 路', taxNumber: '', paymentDetails: '账 1' };
    const { version, dueDays } = (await manager.get('/api/invoice-issuer')).body;
    const changed = await manager.put('/api/invoice-issuer', { ...issuer, version, dueDays });
    expect(changed.status).toBe(200);
    await late({ borrowerName: '王 Fang' }, { address: '1 Main Street, 京' });
    await propose();
    const [{ id }] = await waiting();
    const characters = Array.from('行路王京款元李账');
    const named = async () => (await read(id)).messages[0].unprintable;
    expect((await named()).toSorted()).toEqual(characters.toSorted());
    expect((await release(id)).body).toMatchObject({ sent: 1 });
    expect((await named()).toSorted()).toEqual(characters.toSorted());
  });

  it('is in the contact log of the loan, and stays as it was sent', async () => {
    const { templateId } = await arrangeStep(manager, {
      template: { channel: 'letter', en: { subject: 'Late', body: 'Dear {{borrower}}' } },
    });
    const loan = await late({ borrowerName: 'Ana' }, { address: '1 Main Street' });
    await propose();
    const [{ id }] = await waiting();
    expect((await release(id)).body).toMatchObject({ sent: 1 });
    const template = { name: 'Other', channel: 'letter', ae: null, version: 1 };
    const en = { subject: 'Changed', body: 'Changed' };
    await manager.put(`/api/message-templates/${templateId}`, { ...template, en });
    const { contactAttempts, count } = (await agent.get(`/api/loans/${loan.id}/contacts`)).body;
    expect(count).toBe(1);
    const [entry] = contactAttempts;
    expect(entry).toMatchObject({ channel: 'letter', outcome: 'sent', note: 'Late' });
    const path = `/api/loans/${loan.id}/messages/${entry.id}`;
    expect((await agent.get(path)).body).toMatchObject({
      language: 'en',
      recipient: 'Ana',
      address: '1 Main Street',
      subject: 'Late',
      body: 'Dear \u2068Ana\u2069',
      releasedBy: 'manager one',
      delivery: null,
    });
    for (const url of [`${path}/letter.pdf`, `/api/message-batches/${id}/letters.pdf`]) {
      const file = await fileOf(url);
      expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    }
    const other = await signIn('otherAgent');
    expect((await other.get(path)).status).toBe(404);
    const another = await late();
    expect((await agent.get(`/api/loans/${another.id}/messages/${entry.id}`)).status).toBe(404);
    await expect(test.owner`update loan_messages set body = 'x' where id = ${entry.id}`)
      .rejects //
      .toThrow('was sent');
  });

  it('leaves by the mail server, with its HTML escaped', async () => {
    await arrangeStep(manager, {
      template: {
        channel: 'email',
        en: { subject: 'Late', body: 'Dear {{borrower}}\n\n<b>Pay</b>' },
      },
    });
    const loan = await late({ borrowerName: '<i>Ana</i>' }, { email: 'ana@mail.example' });
    await propose();
    const [{ id }] = await waiting();
    await release(id);
    const sentMails: { to: string; html: string }[] = [];
    await deliverOutbox({
      database: test.database,
      clock: test.clock,
      log: { info: () => undefined, warn: () => undefined },
      send: async (mail) => sentMails.push(mail),
    });
    expect(sentMails).toMatchObject([{ to: 'ana@mail.example', subject: 'Late' }]);
    expect(sentMails[0]?.html).toContain('>Dear &lt;i&gt;Ana&lt;/i&gt;</p>');
    expect(sentMails[0]?.html).toContain('>&lt;b&gt;Pay&lt;/b&gt;</p>');
    const { messages } = await read(id);
    const sent = await agent.get(`/api/loans/${loan.id}/messages/${messages[0].id}`);
    expect(sent.body.delivery).toBe('sent');
  });

  it('waits for the end of quiet hours and for a working day', async () => {
    await arrangeStep(manager);
    await late();
    await propose();
    const [{ id }] = await waiting();
    await moveTo('2026-06-15T22:00:00Z');
    expect((await release(id)).body).toMatchObject({ error: 'quiet_hours' });
    await moveTo('2026-06-20T12:00:00Z');
    expect((await release(id)).body).toMatchObject({ error: 'not_a_working_day' });
    await moveTo('2026-06-22T12:00:00Z');
    expect((await release(id)).body).toMatchObject({ sent: 1 });
  });

  it('comes again only after the days of its step, unless the first was not sent', async () => {
    await arrangeStep(manager, { step: { everyDays: 3 } });
    await late();
    await propose();
    const [first] = await waiting();
    await moveTo('2026-06-16T12:00:00Z');
    expect(await propose()).toMatchObject({ messages: 0 });
    const discarded = await manager.post(`/api/message-batches/${first.id}/discard`);
    expect(discarded.body).toEqual({ replayed: false });
    expect((await release(first.id)).body.error).toBe('message_batch_settled');
    expect(await propose()).toMatchObject({ messages: 1 });
    const [second] = await waiting();
    await release(second.id);
    await moveTo('2026-06-18T12:00:00Z');
    expect(await propose()).toMatchObject({ messages: 0 });
    await moveTo('2026-06-19T12:00:00Z');
    expect(await propose()).toMatchObject({ messages: 1 });
  });

  it('comes again only after the days of its step since it was sent', async () => {
    await arrangeStep(manager, { step: { everyDays: 7 } });
    await late();
    await propose();
    const [first] = await waiting();
    await moveTo('2026-06-22T12:00:00Z');
    expect((await release(first.id)).body).toMatchObject({ sent: 1 });
    expect(await propose()).toMatchObject({ messages: 0 });
    await moveTo('2026-06-26T12:00:00Z');
    expect(await propose()).toMatchObject({ messages: 0 });
    await moveTo('2026-06-29T12:00:00Z');
    expect(await propose()).toMatchObject({ messages: 1 });
  });

  it('releases itself if its step says so, in the name of the manager who said so', async () => {
    await arrangeStep(manager, { step: { releasesItself: true } });
    const loan = await late();
    await propose();
    const [{ id }] = await waiting();
    await followDunning(test.database, new Date('2026-06-15T22:00:00Z'));
    expect(await waiting()).toHaveLength(1);
    await followDunning(test.database, new Date('2026-06-16T12:00:00Z'));
    expect((await read(id)).batch).toMatchObject({
      state: 'released',
      sent: 1,
      settledBy: 'manager one',
      releasedItself: true,
    });
    expect(await leftOut(id)).toEqual({ [loan.id]: 'sent' });
  });

  it('does not exist for another portfolio, and desks may not release it', async () => {
    await arrangeStep(manager);
    await late();
    await propose();
    const [{ id }] = await waiting();
    const stranger = await test.signIn((await arrangePortfolio(test.owner, 'two')).manager.email);
    const desk = await signIn('desk');
    for (const path of ['release', 'discard']) {
      const body = { id: uuidv7(), leaveOut: [] };
      const sent = path === 'release' ? body : {};
      expect((await stranger.post(`/api/message-batches/${id}/${path}`, sent)).status).toBe(404);
      expect((await desk.post(`/api/message-batches/${id}/${path}`, sent)).status).toBe(403);
    }
    expect((await stranger.get(`/api/message-batches/${id}`)).status).toBe(404);
    expect((await stranger.get('/api/message-batches')).body.batches).toEqual([]);
  });
});
