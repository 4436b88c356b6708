import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { arrangeApprovalRule, arrangeLoan } from './arrange.ts';
import { expectReconciled } from './expect-reconciled.ts';
import { openOffice, paymentOf, type Office } from './open-office.ts';
import { createTestApp, type TestAnswer, type TestClient } from './test-app.ts';

/** Number of rounds of each race; `BURSAR_RACES=50` searches for rare failures. */
const ROUNDS = Number(process.env['BURSAR_RACES'] ?? 2);

export type Race = () => Promise<void>;

/** A portfolio with two managers and a running clock, for concurrent actions. */
export type RaceOffice = Office & {
  readonly manager: TestClient;
  readonly secondManager: TestClient;
  readonly desk: TestClient;
  readonly agent: TestClient;
  /** Creates unassigned loans. */
  readonly arrangeLoans: (count: number) => Promise<string[]>;
  /**
   * Defines a test for each race. It runs the race `ROUNDS` times and then checks that the books
   * reconcile.
   */
  readonly run: (races: Readonly<Record<string, Race>>) => void;
};

export async function openRaceOffice(): Promise<RaceOffice> {
  const test = await createTestApp({ ticking: true });
  const office = await openOffice({ test });
  const { portfolio } = office;
  const { owner } = test;
  await arrangeApprovalRule(owner, portfolio, { kind: 'reassign-loans', required: false });
  const second = `second.${portfolio.manager.id}@bursar.example`;
  await owner`
    insert into accounts (id, portfolio_id, role, email, name, password_hash)
    select ${uuidv7()}, portfolio_id, 'user', ${second}, 'Second manager', password_hash
    from accounts where id = ${portfolio.manager.id}`;
  return {
    ...office,
    manager: await office.signIn('manager'),
    secondManager: await test.signIn(second),
    desk: await office.signIn('desk'),
    agent: await office.signIn('agent'),
    arrangeLoans: async (count) => {
      const ids: string[] = [];
      while (ids.length < count) ids.push((await arrangeLoan(owner, portfolio)).id);
      return ids;
    },
    run: (races) => {
      it.each(Object.entries(races))(
        '%s reconcile',
        async (_name, race) => {
          for (let round = 0; round < ROUNDS; round += 1) await race();
          await expect(expectReconciled(owner)).resolves.toBeUndefined();
        },
        ROUNDS * 20_000,
      );
    },
  };
}

export const move = (
  client: TestClient,
  loanIds: readonly string[],
  target: object,
  id = uuidv7(),
) => client.post('/api/assignments', { id, selection: { loanIds }, target });

export const undo = (client: TestClient, batchId: string, id = uuidv7()) =>
  client.post(`/api/assignments/${batchId}/undo`, { id });

export const pay = (client: TestClient, loanId: string, wishes: object = {}) =>
  client.post(`/api/loans/${loanId}/payments`, paymentOf(wishes));

export const reverse = (client: TestClient, loanId: string, paymentId: string, id = uuidv7()) =>
  client.post(`/api/loans/${loanId}/payments/${paymentId}/reversal`, { id, reason: 'bounced' });

const statusesOf = (answers: readonly TestAnswer[]) =>
  answers.map(({ status }) => status).toSorted((left, right) => left - right);
export const expectStatuses = (answers: readonly TestAnswer[], ...allowed: readonly number[][]) =>
  expect(allowed).toContainEqual(statusesOf(answers));
