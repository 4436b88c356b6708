import { readPrintFormat } from '../../access/portfolios/print-format.store.ts';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import { openOffice } from '../../../testing/open-office.ts';
import { insertBackup } from '../backups/taken-backups.store.ts';

const { test, portfolio, signIn } = await openOffice();
const { email } = await arrangeAdmin(test.owner);
const admin = await test.signIn(email);

type Steps = { step: string; isDone: boolean; isOptional: boolean }[];
const openSteps = ({ body }: { body: { steps?: unknown } }) =>
  (body.steps as Steps).filter(({ isDone }) => !isDone).map(({ step }) => step);

describe('the company', () => {
  it('is empty until it is saved, and then named by statements and first steps', async () => {
    expect((await admin.get('/api/company')).body).toEqual({
      legalName: '',
      address: '',
      registrationNumber: '',
      version: 0,
    });
    expect(openSteps(await admin.get('/api/first-steps'))).toContain('company');
    const company = { legalName: ' Quay Finance ', address: '', registrationNumber: 'Q 1' };
    const saved = await admin.put('/api/company', { ...company, version: 0 });
    expect(saved).toMatchObject({ status: 200, body: { legalName: 'Quay Finance', version: 1 } });
    // A client that lost the answer sends the same call again, which changes nothing.
    expect(await admin.put('/api/company', { ...company, version: 0 })).toMatchObject({
      status: 200,
      body: { version: 1 },
    });
    const other = { ...company, legalName: 'Other', version: 0 };
    expect((await admin.put('/api/company', other)).body.error).toBe('changed_since');
    const empty = { ...company, legalName: ' ', version: 1 };
    expect((await admin.put('/api/company', empty)).body.error).toBe('name_missing');
    expect(openSteps(await admin.get('/api/first-steps'))).not.toContain('company');
    const manager = await signIn('manager');
    expect((await manager.get('/api/invoice-issuer')).body).toMatchObject({
      name: 'Quay Finance',
      // A registration number is not a tax number.
      taxNumber: '',
    });
    const rows = await test.owner`select from audit_events where event = 'change-company'`;
    expect(rows).toHaveLength(1);
  });

  it('is not changed by a manager, even with the permission', async () => {
    const manager = await signIn('manager');
    const body = { legalName: 'Mine', address: '', registrationNumber: '', version: 1 };
    expect((await manager.put('/api/company', body)).status).toBe(403);
    await admin.put('/api/permissions/manage-company/user', { granted: true });
    expect((await manager.put('/api/company', body)).status).toBe(404);
  });
});

describe('a portfolio', () => {
  const body = {
    id: uuidv7(),
    name: 'Harbour',
    currency: 'AED',
    timeZone: 'Asia/Dubai',
    weekdaysOff: [7, 6, 6],
  };

  it('is created once with its days off, however often the call is sent', async () => {
    const twice = await Promise.all([
      admin.post('/api/portfolios', body),
      admin.post('/api/portfolios', body),
    ]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await admin.post('/api/portfolios', body)).body).toMatchObject({ name: 'Harbour' });
    const { id } = body;
    const days = await test.owner`select weekdays from weekly_days_off where portfolio_id = ${id}`;
    expect(days.map(({ weekdays }) => weekdays)).toEqual([[6, 7]]);
  });

  it.each([{ name: 'Other' }, { currency: 'USD' }, { timeZone: 'UTC' }, { weekdaysOff: [7] }])(
    'is not created a second time with %j',
    async (change) => {
      expect((await admin.post('/api/portfolios', body)).status).toBe(200);
      const other = await admin.post('/api/portfolios', { ...body, ...change });
      expect(other.body.error).toBe('id_reused_with_different_content');
    },
  );

  it.each([
    [{ name: ' ' }, 'name_missing'],
    [{ currency: 'XQQ' }, 'currency_unknown'],
    [{ timeZone: 'Mars/Base' }, 'time_zone_unknown'],
  ])('is refused with %j', async (change, error) => {
    const sent = { ...body, id: uuidv7(), ...change };
    expect((await admin.post('/api/portfolios', sent)).body.error).toBe(error);
  });

  const usual = { fiscalYearMonth: 1, printNumbers: 'point', printDates: 'words' };

  it('is renamed by its manager, and keeps its time zone once a day is closed', async () => {
    const manager = await signIn('manager');
    const own = `/api/portfolio-settings/${portfolio.id}`;
    const renamed = await manager.put(own, {
      ...usual,
      name: 'Renamed',
      timeZone: 'Europe/Paris',
    });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Renamed' } });
    expect((await manager.get('/api/portfolio-settings')).body).toMatchObject({
      portfolios: [{ id: portfolio.id, timeZone: 'Europe/Paris', mayChangeTimeZone: true }],
    });
    await test.owner`
      insert into end_of_day_runs (portfolio_id, id, day, state, started_at, ended_at)
      values (${portfolio.id}, ${uuidv7()}, '2026-06-14', 'closed', now(), now())`;
    const moved = await manager.put(own, { ...usual, name: 'Renamed', timeZone: 'UTC' });
    expect(moved.body.error).toBe('portfolio_has_closed_days');
    const again = { ...usual, name: 'Again', timeZone: 'Europe/Paris' };
    expect((await manager.put(own, again)).status).toBe(200);
    const foreign = `/api/portfolio-settings/${body.id}`;
    expect((await manager.put(foreign, { ...usual, name: 'X', timeZone: 'UTC' })).status).toBe(404);
    expect((await manager.post('/api/portfolios', { ...body, id: uuidv7() })).status).toBe(403);
  });

  it('sets the fiscal year and how PDFs write figures and days, and a change is in the audit trail', async () => {
    const manager = await signIn('manager');
    const own = `/api/portfolio-settings/${portfolio.id}`;
    const chosen = { fiscalYearMonth: 4, printNumbers: 'comma', printDates: 'dotted' };
    const [before] = (await manager.get('/api/portfolio-settings')).body.portfolios as {
      name: string;
      timeZone: string;
    }[];
    const sent = { name: before?.name, timeZone: before?.timeZone, ...chosen };
    expect(await manager.put(own, sent)).toMatchObject({ status: 200, body: chosen });
    expect(await readPrintFormat(test.owner, portfolio.id)).toEqual({
      numbers: 'comma',
      dates: 'dotted',
    });
    expect((await manager.get('/api/session')).body).toMatchObject({
      portfolio: { fiscalYearMonth: 4 },
    });
    expect((await manager.put(own, { ...sent, fiscalYearMonth: 13 })).status).toBe(400);
    const odd = { ...sent, printDates: 'as-you-like' };
    expect((await manager.put(own, odd)).status).toBe(400);
    const [audited] = await test.owner`
      select before, after from audit_events where event = 'change-portfolio'
      order by at desc, id desc limit 1`;
    expect(audited).toMatchObject({ before: usual, after: chosen });
  });
});

describe('first steps', () => {
  it('are those of the role, read from the data', async () => {
    const manager = await signIn('manager');
    const before = await manager.get('/api/first-steps');
    expect(openSteps(before)).toEqual(['days-off', 'product', 'loans']);
    await manager.put(`/api/days-off/${portfolio.id}/weekdays`, { weekdays: [5, 6] });
    expect(openSteps(await manager.get('/api/first-steps'))).toEqual(['product', 'loans']);
    const desk = await signIn('desk');
    expect((await desk.get('/api/first-steps')).body).toEqual({ steps: [] });
  });
});

describe('mail and backups', () => {
  it('need a mail server for a test mail, and are shown to administrators alone', async () => {
    expect((await admin.get('/api/mail-state')).body).toMatchObject({ sender: null });
    const sent = await admin.post('/api/mails/test', { id: uuidv7() });
    expect(sent.body.error).toBe('mail_server_missing');
    const takenAt = '2026-06-14T02:00:00.000Z';
    const backup = { fileName: 'a.backup', bytes: 5, rows: 4, documents: 1, lostDocuments: 0 };
    await insertBackup(test.owner, { takenAt, ...backup, checkedAt: null });
    expect((await admin.get('/api/backups')).body).toEqual({
      backups: [{ takenAt, ...backup, checkedAt: null }],
    });
    const manager = await signIn('manager');
    expect((await manager.get('/api/backups')).status).toBe(403);
    expect((await manager.get('/api/mail-state')).status).toBe(403);
  });
});
