import { uuidv7 } from 'uuidv7';
import { arrangeLoan, type LoanWishes } from './arrange.ts';
import type { Office } from './open-office.ts';
import type { TestAnswer, TestClient } from './test-app.ts';

export type Person = { readonly id: string; readonly loanId: string; readonly externalId: string };

/** Helpers for a manager who merges borrower records in a new portfolio. */
export function mergingBy(manager: TestClient, { test, portfolio }: Office) {
  const { owner } = test;
  const { team } = portfolio;

  /** Creates a borrower with a loan of the first agent. */
  async function arrangePerson(wishes: LoanWishes = {}): Promise<Person> {
    const holder = { teamId: team.id, agentId: team.agent.id };
    const { id: loanId } = await arrangeLoan(owner, portfolio, { ...holder, ...wishes });
    const [row] = await owner<{ id: string; externalId: string }[]>`
      select borrower.id, borrower.external_id from loans loan
      join borrowers borrower on borrower.id = loan.borrower_id where loan.id = ${loanId}`;
    if (!row) throw new Error('a loan has a borrower');
    return { ...row, loanId };
  }

  const read = async (id: string, client = manager): Promise<TestAnswer['body']> =>
    (await client.get(`/api/borrowers/${id}`)).body;

  const command = async (survivorId: string, merged: string, wishes: object = {}) => ({
    id: uuidv7(),
    mergedBorrowerId: merged,
    taken: [],
    version: (await read(survivorId)).version ?? 1,
    mergedVersion: (await read(merged)).version ?? 1,
    reason: 'the same person',
    ...wishes,
  });
  const send = (survivorId: string, body: object, client: TestClient = manager) =>
    client.post(`/api/borrowers/${survivorId}/merges`, body);

  return {
    arrangePerson,
    read,
    command,
    send,
    merge: async (survivorId: string, merged: string, wishes: object = {}) =>
      send(survivorId, await command(survivorId, merged, wishes)),
    /** Writes values into a borrower record, bypassing the API. */
    setFacts: (id: string, facts: object) =>
      owner`update borrowers set ${owner(facts)} where id = ${id}`,
    consentTo: (id: string, state: 'given' | 'withdrawn') =>
      manager.post(`/api/borrowers/${id}/consents`, {
        id: uuidv7(),
        channel: 'sms',
        state,
        means: 'spoken',
      }),
  };
}
