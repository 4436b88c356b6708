import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import { bookImport } from '../../intake/imports/book/book-import.ts';
import { undoImport } from '../../intake/imports/book/undo-import.ts';
import { openImportOffice } from '../../../testing/import-office.ts';
import { applicationOf, productOf } from '../../../testing/lending.ts';
import { mergingBy, type Person } from '../../../testing/merging.ts';
import { openOffice } from '../../../testing/open-office.ts';

const office = await openOffice();
const { test, portfolio, signIn } = office;
const { owner } = test;
const manager = await signIn('manager');
const { arrangePerson, read, command, send, merge, setFacts, consentTo } = mergingBy(
  manager,
  office,
);

let survivor: Person;
let other: Person;
beforeEach(async () => {
  survivor = await arrangePerson({ borrowerName: 'Rosa Singh' });
  other = await arrangePerson({ borrowerName: 'Singh, Rosa' });
});

describe('a merged-away record', () => {
  beforeEach(async () => {
    await merge(survivor.id, other.id);
  });

  it('cannot be changed, merged again or used for anything new', async () => {
    const third = await arrangePerson();
    const product = productOf();
    await manager.post('/api/loan-products', product);
    const answers = [
      await manager.put(`/api/borrowers/${other.id}`, { region: 'X', contacts: [], version: 2 }),
      await consentTo(other.id, 'given'),
      await merge(third.id, other.id),
      await merge(other.id, third.id),
      await merge(survivor.id, other.id),
    ];
    expect(answers.map(({ body }) => body.error)).toEqual(
      answers.map(() => 'borrower_merged_away'),
    );
    const applied = await manager.post(
      '/api/applications',
      applicationOf(product.versionId, { borrower: { kind: 'known', id: other.id } }),
    );
    expect(applied.body.error).toBe('borrower_not_found');
  });

  it('is protected from changes by the database', async () => {
    const change = (facts: object) => setFacts(other.id, facts);
    await expect(change({ region: 'X' })).rejects.toThrow('never changed');
    await expect(change({ merged_into: null })).rejects.toThrow('never changed');
    await expect(owner`update borrower_merges set reason = 'x'`).rejects.toThrow('never changed');
  });

  it('is replaced by the surviving record in a tape, for a new and for a booked loan', async () => {
    const desk = openImportOffice(test.database, portfolio);
    const head =
      'external_id,borrower_id,borrower_name,NIN,principal,annual_rate_percent,instalments,disbursed_on,principal_paid';
    const rows = (...lines: string[]) => [head, ...lines].join('\n');
    const terms = '1000.00,12,12,2026-05-01,0';
    const [first, second] = [uuidv7(), uuidv7()];
    const booked = await desk.book(rows(`${first},${other.externalId},Rosa,,${terms}`), {
      cutOffOn: '2026-05-01',
    });
    expect(booked.state).toBe('booked');
    const owners = () => owner`
      select borrower_id from loans where external_id in (${first}, ${second}) order by external_id`;
    expect(await owners()).toEqual([{ borrowerId: survivor.id }]);
    const newer = await desk.book(
      rows(
        `${first},${other.externalId},Rosa Other,,${terms}`,
        `${second},${survivor.externalId},Rosa,,${terms}`,
      ),
      { cutOffOn: '2026-06-01' },
    );
    expect(newer).toMatchObject({ state: 'booked', summary: { errors: 0 } });
    expect(await owners()).toEqual([{ borrowerId: survivor.id }, { borrowerId: survivor.id }]);
    // The user who merged the records chose which name remains.
    expect(await read(survivor.id)).toMatchObject({ name: 'Rosa Singh' });
    expect(desk.failures).toEqual([]);
  });
});

describe('a tape about a merged borrower', () => {
  const tapeOf = (loan: string, region: string) =>
    [
      'external_id,borrower_id,state,principal,annual_rate_percent,instalments,disbursed_on,principal_paid',
      `${loan},${loan},${region},1000.00,12,12,2026-05-01,0`,
    ].join('\n');

  it('changes the surviving record if booked after the merge, and can be undone', async () => {
    const desk = openImportOffice(test.database, portfolio);
    const loan = uuidv7();
    await desk.book(tapeOf(loan, 'Dubai'), { cutOffOn: '2026-05-01' });
    const [booked] = await owner<{ borrowerId: string }[]>`
      select borrower_id from loans where external_id = ${loan}`;
    const mergedId = booked?.borrowerId ?? '';
    await setFacts(survivor.id, { region: 'Dubai' });
    const { id: importId } = await desk.check(tapeOf(loan, 'Sharjah'), { cutOffOn: '2026-06-01' });
    expect((await merge(survivor.id, mergedId)).status).toBe(200);
    expect((await bookImport(desk.desk, importId, desk.actor)).ok).toBe(true);
    await desk.desk.runs.settled();
    expect(await desk.read(importId)).toMatchObject({ state: 'booked' });
    expect(await read(survivor.id)).toMatchObject({ region: 'Sharjah' });
    expect(await read(mergedId)).toMatchObject({ region: 'Dubai' });
    const undone = await undoImport(desk.desk, importId, desk.actor);
    expect(undone.ok).toBe(true);
    expect(await read(survivor.id)).toMatchObject({ region: 'Dubai' });
    expect(desk.failures).toEqual([]);
  });

  it('is undone on the surviving record if booked before the merge', async () => {
    const desk = openImportOffice(test.database, portfolio);
    const loan = uuidv7();
    await desk.book(tapeOf(loan, 'Dubai'), { cutOffOn: '2026-05-01' });
    const { id: importId } = await desk.book(tapeOf(loan, 'Sharjah'), { cutOffOn: '2026-06-01' });
    const [booked] = await owner<{ borrowerId: string }[]>`
      select borrower_id from loans where external_id = ${loan}`;
    const mergedId = booked?.borrowerId ?? '';
    expect((await merge(survivor.id, mergedId, { taken: ['region'] })).status).toBe(200);
    expect(await read(survivor.id)).toMatchObject({ region: 'Sharjah' });
    expect((await undoImport(desk.desk, importId, desk.actor)).ok).toBe(true);
    expect(await read(survivor.id)).toMatchObject({ region: 'Dubai' });
    expect(await read(mergedId)).toMatchObject({ region: 'Sharjah' });
  });
});

describe('a merge', () => {
  it('is refused with the first reason in this order', async () => {
    const changed = { version: 9 };
    const refusals = [
      [uuidv7(), await command(survivor.id, other.id), 'not_found'],
      [survivor.id, await command(survivor.id, uuidv7(), { reason: '' }), 'not_found'],
      [
        survivor.id,
        await command(survivor.id, survivor.id, { reason: '' }),
        'borrower_merges_with_itself',
      ],
      [
        survivor.id,
        await command(survivor.id, other.id, { reason: ' ', ...changed }),
        'reason_missing',
      ],
      [survivor.id, await command(survivor.id, other.id, changed), 'changed_since'],
      [survivor.id, await command(survivor.id, other.id, { mergedVersion: 9 }), 'changed_since'],
    ] as const;
    for (const [target, body, error] of refusals) {
      expect((await send(target, body)).body.error).toBe(error);
    }
    expect((await read(other.id)).mergedInto).toBeNull();
  });

  it('is possible only for the manager of the portfolio', async () => {
    for (const who of ['desk', 'agent'] as const) {
      const client = await signIn(who);
      expect((await send(survivor.id, await command(survivor.id, other.id), client)).status).toBe(
        403,
      );
    }
    const far = await arrangePortfolio(owner, uuidv7().slice(-8));
    const stranger = await test.signIn(far.manager.email);
    const { id: farLoan } = await arrangeLoan(owner, far);
    const [farBorrower] = await owner<{ id: string }[]>`
      select borrower_id as id from loans where id = ${farLoan}`;
    const farId = farBorrower?.id ?? '';
    const body = await command(survivor.id, other.id);
    const answers = [
      await send(survivor.id, body, stranger),
      await send(farId, body, stranger),
      await send(survivor.id, { ...body, mergedBorrowerId: farId }),
      await stranger.get(`/api/borrowers/${survivor.id}/holdings`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('by a permitted desk needs all loans of both borrowers in its team', async () => {
    await owner`
      insert into role_permissions (role, permission, granted, changed_by, changed_at)
      values ('team', 'merge-borrowers', true, ${portfolio.manager.id}, now())`;
    const team = await signIn('desk');
    const stray = await arrangePerson({ teamId: portfolio.otherTeam.id });
    await owner`update loans set borrower_id = ${survivor.id} where id = ${stray.loanId}`;
    const refused = await send(survivor.id, await command(survivor.id, other.id), team);
    expect(refused.body.error).toBe('borrower_has_loans_elsewhere');
    await owner`update loans set borrower_id = ${stray.id} where id = ${stray.loanId}`;
    expect((await send(survivor.id, await command(survivor.id, other.id), team)).status).toBe(200);
    await owner`delete from role_permissions where permission = 'merge-borrowers'`;
  });
});
