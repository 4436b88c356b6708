import { beforeAll, describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio, type TestPortfolio } from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';

describe('a company as a borrower', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  let addresses: string[];
  beforeAll(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
    addresses = [];
    for (const borrowerName of ['Rosa Singh', 'Singh Trading', 'Other Trading']) {
      const loan = await arrangeLoan(test.owner, portfolio, { borrowerName });
      const { borrower } = (await manager.get(`/api/loans/${loan.id}`)).body;
      addresses.push(`/api/borrowers/${borrower.id}`);
    }
  });

  const change = async (at: number, facts: object) => {
    const address = addresses[at] ?? '';
    const { version } = (await manager.get(address)).body;
    return manager.put(address, { ...facts, contacts: [], version });
  };
  const namesOf = async (query: string) =>
    (await manager.get(`/api/borrowers?${query}`)).body.rows.map(
      (row: { name: string }) => row.name,
    );

  it('stores its register number, is marked in lists and found by its number', async () => {
    const facts = {
      borrowerKind: 'company',
      legalName: 'Singh Trading LLC',
      registrationNumber: 'cr 100-200',
      contactPerson: 'Rosa Singh',
    };
    expect((await change(1, facts)).status).toBe(200);
    expect((await manager.get(addresses[1] ?? '')).body).toMatchObject({
      ...facts,
      registrationNumber: 'CR100200',
    });
    expect(await namesOf('kind=company')).toEqual(['Singh Trading']);
    expect(await namesOf('kind=person')).toEqual(['Other Trading', 'Rosa Singh']);
    expect(await namesOf('q=CR100200')).toEqual(['Singh Trading']);
  });

  it('cannot have the register number of another borrower in the portfolio', async () => {
    const taken = await change(2, { registrationNumber: 'CR100200' });
    expect(taken).toMatchObject({ status: 409, body: { error: 'used_by_another_borrower' } });
    expect(Object.keys(taken.body.fields)).toEqual(['registrationNumber']);
  });
});
