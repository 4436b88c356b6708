import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { tapesWith } from '../../../../testing/loan-tape.ts';
import { openOffice, type Office } from '../../../../testing/open-office.ts';
import { createTestApp } from '../../../../testing/test-app.ts';
import { meetAt } from '../../../../testing/while-held.ts';
import { undoImport } from './undo-import.ts';

const test = await createTestApp();
const { owner } = test;
const february = { cutOffOn: '2026-02-10' };
const may = { cutOffOn: '2026-05-10' };
const paid = { principal_paid: '224.93', interest_paid: '117.25' };

let office: Office;
let imports: ImportOffice;
let offices = 0;
beforeEach(async () => {
  offices += 1;
  office = await openOffice({ test, tag: `p${offices}` });
  imports = openImportOffice(test.database, office.portfolio);
});
afterEach(() => expect(imports.failures).toEqual([]));

const loanIdsOf = async (externalIds: readonly string[]) => {
  const rows = await owner<{ id: string }[]>`
    select id from loans
    where portfolio_id = ${office.portfolio.id} and external_id = any(${[...externalIds]})
    order by id`;
  return rows.map(({ id }) => id);
};

/** Returns a call that assigns these loans to the agent and returns the status of the answer. */
async function assigningTo(agentId: string, externalIds: readonly string[]) {
  const manager = await office.signIn('manager');
  const loanIds = await loanIdsOf(externalIds);
  const command = {
    id: uuidv7(),
    selection: { loanIds },
    target: { kind: 'agent', id: agentId },
    reason: '',
  };
  return async () => (await manager.post('/api/assignments', command)).status;
}

describe('while the loans of an import are locked', () => {
  const tapeOf = tapesWith({ borrower_id: 'P-1', phone: '' });
  const first = { external_id: 'A-1' };
  const second = { external_id: 'A-2' };

  it('an undo and a bulk assignment of the borrower’s loans wait for each other', async () => {
    await imports.book(tapeOf(first, second), february);
    const newer = await imports.book(tapeOf({ ...second, borrower_name: 'Ada King' }), february);
    expect(newer.summary?.comparison).toMatchObject({ changed: 1 });
    const undo = async () => (await undoImport(imports.desk, newer.id, imports.actor)).ok;
    const assign = await assigningTo(office.portfolio.team.agent.id, ['A-1', 'A-2']);
    const answers = await meetAt<unknown>(
      owner,
      (transaction) => transaction`
        select from borrowers where portfolio_id = ${office.portfolio.id} for update`,
      [undo, assign],
    );
    expect(answers).toEqual([true, 200]);
  });

  it('a booking that adds a phone number and a bulk assignment wait for each other', async () => {
    const ofAnother = { ...second, borrower_id: 'P-2', borrower_name: 'Ben' };
    await imports.book(tapeOf(first, ofAnother), february);
    const further = { ...first, external_id: 'A-3', phone: '+971501112233' };
    const newer = tapeOf(first, { ...ofAnother, ...paid }, further);
    const book = async () => (await imports.book(newer, may)).state;
    const assign = await assigningTo(office.portfolio.team.agent.id, ['A-1', 'A-2']);
    // Booking records the payment of the second loan in the audit trail before it adds the number.
    const answers = await meetAt<unknown>(
      owner,
      (transaction) => transaction`lock table audit_events in share row exclusive mode`,
      [book, assign],
    );
    expect(answers).toEqual(['booked', 200]);
  });
});

describe('while an agent of a tape is suspended', () => {
  it('the booking and the suspension wait for each other', async () => {
    const { agent } = office.portfolio.team;
    const tapeOf = tapesWith({ 'Assigned to': '' });
    const known = { external_id: 'A-1' };
    await imports.book(tapeOf(known), february);
    await (
      await assigningTo(agent.id, ['A-1'])
    )();
    const named = { external_id: 'A-2', 'Assigned to': `delta-agent p${offices}` };
    const book = async () => (await imports.book(tapeOf({ ...known, ...paid }, named), may)).state;
    const manager = await office.signIn('manager');
    const suspend = async () => {
      const command = { id: uuidv7(), loans: 'take-back' };
      return (await manager.post(`/api/staff/${agent.id}/suspend`, command)).status;
    };
    // Booking has locked the known loan when it records its payment in the audit trail.
    const answers = await meetAt<unknown>(
      owner,
      (transaction) => transaction`lock table audit_events in share row exclusive mode`,
      [book, suspend],
    );
    expect(answers).toEqual(['booked', 200]);
  });
});
