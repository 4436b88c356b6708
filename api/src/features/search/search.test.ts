import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { openOffice } from '../../testing/open-office.ts';
import type { TestClient } from '../../testing/test-app.ts';

const office = await openOffice();
const { test, arrangeHeld } = office;
const manager = await office.signIn('manager');
const agent = await office.signIn('agent');
const stranger = await (await openOffice({ test, tag: 'other' })).signIn('manager');

const borrowersFor = async (client: TestClient, words: string) =>
  (await client.get(`/api/search?q=${encodeURIComponent(words)}`)).body.borrowers;
const namesFor = async (client: TestClient, words: string): Promise<string[]> =>
  (await borrowersFor(client, words)).map(({ name }: { name: string }) => name);

async function arrangePerson(wishes: object): Promise<string> {
  const person = { id: uuidv7(), kind: 'person', phone: '', email: '', ...wishes };
  expect((await manager.post('/api/borrowers', person)).status).toBe(200);
  return person.id;
}

describe('a borrower is found', () => {
  let loan: Awaited<ReturnType<typeof arrangeHeld>>;
  let partyId: string;
  beforeAll(async () => {
    loan = await arrangeHeld({ borrowerName: 'Rosa Singh' });
    const id = await arrangePerson({ name: 'Amína Rao', phone: '+971 50 765 4321' });
    partyId = uuidv7();
    const party = { id: partyId, borrowerId: id, role: 'guarantor', note: '' };
    expect((await manager.post(`/api/loans/${loan.id}/parties`, party)).status).toBe(200);
    await arrangePerson({ name: 'Amin Haddad' });
  });
  const reference = () => `L-${String(loan.number).padStart(6, '0')}`;

  it('as the party of a loan, by how the words of the name begin', async () => {
    expect(await borrowersFor(manager, 'rao AMINA')).toMatchObject([
      { name: 'Amína Rao', references: [reference()] },
    ]);
    expect(await namesFor(manager, 'mina')).toEqual([]);
  });

  it('without a loan, beside others of that name', async () => {
    expect(await borrowersFor(manager, 'Ami')).toMatchObject([
      { name: 'Amin Haddad', references: [] },
      { name: 'Amína Rao' },
    ]);
  });

  it('by the phone number from which somebody calls', async () => {
    expect(await namesFor(manager, '050 765-4321')).toEqual(['Amína Rao']);
    expect(await namesFor(manager, reference())).toEqual([]);
  });

  it('by whom they are in reach of, while they are', async () => {
    expect(await namesFor(agent, 'Ami')).toEqual(['Amína Rao']);
    expect(await namesFor(stranger, 'Ami')).toEqual([]);
    expect(await namesFor(stranger, '050 765-4321')).toEqual([]);
    const end = `/api/loans/${loan.id}/parties/${partyId}/end`;
    expect((await manager.post(end, { reason: 'Released' })).status).toBe(200);
    expect(await namesFor(agent, 'Ami')).toEqual([]);
  });

  it('by nothing that is no word', async () => {
    expect(await namesFor(manager, "'' \\ | & :*")).toEqual([]);
    expect(await namesFor(manager, "ami' | rosa:*")).toEqual([]);
  });
});
