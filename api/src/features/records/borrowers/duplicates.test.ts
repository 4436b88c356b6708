import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { arrangePortfolio } from '../../../testing/arrange.ts';
import { mergingBy } from '../../../testing/merging.ts';
import { openOffice } from '../../../testing/open-office.ts';

const office = await openOffice();
const manager = await office.signIn('manager');
const { merge, setFacts } = mergingBy(manager, office);

const create = async (name: string, { phone = '', email = '' } = {}) => {
  const id = uuidv7();
  await manager.post('/api/borrowers', { id, kind: 'person', name, phone, email });
  return id;
};
const read = async (client = manager) => (await client.get('/api/borrower-duplicates')).body;

it('the list of possible duplicates pairs records that share a phone, an email, or a name and region, until they are merged', async () => {
  const phone = '+971501112233';
  const first = await create('Amina Noor', { phone, email: 'amina@example.com' });
  const second = await create('Noor A.', { phone, email: 'Amina@Example.com' });
  const third = await create('Omar Haddad');
  const fourth = await create('omar haddad ');
  await create('Omar Haddad');
  for (const id of [third, fourth]) await setFacts(id, { region: 'Dubai' });
  expect(await read()).toMatchObject({
    pairs: [
      { kept: { id: first }, other: { id: second }, matches: ['email', 'phone'] },
      { kept: { id: third }, other: { id: fourth }, matches: ['nameAndRegion'] },
    ],
    count: 2,
    counts: { phone: 1, email: 1, nameAndRegion: 1 },
  });
  await merge(first, second);
  expect(await read()).toMatchObject({ count: 1, counts: { phone: 0, email: 0 } });
  const far = await arrangePortfolio(office.test.owner, 'far');
  const stranger = await office.test.signIn(far.manager.email);
  expect(await read(stranger)).toEqual({
    pairs: [],
    count: 0,
    counts: { phone: 0, email: 0, nameAndRegion: 0 },
  });
});

it('the list of possible duplicates ignores a phone number that many records share', async () => {
  for (let count = 0; count < 6; count += 1)
    await create(`Of house ${count}`, { phone: '+442079460958' });
  expect((await read()).counts.phone).toBe(0);
});
