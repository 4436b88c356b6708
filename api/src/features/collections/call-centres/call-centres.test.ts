import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { callRecordCalls } from '@bursar/contracts/collections/call-centres';
import { bodyOf } from '../../../testing/body-of.ts';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import { openOffice } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';
import { weekOf } from '../../../testing/week-of.ts';

const office = await openOffice();
const { test, portfolio } = office;
const manager = await office.signIn('manager');
const agent = await office.signIn('agent');
const { team } = portfolio;

async function allow(permission: string, role: string): Promise<void> {
  const { email } = await arrangeAdmin(test.owner, `${uuidv7()}@bursar.example`);
  const admin = await test.signIn(email);
  const path = `/api/permissions/${permission}/${role}`;
  expect((await admin.put(path, { granted: true })).status).toBe(200);
}

const closedAllWeek = weekOf('09:00', '17:00').map(() => null);

const presetOf = (wishes: object = {}) => ({
  id: uuidv7(),
  name: `Preset ${uuidv7()}`,
  script: 'Good morning.',
  attempts: 3,
  retryMinutes: 60,
  hours: weekOf('09:00', '17:00'),
  outcomes: ['answered', 'no-response'],
  ...wishes,
});

async function arrangeCentre(wishes: object = {}): Promise<string> {
  const preset = presetOf();
  const id = uuidv7();
  const centre = { id, name: `Centre ${id}`, timeZone: 'UTC', presetId: preset.id, ...wishes };
  await manager.post('/api/call-centre-presets', preset);
  const { status } = await manager.post('/api/call-centres', centre);
  expect(status).toBe(200);
  return id;
}

async function join(centreId: string, accountId: string, role: string): Promise<string> {
  const id = uuidv7();
  const member = { id, centreId, accountId, role };
  expect((await manager.post('/api/call-centre-members', member)).status).toBe(200);
  return id;
}

const patientOf = (centreId: string, wishes: object = {}) => ({
  id: uuidv7(),
  centreId,
  name: 'Rosa Aguilar',
  phone: '+1 415 555 2671',
  ...wishes,
});

describe('call-centre records', () => {
  it('are created, changed under their latest version, archived and restored, each with an audit row', async () => {
    const preset = presetOf({ name: 'Morning round' });
    const made = await manager.post('/api/call-centre-presets', preset);
    expect(made.body).toMatchObject({ ...preset, version: 1, isArchived: false, centres: 0 });
    const { id, ...inputs } = preset;
    const path = `/api/call-centre-presets/${id}`;
    const change = { ...inputs, attempts: 5, version: 1 };
    expect((await manager.put(path, change)).body).toMatchObject({ attempts: 5, version: 2 });
    expect((await manager.put(path, change)).body.error).toBe('changed_since');
    const archived = await manager.put(path, { ...change, isArchived: true, version: 2 });
    expect(archived.body).toMatchObject({ isArchived: true, version: 3 });
    const namesOf = async (state: string) => {
      const { body } = await manager.get(`/api/call-centre-presets?q=MORNING&state=${state}`);
      return body.rows.map(({ name }: { name: string }) => name);
    };
    expect([await namesOf('current'), await namesOf('archived')]).toEqual([[], ['Morning round']]);
    await manager.put(path, { ...change, version: 3 });
    expect(await namesOf('current')).toEqual(['Morning round']);
    const audits = await test.owner`
      select event, before, after from audit_events where subject_id = ${id} order by at, id`;
    expect(audits.map(({ event, before, after }) => [event, before, after]).slice(1)).toEqual([
      ['change-call-preset', { attempts: 3 }, { attempts: 5 }],
      ['change-call-preset', { isArchived: 0 }, { isArchived: 1 }],
      ['change-call-preset', { isArchived: 1 }, { isArchived: 0 }],
    ]);
  });

  it('are created once, even if sent repeatedly', async () => {
    const preset = presetOf();
    const sent = await Promise.all(
      [1, 2, 3].map(() => manager.post('/api/call-centre-presets', preset)),
    );
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    const other = await manager.post('/api/call-centre-presets', { ...preset, attempts: 9 });
    expect(other.body.error).toBe('id_reused_with_different_content');
    const audits = await test.owner`select from audit_events where subject_id = ${preset.id}`;
    expect(audits).toHaveLength(1);
  });

  it('are listed page by page by name, without gaps', async () => {
    const centreId = await arrangeCentre();
    for (const name of ['Dana', 'anna', 'Clara', 'Bea', 'anna']) {
      await manager.post('/api/call-centre-patients', patientOf(centreId, { name }));
    }
    const names: string[] = [];
    let after = '';
    do {
      const { body } = await manager.get(
        `/api/call-centre-patients?centreId=${centreId}&limit=2${after}`,
      );
      names.push(...body.rows.map(({ name }: { name: string }) => name));
      expect(body.count).toBe(5);
      after = body.nextCursor ? `&after=${body.nextCursor}` : '';
    } while (after);
    expect(names).toEqual(['anna', 'anna', 'Bea', 'Clara', 'Dana']);
  });

  it.each([
    { error: 'name_missing', field: 'name', sent: { name: ' ' } },
    { error: 'time_zone_unknown', field: 'timeZone', sent: { timeZone: 'Mars/Olympus' } },
    { error: 'time_zone_unknown', field: 'timeZone', sent: { timeZone: 'CST' } },
    { error: 'phone_not_valid', field: 'phone', sent: { phone: '12' } },
    { error: 'preset_not_found', field: 'presetId', sent: { presetId: uuidv7() } },
  ])('are refused with $error for a centre', async ({ error, field, sent }) => {
    const preset = presetOf();
    await manager.post('/api/call-centre-presets', preset);
    const centre = { id: uuidv7(), name: 'West', timeZone: 'UTC', presetId: preset.id, ...sent };
    const { body } = await manager.post('/api/call-centres', centre);
    expect([body.error, Object.keys(body.fields)]).toEqual([error, [field]]);
  });

  it.each([
    { error: 'text_missing', sent: { script: '  ' } },
    { error: 'hours_upside_down', sent: { hours: weekOf('17:00', '09:00') } },
    { error: 'hours_upside_down', sent: { hours: weekOf('09:00', '09:00') } },
    { error: 'never_open', sent: { hours: closedAllWeek } },
    { error: 'invalid_request', sent: { hours: closedAllWeek.slice(1) } },
    { error: 'invalid_request', sent: { outcomes: ['promised'] } },
  ])('are refused with $error for a preset', async ({ error, sent }) => {
    const { body } = await manager.post('/api/call-centre-presets', presetOf(sent));
    expect(body.error).toBe(error);
  });

  it('name the day that closes before it opens, and store valid hours as entered', async () => {
    const hours: unknown[] = weekOf('09:00', '17:00');
    hours[5] = { opensAt: '14:00', closesAt: '10:00' };
    const preset = presetOf({ hours });
    const refused = await manager.post('/api/call-centre-presets', preset);
    expect(Object.keys(refused.body.fields)).toEqual(['hours.5.closesAt']);
    hours[5] = { opensAt: '10:00', closesAt: '14:00' };
    expect((await manager.post('/api/call-centre-presets', preset)).body.hours).toEqual(hours);
    const [audited] = await test.owner`
      select after from audit_events where subject_id = ${preset.id}`;
    expect(audited?.['after'].hours).toContain('5 09:00–17:00, 6 10:00–14:00');
  });

  it.each([
    { error: 'centre_not_found', sent: { centreId: uuidv7() } },
    { error: 'name_missing', sent: { name: '' } },
    { error: 'phone_not_valid', sent: { phone: '' } },
    { error: 'email_not_valid', sent: { email: 'rosa' } },
    { error: 'borrower_not_found', sent: { borrowerId: uuidv7() } },
  ])('are refused with $error for a patient', async ({ error, sent }) => {
    const patient = patientOf(await arrangeCentre(), sent);
    expect((await manager.post('/api/call-centre-patients', patient)).body.error).toBe(error);
  });

  it('have unique names, which become free when a record is archived', async () => {
    const first = presetOf({ name: 'Evening round' });
    await manager.post('/api/call-centre-presets', first);
    const again = presetOf({ name: 'evening ROUND' });
    const taken = await manager.post('/api/call-centre-presets', again);
    expect(taken.body).toMatchObject({
      error: 'name_already_used',
      fields: { name: expect.any(String) },
    });
    const { id, ...inputs } = first;
    await manager.put(`/api/call-centre-presets/${id}`, {
      ...inputs,
      isArchived: true,
      version: 1,
    });
    expect((await manager.post('/api/call-centre-presets', again)).status).toBe(200);
  });

  it('cannot lose a preset that a centre uses', async () => {
    const { body: centre } = await manager.get(`/api/call-centres/${await arrangeCentre()}`);
    const path = `/api/call-centre-presets/${centre.presetId}`;
    const { body: preset } = await manager.get(path);
    const { body } = await manager.put(
      path,
      bodyOf(callRecordCalls.preset.change, { ...preset, isArchived: true }),
    );
    expect(body.error).toBe('preset_in_use');
  });
});

describe('access to a call centre', () => {
  const memberOf = (centreId: string) => ({
    id: uuidv7(),
    centreId,
    accountId: team.otherAgent.id,
    role: 'caller',
  });

  it('requires membership: the centre is hidden from others', async () => {
    const centreId = await arrangeCentre();
    expect((await agent.get(`/api/call-centres/${centreId}`)).status).toBe(404);
    expect((await agent.get(`/api/call-centres/${centreId}/call-list`)).status).toBe(404);
    const { body } = await agent.post('/api/call-centre-patients', patientOf(centreId));
    expect(body.error).toBe('centre_not_found');
  });

  it('follows the member’s role, checked by the server', async () => {
    const centreId = await arrangeCentre();
    const memberId = await join(centreId, team.agent.id, 'caller');
    const { body: seen } = await agent.get(`/api/call-centres/${centreId}`);
    expect(seen.duties).toEqual(['work-calls']);
    const patient = patientOf(centreId);
    expect((await agent.post('/api/call-centre-patients', patient)).body.error).toBe(
      'duty_missing',
    );
    const member = { centreId, accountId: team.agent.id };
    await manager.put(`/api/call-centre-members/${memberId}`, {
      ...member,
      role: 'lead',
      version: 1,
    });
    expect((await agent.post('/api/call-centre-patients', patient)).status).toBe(200);
    const added = await agent.post('/api/call-centre-members', memberOf(centreId));
    expect(added.body.error).toBe('duty_missing');
    const renamed = await agent.put(
      `/api/call-centres/${centreId}`,
      bodyOf(callRecordCalls.centre.change, { ...seen, name: 'Mine' }),
    );
    expect(renamed.body.error).toBe('duty_missing');
    await manager.put(`/api/call-centre-members/${memberId}`, {
      ...member,
      role: 'supervisor',
      version: 2,
    });
    expect((await agent.post('/api/call-centre-members', memberOf(centreId))).status).toBe(200);
    expect(
      (
        await agent.put(
          `/api/call-centres/${centreId}`,
          bodyOf(callRecordCalls.centre.change, { ...seen, name: centreId }),
        )
      ).status,
    ).toBe(200);
  });

  it('ends with the membership', async () => {
    const centreId = await arrangeCentre();
    const memberId = await join(centreId, team.agent.id, 'lead');
    await manager.put(`/api/call-centre-members/${memberId}`, {
      centreId,
      accountId: team.agent.id,
      role: 'lead',
      isArchived: true,
      version: 1,
    });
    expect((await agent.get(`/api/call-centres/${centreId}`)).status).toBe(404);
    await join(centreId, team.agent.id, 'caller');
    const twice = { ...memberOf(centreId), accountId: team.agent.id };
    expect((await manager.post('/api/call-centre-members', twice)).body.error).toBe(
      'already_a_member',
    );
  });

  it('can be given up by a supervisor', async () => {
    const centreId = await arrangeCentre();
    const memberId = await join(centreId, team.agent.id, 'supervisor');
    const own = { centreId, accountId: team.agent.id, role: 'supervisor', version: 1 };
    const path = `/api/call-centre-members/${memberId}`;
    expect(await agent.put(path, { ...own, isArchived: true })).toMatchObject({
      status: 200,
      body: { isArchived: true, version: 2 },
    });
    expect((await agent.get(path)).status).toBe(404);
  });

  it('does not include creating a centre for a desk, even with the permission', async () => {
    const desk = await office.signIn('desk');
    await allow('manage-call-centres', 'team');
    const { id: presetId } = (await manager.post('/api/call-centre-presets', presetOf())).body;
    const centre = { id: uuidv7(), name: 'My own', timeZone: 'UTC', presetId };
    expect((await desk.post('/api/call-centres', centre)).body.error).toBe('duty_missing');
    expect((await manager.post('/api/call-centres', centre)).status).toBe(200);
  });

  it('follows the duties that the portfolio gives a role, from the next request on', async () => {
    const centreId = await arrangeCentre();
    await join(centreId, team.agent.id, 'caller');
    const path = '/api/call-centre-duties/caller/manage-patients';
    expect((await agent.put(path, { granted: true })).status).toBe(403);
    await manager.put(path, { granted: true });
    expect((await agent.post('/api/call-centre-patients', patientOf(centreId))).status).toBe(200);
    const { body } = await agent.get('/api/call-centre-duties');
    expect(body.portfolios).toHaveLength(1);
    expect(body.portfolios[0].grants).toContainEqual({
      role: 'caller',
      duty: 'manage-patients',
      granted: true,
      grantedByDefault: false,
    });
    await manager.put(path, { granted: false });
    const refused = await agent.post('/api/call-centre-patients', patientOf(centreId));
    expect(refused.body.error).toBe('duty_missing');
  });

  it('cannot be passed to another person by changing a member', async () => {
    const centreId = await arrangeCentre();
    const memberId = await join(centreId, team.agent.id, 'lead');
    const { body } = await manager.put(`/api/call-centre-members/${memberId}`, {
      centreId,
      accountId: team.otherAgent.id,
      role: 'lead',
      version: 1,
    });
    expect(body.error).toBe('person_not_found');
    const { body: found } = await manager.get('/api/call-centre-candidates?q=delta-other');
    expect(found.people.map(({ id }: { id: string }) => id)).toEqual([team.otherAgent.id]);
  });
});

describe('the manager of another portfolio and an administrator', () => {
  it('see nothing of the centre, and everything without changing it', async () => {
    const centreId = await arrangeCentre();
    const foreign = await openOffice({ test, tag: 'foreign' });
    const stranger: TestClient = await foreign.signIn('manager');
    expect((await stranger.get(`/api/call-centres/${centreId}`)).status).toBe(404);
    expect((await stranger.get('/api/call-centres')).body.rows).toEqual([]);
    const patient = patientOf(centreId);
    expect((await stranger.post('/api/call-centre-patients', patient)).body.error).toBe(
      'centre_not_found',
    );
    const person = {
      id: uuidv7(),
      centreId,
      accountId: foreign.portfolio.team.agent.id,
      role: 'lead',
    };
    expect((await manager.post('/api/call-centre-members', person)).body.error).toBe(
      'person_not_found',
    );
    const admin = await test.signIn((await arrangeAdmin(test.owner)).email);
    const { body } = await admin.get(`/api/call-centres/${centreId}`);
    expect(body).toMatchObject({ portfolio: { id: portfolio.id }, duties: [] });
    expect((await admin.post('/api/call-centre-patients', patient)).status).toBe(403);
  });
});

describe('consent', () => {
  const consentOf = (wishes: object = {}) => ({
    id: uuidv7(),
    state: 'given',
    means: 'written',
    agreedOn: '2026-06-10',
    ...wishes,
  });

  it('is dated and withdrawn by a later record, and no record is ever changed', async () => {
    const patient = patientOf(await arrangeCentre());
    await manager.post('/api/call-centre-patients', patient);
    const path = `/api/call-centre-patients/${patient.id}/consents`;
    const given = consentOf();
    expect((await manager.post(path, given)).body).toEqual({ id: given.id, replayed: false });
    expect((await manager.post(path, given)).body).toEqual({ id: given.id, replayed: true });
    const other = await manager.post(path, { ...given, state: 'withdrawn' });
    expect(other.body.error).toBe('id_reused_with_different_content');
    await manager.post(path, consentOf({ state: 'withdrawn', agreedOn: '2026-06-15' }));
    const { body } = await manager.get(path);
    expect(
      body.consents.map((one: { state: string; agreedOn: string }) => [one.state, one.agreedOn]),
    ).toEqual([
      ['withdrawn', '2026-06-15'],
      ['given', '2026-06-10'],
    ]);
    const { body: seen } = await manager.get(`/api/call-centre-patients/${patient.id}`);
    expect(seen).toMatchObject({
      consent: 'withdrawn',
      consentOn: '2026-06-15',
      calls: 'no-consent',
    });
    await expect(
      test.owner`update call_centre_consents set state = 'given' where patient_id = ${patient.id}`,
    ).rejects.toThrow('never changed');
    const later = await manager.post(path, consentOf({ agreedOn: '2026-06-16' }));
    expect(later.body.error).toBe('consent_in_future');
  });
});
