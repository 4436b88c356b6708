import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangePhone } from '../../../testing/arrange.ts';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import { applicationOf, productOf } from '../../../testing/lending.ts';
import { mergingBy, type Person } from '../../../testing/merging.ts';
import { openOffice } from '../../../testing/open-office.ts';

const office = await openOffice();
const { test, portfolio } = office;
const { owner } = test;
const manager = await office.signIn('manager');
const agent = await office.signIn('agent');
const { arrangePerson, read, command, send, merge, setFacts, consentTo } = mergingBy(
  manager,
  office,
);

async function arrangePatient(borrowerId: string): Promise<string> {
  const [presetId, centreId, patientId] = [uuidv7(), uuidv7(), uuidv7()];
  const made: readonly [string, object][] = [
    [
      'call-centre-presets',
      {
        id: presetId,
        name: presetId,
        script: 'Hello',
        attempts: 3,
        retryMinutes: 60,
        hours: [{ opensAt: '00:00', closesAt: '23:59' }, null, null, null, null, null, null],
        outcomes: ['answered'],
      },
    ],
    ['call-centres', { id: centreId, name: centreId, timeZone: 'UTC', presetId }],
    [
      'call-centre-patients',
      { id: patientId, centreId, name: 'Rosa', phone: '+1 415 555 2671', borrowerId },
    ],
  ];
  for (const [path, body] of made) {
    const answer = await manager.post(`/api/${path}`, body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
  return patientId;
}

let survivor: Person;
let other: Person;
beforeEach(async () => {
  survivor = await arrangePerson({ borrowerName: 'Rosa Singh' });
  other = await arrangePerson({ borrowerName: 'Singh, Rosa' });
});

describe('a merge of two borrower records', () => {
  it('moves the loans of both, and applies the chosen values', async () => {
    await setFacts(survivor.id, { region: 'Dubai' });
    await setFacts(other.id, { region: 'Sharjah', employment_title: 'Nurse' });
    const answer = await merge(survivor.id, other.id, { taken: ['employmentTitle'] });
    expect(answer).toMatchObject({
      status: 200,
      body: { borrowerId: survivor.id, replayed: false },
    });
    const card = await read(survivor.id);
    expect(card).toMatchObject({
      name: 'Rosa Singh',
      region: 'Dubai',
      employmentTitle: 'Nurse',
      externalId: survivor.externalId,
      version: 2,
      mergedInto: null,
    });
    expect(card.loans.map(({ id }: { id: string }) => id)).toEqual([survivor.loanId, other.loanId]);
    const listed = await owner`
      select borrower_id, borrower_shown from loan_list_rows where loan_id = ${other.loanId}`;
    expect(listed).toEqual([{ borrowerId: survivor.id, borrowerShown: 'Rosa Singh' }]);
    const { body: loan } = await agent.get(`/api/loans/${other.loanId}`);
    expect(loan.borrower).toMatchObject({ id: survivor.id, name: 'Rosa Singh' });
    await expect(expectReconciled(owner)).resolves.toBeUndefined();
  });

  it('leaves the merged-away record readable as it was, with the author of the merge, also for its agents', async () => {
    await setFacts(other.id, { region: 'Sharjah' });
    await merge(survivor.id, other.id);
    for (const client of [manager, agent]) {
      const former = await read(other.id, client);
      expect(former).toMatchObject({
        name: 'Singh, Rosa',
        region: 'Sharjah',
        loans: [],
        mergedInto: { id: survivor.id, by: 'manager one', reason: 'the same person' },
      });
      expect((await read(survivor.id, client)).former).toMatchObject([
        { id: other.id, name: 'Singh, Rosa', region: 'Sharjah', reason: 'the same person' },
      ]);
    }
  });

  it('removes the merged-away record from list, search and export', async () => {
    const name = `Zenobia ${uuidv7().slice(-8)}`;
    await setFacts(survivor.id, { name });
    await setFacts(other.id, { name });
    const question = `q=${encodeURIComponent(name)}&sort=name`;
    const idsOf = async () => {
      const { body } = await manager.get(`/api/borrowers?${question}`);
      const { body: alike } = await manager.get(
        `/api/alike-borrowers?name=${encodeURIComponent(name)}`,
      );
      const file = await manager.post('/api/borrowers/export.csv', { filter: { q: name } });
      const rows = (found: { id: string }[]) => found.map(({ id }) => id).toSorted();
      return [
        rows(body.rows),
        rows(alike.borrowers),
        String(file.body).trim().split('\n').length - 1,
      ];
    };
    const both = [survivor.id, other.id].toSorted();
    expect(await idsOf()).toEqual([both, both, 2]);
    await merge(survivor.id, other.id);
    expect(await idsOf()).toEqual([[survivor.id], [survivor.id], 1]);
  });

  it('happens once, even if sent repeatedly, and is refused with other content under its id', async () => {
    const body = await command(survivor.id, other.id);
    const answers = await Promise.all([send(survivor.id, body), send(survivor.id, body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter((answer) => answer.body.replayed)).toHaveLength(1);
    const third = await arrangePerson();
    for (const [target, changes] of [
      [survivor.id, { reason: 'another' }],
      [survivor.id, { taken: ['name'] }],
      [survivor.id, { mergedBorrowerId: third.id }],
      [third.id, {}],
    ] as const) {
      const again = await send(target, { ...body, ...changes });
      expect(again.body.error).toBe('id_reused_with_different_content');
    }
    const events = await owner`
      select from audit_events where event = 'merge-borrowers' and subject_id = ${survivor.id}`;
    expect(events).toHaveLength(1);
  });

  it('is recorded in the audit trail of both records and of each moved loan', async () => {
    await setFacts(other.id, { national_id: '290010112345' });
    await merge(survivor.id, other.id, { taken: ['nationalId'] });
    const trail = await owner`
      select subject, subject_id, before, after from audit_events
      where event = 'merge-borrowers' and portfolio_id = ${portfolio.id}
        and subject_id in (${survivor.id}, ${other.id}, ${other.loanId})
      order by array_position(array[${survivor.id}, ${other.id}]::uuid[], subject_id)`;
    expect(trail).toMatchObject([
      {
        before: { name: 'Rosa Singh', nationalId: null },
        after: {
          name: 'Rosa Singh',
          nationalId: '••••2345',
          mergedRecord: 'Singh, Rosa',
          loans: 1,
        },
      },
      {
        before: { name: 'Singh, Rosa', nationalId: '••••2345' },
        after: { mergedInto: 'Rosa Singh', survivorId: survivor.id, reason: 'the same person' },
      },
      { subject: 'loan', before: { borrower: 'Singh, Rosa' }, after: { borrower: 'Rosa Singh' } },
    ]);
    const { body } = await manager.get(`/api/borrowers/${survivor.id}/history`);
    expect(body.events).toMatchObject([
      { merge: { name: 'Singh, Rosa', reason: 'the same person' }, consent: null },
    ]);
  });

  it('combines numbers and addresses, and uses the later change of each', async () => {
    await arrangePhone(owner, survivor.loanId, '+14155552671');
    const way = (id: string, value: string, more: object) => owner`
      insert into borrower_contacts ${owner({
        portfolio_id: portfolio.id,
        borrower_id: id,
        id: uuidv7(),
        kind: 'phone',
        label: 'mobile',
        value,
        is_preferred: false,
        ...more,
      })}`;
    const retired = (at: string) => ({
      retired_at: at,
      retired_by: portfolio.manager.id,
      retired_reason: 'wrong',
    });
    await way(survivor.id, '+12025550101', { added_at: '2026-01-01' });
    await way(survivor.id, '+12025550102', { added_at: '2026-01-01', ...retired('2026-03-01') });
    await way(other.id, '+12025550101', { added_at: '2026-01-02', ...retired('2026-02-01') });
    await way(other.id, '+12025550102', { added_at: '2026-02-01' });
    await way(other.id, '+12025550103', { added_at: '2026-02-01', is_preferred: true });
    await merge(survivor.id, other.id);
    const { contacts } = await read(survivor.id);
    const shown = contacts.map(
      (one: { value: string; retired: object | null; isPreferred: boolean }) =>
        `${one.value}${one.retired ? ' retired' : ''}${one.isPreferred ? ' preferred' : ''}`,
    );
    expect(shown.toSorted()).toEqual(
      [
        '+12025550101 retired',
        '+12025550102 retired',
        '+12025550103',
        '+14155552671 preferred',
      ].toSorted(),
    );
    expect((await read(other.id)).contacts).toHaveLength(3);
  });

  it('retains the preferred number of the merged-away record if it is the only one', async () => {
    await arrangePhone(owner, other.loanId, '+14155552671');
    await merge(survivor.id, other.id);
    expect((await read(survivor.id)).contacts).toMatchObject([
      { value: '+14155552671', isPreferred: true, isReached: true },
    ]);
  });

  it('uses the latest consent of either record', async () => {
    await consentTo(other.id, 'given');
    await consentTo(survivor.id, 'given');
    await consentTo(other.id, 'withdrawn');
    await merge(survivor.id, other.id);
    expect((await read(survivor.id)).consents).toMatchObject([
      { channel: 'sms', state: 'withdrawn' },
    ]);
    const { body } = await manager.get(`/api/loans/${survivor.loanId}`);
    expect(body.borrower.withdrawnChannels ?? body.withdrawnChannels).toEqual(['sms']);
    const [consents] = await owner`
      select count(*)::int as count from borrower_consents where borrower_id = ${other.id}`;
    expect(consents).toEqual({ count: 2 });
  });

  it('moves applications and call-centre patients, and previews their number', async () => {
    const product = productOf();
    await manager.post('/api/loan-products', product);
    const application = applicationOf(product.versionId, {
      borrower: { kind: 'known', id: other.id },
    });
    expect((await manager.post('/api/applications', application)).status).toBe(200);
    const patientId = await arrangePatient(other.id);
    const { body: held } = await manager.get(`/api/borrowers/${other.id}/holdings`);
    expect(held).toMatchObject({ loans: 1, applications: 1, documents: 0, patients: 1 });
    await merge(survivor.id, other.id);
    const [moved] = await owner`
      select borrower_id from loan_applications where id = ${application.id}`;
    expect(moved).toEqual({ borrowerId: survivor.id });
    const [called] = await owner`
      select borrower_id from call_centre_patients where id = ${patientId}`;
    expect(called).toEqual({ borrowerId: survivor.id });
  });

  it('exchanges a taken number, so that both numbers find the surviving record', async () => {
    await setFacts(survivor.id, { national_id: 'KEPT12345' });
    await setFacts(other.id, { national_id: 'OTHER12345' });
    await merge(survivor.id, other.id, { taken: ['nationalId', 'externalId'] });
    expect(await read(survivor.id)).toMatchObject({
      nationalId: 'OTHER12345',
      externalId: other.externalId,
    });
    expect(await read(other.id)).toMatchObject({ nationalId: 'KEPT12345' });
    for (const number of ['KEPT-12345', 'other 12345', survivor.externalId, other.externalId]) {
      const { body } = await manager.get(
        `/api/alike-borrowers?number=${encodeURIComponent(number)}`,
      );
      expect(body.borrowers).toMatchObject([{ id: survivor.id, matches: ['number'] }]);
    }
    const third = await arrangePerson();
    const { version } = await read(third.id);
    const taken = await manager.put(`/api/borrowers/${third.id}`, {
      nationalId: 'KEPT12345',
      contacts: [],
      version,
    });
    expect(taken.body.error).toBe('used_by_another_borrower');
  });

  it('leads to the final record after several merges', async () => {
    const third = await arrangePerson({ borrowerName: 'Rosa S' });
    await merge(survivor.id, other.id);
    await merge(third.id, survivor.id);
    expect((await read(other.id)).mergedInto).toMatchObject({ id: third.id });
    expect((await read(third.id)).loans).toHaveLength(3);
    expect((await read(third.id)).former).toHaveLength(2);
    const { body } = await manager.get(`/api/borrowers/${third.id}/history`);
    expect(body.events.map(({ merge: one }: { merge: { name: string } }) => one.name)).toEqual([
      'Rosa Singh',
      'Singh, Rosa',
    ]);
  });
});
