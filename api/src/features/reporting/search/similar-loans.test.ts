import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Queryable } from '../../../platform/database.ts';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import { INSTALMENT, openOffice } from '../../../testing/open-office.ts';
import type { TestClient } from '../../../testing/test-app.ts';

const office = await openOffice();
const { test, arrangeHeld } = office;
const manager = await office.signIn('manager');
const agent = await office.signIn('agent');
const stranger = await (await openOffice({ test, tag: 'other' })).signIn('manager');

describe('a loan is found', () => {
  const loansFor = async (client: TestClient, query: string) => {
    const { body } = await client.get(`/api/search?q=${encodeURIComponent(query)}`);
    return {
      exact: body.loans.map(({ borrower }: FoundLoan) => borrower.name),
      similar: body.similarLoans.map(({ borrower }: FoundLoan) => borrower.name),
    };
  };
  beforeAll(async () => {
    await arrangeHeld({ borrowerName: 'Lucía Suárez Ortega' });
    await arrangeHeld({ borrowerName: 'Pieter Johansson' });
    await arrangeHeld({ borrowerName: 'خالد الأنصاري' });
    await arrangeHeld({ borrowerName: 'Kim Park' });
  });

  it('with its amounts and its days late', async () => {
    const { body } = await manager.get('/api/search?q=Johansson');
    expect(body.loans).toMatchObject([
      {
        currency: 'USD',
        dueMinor: INSTALMENT,
        outstandingMinor: expect.any(Number),
        daysPastDue: 14,
      },
    ]);
  });

  it.each([
    ['Suares', 'Lucía Suárez Ortega'],
    ['lusia suares', 'Lucía Suárez Ortega'],
    ['Johanson', 'Pieter Johansson'],
    ['Johansson Mareike', 'Pieter Johansson'],
    ['Kimm', 'Kim Park'],
    ['Peter Johanssen', 'Pieter Johansson'],
    ['خالد الانصارى', 'خالد الأنصاري'],
    ['خالد الأنصاوي', 'خالد الأنصاري'],
  ])('although its name is not spelled exactly: %s', async (typed, name) => {
    const { exact, similar } = await loansFor(manager, typed);
    expect([...exact, ...similar]).toEqual([name]);
  });

  it('by a similar name only if none matches exactly, and only in scope', async () => {
    expect(await loansFor(manager, 'Johansson')).toMatchObject({ similar: [] });
    expect(await loansFor(agent, 'Johanson')).toMatchObject({ similar: ['Pieter Johansson'] });
    expect(await loansFor(stranger, 'Johanson')).toEqual({ exact: [], similar: [] });
    const { email } = await arrangeAdmin(test.owner, 'anyone@example.org');
    const ofAnyone = await loansFor(await test.signIn(email), 'Johanson');
    expect(ofAnyone).toMatchObject({ exact: [], similar: ['Pieter Johansson'] });
    expect(await loansFor(manager, 'Wagner')).toEqual({ exact: [], similar: [] });
    expect(await loansFor(manager, "%_' %% Johanson")).toMatchObject({ exact: [] });
  });

  it('first by the most similar name, even if a less similar one is common', async () => {
    for (let number = 0; number < 9; number += 1) {
      await arrangeHeld({ borrowerName: `Marta Petersen ${'abcdefghi'.charAt(number)}` });
    }
    await arrangeHeld({ borrowerName: 'Marta Pederssen' });
    await test.owner`
      insert into borrowers (portfolio_id, id, name)
      select ${office.portfolio.id}, gen_random_uuid(), 'Otto Pedersson'
      from generate_series(1, 150)`;
    expect((await loansFor(manager, 'Pederson')).similar[0]).toBe('Marta Pederssen');
  });

  it('by a name that its borrower got later, and by the legal name of a company', async () => {
    const { borrowerId } = await arrangeHeld({ borrowerName: 'Ann Lee' });
    await test.owner`
      update borrowers set name = 'Marguerite Delacroix', legal_name = 'Northern Freight Holding'
      where id = ${borrowerId}`;
    expect(await loansFor(manager, 'Margerite')).toMatchObject({
      similar: ['Marguerite Delacroix'],
    });
    expect(await loansFor(manager, 'Nothern Freigt')).toMatchObject({
      similar: ['Marguerite Delacroix'],
    });
  });
});

it('new borrowers who share a name do not wait for each other', async () => {
  const add = (sql: Queryable) => sql`
    insert into borrowers (portfolio_id, id, name)
    values (${office.portfolio.id}, ${uuidv7()}, 'Wilhelmina Oppenheimer')`;
  await test.owner.begin(async (first) => {
    await add(first);
    await test.owner.begin(async (second) => {
      await second`set local lock_timeout = '1s'`;
      await add(second);
    });
  });
  const known = await test.owner`
    select count(*)::int as times from words_of_names where word = 'wilhelmina'`;
  expect(known).toEqual([{ times: 2 }]);
});

type FoundLoan = { readonly borrower: { readonly name: string } };
