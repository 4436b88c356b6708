import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { deliverOutbox, type MailSender } from '../../../platform/mail/deliver-outbox.ts';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { buildReport } from './build-report.ts';
import { mailReports } from './mail-reports.ts';
import { reportDueBy } from './report-period.ts';

let test: TestApp;
let portfolio: TestPortfolio;
let manager: TestClient;
beforeAll(async () => {
  test = await createTestApp();
  portfolio = await arrangePortfolio(test.owner);
  await test.owner`update portfolios set time_zone = 'Asia/Dubai' where id = ${portfolio.id}`;
  manager = await test.signIn(portfolio.manager.email);
});

const choose = (accountIds: readonly string[]) =>
  manager.put('/api/work/report-recipients', { accountIds });
const mails = () => test.owner<{ toAddress: string; subject: string; files: string[] }[]>`
  select mail.to_address, mail.subject, array_agg(file.name order by file.position) as files
  from outbox mail join outbox_attachments file on file.mail_id = mail.id
  group by mail.id order by mail.to_address, mail.subject`;
const close = (day: string) => test.owner`
  insert into end_of_day_runs (portfolio_id, day, id, state, started_at, ended_at)
  values (${portfolio.id}, ${day}, ${uuidv7()}, 'closed', now(), now())`;
/** Friday 00:30 in Dubai, but still Thursday in UTC. */
const friday = new Date('2026-06-18T20:30:00.000Z');

describe('the recipients of the collection report', () => {
  it('are managers and team desks of the portfolio, chosen by the manager', async () => {
    const { body } = await manager.get('/api/work/report-recipients');
    const emails = body.people.map(({ email }: { email: string }) => email);
    expect(emails).toContain(portfolio.manager.email);
    expect(emails).toContain(portfolio.team.desk.email);
    expect(emails).not.toContain(portfolio.team.agent.email);
    const desk = await test.signIn(portfolio.team.desk.email);
    expect((await desk.get('/api/work/report-recipients')).status).toBe(404);
    const other = await arrangePortfolio(test.owner, 'other');
    for (const stranger of [other.manager.id, portfolio.team.agent.id, uuidv7()]) {
      expect((await choose([stranger])).status).toBe(404);
    }
    const chosen = await choose([portfolio.manager.id, portfolio.team.desk.id]);
    expect(
      chosen.body.people.filter(({ isChosen }: { isChosen: boolean }) => isChosen),
    ).toHaveLength(2);
    const [audit] = await test.owner`
      select after from audit_events where event = 'set-report-recipients'`;
    expect(audit?.after.recipients).toContain(portfolio.team.desk.email);
  });
});

describe('the collection report', () => {
  it('is mailed once on Friday in the time zone of the portfolio, with its files', async () => {
    await test.owner`update collection_report_recipients set set_at = '2026-06-10T00:00:00Z'`;
    await mailReports(test.database, new Date('2026-06-18T19:30:00.000Z'));
    expect(await mails()).toEqual([]);
    // The report counts broken promises, which the close of its last day judges.
    await mailReports(test.database, friday);
    expect(await mails()).toEqual([]);
    await close('2026-06-18');
    await Promise.all([mailReports(test.database, friday), mailReports(test.database, friday)]);
    await mailReports(test.database, new Date('2026-06-19T20:30:00.000Z'));
    const stored = await mails();
    expect(stored.map(({ toAddress }) => toAddress)).toEqual(
      [portfolio.manager.email, portfolio.team.desk.email].toSorted(),
    );
    expect(stored[0]).toMatchObject({
      subject: 'Bursar: collection report, 12 Jun 2026 – 18 Jun 2026',
      files: [
        'collection-report-2026-06-12-2026-06-18.pdf',
        'collection-report-2026-06-12-2026-06-18.xlsx',
      ],
    });
    const sent: Parameters<MailSender>[0][] = [];
    await deliverOutbox({
      database: test.database,
      clock: { now: () => friday },
      log: { info: () => undefined, warn: () => undefined },
      send: async (mail) => sent.push(mail),
    });
    expect(sent).toHaveLength(2);
    expect(sent[0]?.attachments?.map(({ content }) => content.subarray(0, 4).toString())).toEqual([
      '%PDF',
      'PK\u0003\u0004',
    ]);
    expect(await mails()).toEqual([]);
  });

  it('is mailed on the first of the month, and not to those chosen later', async () => {
    await choose([portfolio.team.desk.id]);
    await test.owner`update collection_report_recipients set set_at = '2026-07-01T20:00:00Z'`;
    await close('2026-06-30');
    await mailReports(test.database, new Date('2026-07-01T09:00:00.000Z'));
    expect(await mails()).toEqual([]);
    await test.owner`update collection_report_recipients set set_at = '2026-06-30T20:30:00Z'`;
    await mailReports(test.database, new Date('2026-07-01T09:00:00.000Z'));
    expect(await mails()).toMatchObject([
      {
        toAddress: portfolio.team.desk.email,
        subject: 'Bursar: collection report, 1 Jun 2026 – 30 Jun 2026',
      },
    ]);
    await test.owner`delete from outbox_attachments`;
    await test.owner`update accounts set status = 'suspended' where id = ${portfolio.team.desk.id}`;
    await mailReports(test.database, new Date('2026-07-03T09:00:00.000Z'));
    expect(await mails()).toEqual([]);
    await test.owner`update accounts set status = 'active' where id = ${portfolio.team.desk.id}`;
  });

  it('is mailed two days late if its last day is not closed until then', async () => {
    await choose([portfolio.team.desk.id]);
    await test.owner`update collection_report_recipients set set_at = '2026-07-02T00:00:00Z'`;
    await mailReports(test.database, new Date('2026-07-04T09:00:00.000Z'));
    expect(await mails()).toEqual([]);
    await mailReports(test.database, new Date('2026-07-05T09:00:00.000Z'));
    expect(await mails()).toMatchObject([
      { subject: 'Bursar: collection report, 26 Jun 2026 – 2 Jul 2026' },
    ]);
    await test.owner`delete from outbox_attachments`;
  });

  const reportOf = async (teamId: string, accountId: string) => {
    const { id: portfolioId } = portfolio;
    const [own] = await test.owner<
      { id: string; name: string; currency: string; timeZone: string }[]
    >`select id, name, currency, time_zone from portfolios where id = ${portfolioId}`;
    if (!own) throw new Error('no portfolio');
    const range = reportDueBy('week', '2026-06-19');
    const asked = { portfolio: own, period: 'week', range, team: null } as const;
    const scope = { role: 'team', portfolioId, teamId, accountId } as const;
    return buildReport(test.database, { ...asked, scope, businessDate: '2026-06-19' });
  };

  it('has the work of the agents in the reader’s scope, and nothing beyond it', async () => {
    const { team, otherTeam } = portfolio;
    const holder = { teamId: team.id, agentId: team.agent.id };
    const loan = await arrangeLoan(test.owner, portfolio, holder);
    const agent = await test.signIn(team.agent.email);
    await agent.post(`/api/loans/${loan.id}/contacts`, {
      id: uuidv7(),
      channel: 'call',
      outcome: 'answered',
      contactedAt: '2026-06-15T11:00:00.000Z',
    });
    await manager.post(`/api/loans/${loan.id}/payments`, {
      id: uuidv7(),
      amountMinor: 1_000,
      currency: 'USD',
      valueDate: '2026-06-15',
      method: 'cash',
    });
    const { rows } = await reportOf(team.id, team.desk.id);
    expect(rows.find(({ agentId }) => agentId === team.agent.id)).toMatchObject({
      contacts: 1,
      promises: 0,
      collectedMinor: 1_000,
      overdue: 1,
      targetMinor: null,
    });
    const other = await reportOf(otherTeam.id, otherTeam.desk.id);
    expect(other.rows.map(({ agentId }) => agentId)).not.toContain(team.agent.id);
    expect(
      other.rows.every(({ contacts, collectedMinor }) => contacts + collectedMinor === 0),
    ).toBe(true);
    const pdf = await manager.get('/api/work/collection-report.pdf?period=month&language=ae');
    expect(pdf.status).toBe(200);
    expect((await agent.get('/api/work/collection-report.pdf?period=week')).status).toBe(403);
  });

  it('has the overdue loans and receipts of suspended agents, but no empty rows of them', async () => {
    const { otherTeam } = portfolio;
    const { agent, otherAgent } = otherTeam;
    const holder = { teamId: otherTeam.id, agentId: agent.id };
    const loan = await arrangeLoan(test.owner, portfolio, holder);
    const suspend = (id: string) =>
      manager.post(`/api/staff/${id}/suspend`, { id: uuidv7(), loans: 'stay' });
    expect((await suspend(agent.id)).status).toBe(200);
    expect((await suspend(otherAgent.id)).status).toBe(200);
    const rowsOf = async () => (await reportOf(otherTeam.id, otherTeam.desk.id)).rows;
    const row = { agentId: agent.id, overdue: 1, contacts: 0 };
    expect(await rowsOf()).toMatchObject([{ ...row, collectedMinor: 0 }]);
    await manager.post(`/api/loans/${loan.id}/payments`, {
      id: uuidv7(),
      amountMinor: 1_000,
      currency: 'USD',
      valueDate: '2026-06-15',
      method: 'cash',
    });
    expect(await rowsOf()).toMatchObject([{ ...row, collectedMinor: 1_000 }]);
  });
});
