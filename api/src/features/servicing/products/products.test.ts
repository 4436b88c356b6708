import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALLOCATION_ORDERS } from '@bursar/loan-maths';
import type { ProductTerms } from '@bursar/contracts/servicing/product-terms';
import {
  arrangeAdmin,
  arrangeLoan,
  arrangePortfolio,
  productTermsOf,
  type TestPortfolio,
} from '../../../testing/arrange.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../testing/test-app.ts';
import { findProductVersion } from './products.store.ts';

describe('loan products', () => {
  let test: TestApp;
  let portfolio: TestPortfolio;
  let manager: TestClient;
  beforeEach(async () => {
    test = await createTestApp();
    portfolio = await arrangePortfolio(test.owner);
    manager = await test.signIn(portfolio.manager.email);
  });

  const inputs = (name: string, changes: Partial<ProductTerms> = {}) => ({
    id: uuidv7(),
    versionId: uuidv7(),
    name,
    terms: productTermsOf(changes),
  });
  const create = async (name: string, changes: Partial<ProductTerms> = {}) => {
    const product = inputs(name, changes);
    expect((await manager.post('/api/loan-products', product)).body).toMatchObject({ number: 1 });
    return product;
  };
  const at = (id: string) => `/api/loan-products/${id}`;
  const version = (basedOn: number, changes: Partial<ProductTerms> = {}) => ({
    id: uuidv7(),
    basedOn,
    terms: productTermsOf(changes),
  });
  const add = (id: string, body: object) => manager.post(`${at(id)}/versions`, body);
  const auditOf = (event: string) =>
    test.owner`select subject, subject_id, before, after from audit_events where event = ${event}`;

  it('are created once with their first version, however often they are sent', async () => {
    const product = inputs(' Home loan ');
    const answers = [
      await manager.post('/api/loan-products', product),
      await manager.post('/api/loan-products', product),
    ];
    for (const { body } of answers) {
      expect(body).toEqual({ productId: product.id, versionId: product.versionId, number: 1 });
    }
    expect(await auditOf('create-product')).toMatchObject([
      {
        subject: 'product',
        subjectId: product.id,
        after: { name: 'Home loan', productVersion: 1, currency: 'USD', penaltyPercent: '18' },
      },
    ]);
    const other = { ...product, terms: productTermsOf({ instalmentCount: 12 }) };
    expect((await manager.post('/api/loan-products', other)).body.error).toBe(
      'id_reused_with_different_content',
    );
  });

  it('return their terms as entered', async () => {
    const { id, versionId, terms } = await create('All terms', {
      annualRatePercent: '12.375',
      instalmentFee: { kind: 'fixed', amountMinor: 250 },
      penalty: { kind: 'fixed', amountMinor: 2_500, graceDays: 0, capMinor: null },
      dayOffRule: 'modified_following',
      instalmentMultipleMinor: 500,
    });
    const { body } = await manager.get(at(id));
    expect(body.versions).toMatchObject([
      { id: versionId, number: 1, currency: 'USD', loans: 0, madeBy: 'manager one' },
    ]);
    expect(body.versions[0].terms).toEqual(terms);
    const found = await findProductVersion(test.owner, {
      portfolioId: portfolio.id,
      id: versionId,
    });
    expect(found).toMatchObject({ productId: id, name: 'All terms', isArchived: false, terms });
  });

  it('need a unique name, regardless of case', async () => {
    await create('Car loan');
    for (const [name, error] of [
      ['  ', 'name_missing'],
      ['CAR LOAN', 'name_already_used'],
    ] as const) {
      const answer = await manager.post('/api/loan-products', inputs(name));
      expect(answer.body).toMatchObject({ error, fields: { name: expect.any(String) } });
    }
  });

  it.each<[Partial<ProductTerms>, string, string]>([
    [
      { instalmentCountMin: 30, instalmentCountMax: 20 },
      'bounds_upside_down',
      'instalmentCountMax',
    ],
    [{ instalmentCount: 5 }, 'usual_outside_bounds', 'instalmentCount'],
    [{ principalMinMinor: 6_000_000 }, 'bounds_upside_down', 'principalMaxMinor'],
    [{ annualRateMinPercent: '25' }, 'bounds_upside_down', 'annualRateMaxPercent'],
    [{ annualRatePercent: '24.01' }, 'usual_outside_bounds', 'annualRatePercent'],
    [{ gracePrincipal: 6 }, 'grace_too_long', 'gracePrincipal'],
    [
      { frequencyUnit: 'days', frequencyEvery: 1, dayOffRule: 'following' },
      'due_dates_coincide',
      'dayOffRule',
    ],
    [{ dayOffRule: 'skip' }, 'skip_needs_days_or_weeks', 'dayOffRule'],
    [
      { scheduleMethod: 'flat', instalmentMultipleMinor: 1_000_000_00 },
      'multiple_exceeds_instalment',
      'instalmentMultipleMinor',
    ],
    [{ graceInterest: 6 }, 'grace_too_long', 'graceInterest'],
    [
      { disbursementFee: { kind: 'fixed', amountMinor: 500_000 } },
      'fee_exceeds_principal',
      'disbursementFee',
    ],
    [
      { disbursementFee: { kind: 'percent', percent: '100' } },
      'fee_exceeds_principal',
      'disbursementFee',
    ],
  ])('are refused with the contradiction %j as %s', async (changes, error, field) => {
    const refused = { error, fields: { [`terms.${field}`]: expect.any(String) } };
    const answer = await manager.post('/api/loan-products', inputs('Contradiction', changes));
    expect(answer.body).toMatchObject(refused);
    const { id } = await create('Sound');
    expect((await add(id, version(1, changes))).body).toMatchObject(refused);
    expect(await test.owner`select from product_versions`).toHaveLength(1);
  });

  it('get new terms once, as a new version, and retain the former versions', async () => {
    const { id } = await create('Versions');
    const second = version(1, { annualRatePercent: '9.5', penalty: null });
    for (const answer of [await add(id, second), await add(id, second)]) {
      expect(answer.body).toEqual({ productId: id, versionId: second.id, number: 2 });
    }
    const { body } = await manager.get(at(id));
    expect(body.versions.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
    expect(body.versions[1].terms).toEqual(productTermsOf());
    expect(body.latest.terms.penalty).toBeNull();
    expect(await auditOf('add-product-version')).toMatchObject([
      {
        before: { productVersion: 1, annualRatePercent: '12', penaltyPercent: '18' },
        after: { productVersion: 2, annualRatePercent: '9.5', penaltyPercent: null },
      },
    ]);
    const reused = await add(id, { ...second, terms: productTermsOf({ instalmentCount: 36 }) });
    expect(reused.body.error).toBe('id_reused_with_different_content');
  });

  it('accept one of two versions based on the same version', async () => {
    const { id } = await create('Raced');
    const answers = await Promise.all([add(id, version(1)), add(id, version(1))]);
    expect(answers.map(({ body }) => body.error ?? 'done')).toEqual(
      expect.arrayContaining(['changed_since', 'done']),
    );
    expect((await add(id, version(7))).body.error).toBe('changed_since');
  });

  it('have versions that can never be changed', async () => {
    await create('Kept');
    await expect(test.owner`update product_versions set instalment_count = 7`).rejects.toThrow(
      'never changed',
    );
    await expect(test.owner`delete from product_versions`).rejects.toThrow('never changed');
    await expect(
      test.owner`
        insert into product_versions
        select (jsonb_populate_record(version, jsonb_build_object('id', ${uuidv7()}::text, 'number', 3))).*
        from product_versions version`,
    ).rejects.toThrow('follows its version');
  });

  it('never change loans that were made from an earlier version', async () => {
    const product = await create('Order', { allocationOrder: 'interest_principal_penalties_fees' });
    const loan = await arrangeLoan(test.owner, portfolio, {});
    await test.owner`
      update loans set product_id = ${product.id}, product_version_id = ${product.versionId}
      where id = ${loan.id}`;
    await add(product.id, version(1, { allocationOrder: 'principal_first' }));
    expect((await manager.get(`/api/loans/${loan.id}`)).body).toMatchObject({
      allocationOrder: 'interest_principal_penalties_fees',
    });
    const { body } = await manager.get(at(product.id));
    const counted = body.versions.map(({ loans }: { loans: number }) => loans);
    expect(counted).toEqual([0, 1]);
    expect(body.loans).toBe(1);
  });

  it('allocate payments in any order of the four components, and refuse an invalid order', async () => {
    const custom = await create('Custom', { allocationOrder: 'fee_principal_interest_penalty' });
    const { body } = await manager.get(at(custom.id));
    expect(body.latest.terms.allocationOrder).toBe('fee_principal_interest_penalty');
    for (const order of [
      'fee_fee_interest_penalty',
      'fee_principal_interest',
      'principal_interest_penalty_fee',
    ]) {
      const terms = { ...productTermsOf(), allocationOrder: order };
      const answer = await manager.post('/api/loan-products', { ...inputs('None'), terms });
      expect(answer.status).toBe(400);
      await expect(
        test.owner`update products set allocation_order = ${order} where id = ${custom.id}`,
      ).rejects.toThrow('allocation_order_check');
    }
    for (const order of ALLOCATION_ORDERS) {
      await test.owner`update products set allocation_order = ${order} where id = ${custom.id}`;
    }
  });

  it('cannot lend a version to a loan of a different product', async () => {
    const product = await create('Of its own');
    const loan = await arrangeLoan(test.owner, portfolio, {});
    await expect(
      test.owner`update loans set product_version_id = ${product.versionId} where id = ${loan.id}`,
    ).rejects.toThrow('foreign key');
  });

  it('are archived and restored once, and accept no new terms while archived', async () => {
    const { id } = await create('Old');
    for (const [verb, isArchived] of [
      ['archive', true],
      ['archive', true],
      ['restore', false],
      ['archive', true],
    ] as const) {
      expect((await manager.post(`${at(id)}/${verb}`)).body).toEqual({ isArchived });
    }
    expect(await auditOf('archive-product')).toHaveLength(2);
    expect(await auditOf('restore-product')).toHaveLength(1);
    expect((await add(id, version(1))).body.error).toBe('product_is_archived');
    const names = async (state: string) => {
      const { body } = await manager.get(`/api/loan-products?state=${state}`);
      return body.rows.map(({ name }: { name: string }) => name);
    };
    expect(await names('archived')).toEqual(['Old']);
    expect(await names('current')).toEqual(['Instalment loan']);
  });

  it('are listed by name, page by page, including those that a tape named without terms', async () => {
    for (const name of ['beta', 'Alpha']) await create(name);
    const first = await manager.get('/api/loan-products?limit=2');
    expect(first.body).toMatchObject({
      count: 3,
      rows: [{ name: 'Alpha' }, { name: 'beta', latest: { number: 1 } }],
    });
    const rest = await manager.get(`/api/loan-products?limit=2&after=${first.body.nextCursor}`);
    expect(rest.body).toMatchObject({ rows: [{ name: 'Instalment loan', latest: null }] });
    const found = await manager.get('/api/loan-products?q=ALPH');
    expect(found.body).toMatchObject({ count: 1, rows: [{ name: 'Alpha' }] });
  });

  it('get their first terms as version 1 if a tape named them', async () => {
    const answer = await add(portfolio.productId, version(0));
    expect(answer.body).toMatchObject({ number: 1 });
  });

  it('can be read by everyone in the portfolio and changed only by its manager', async () => {
    const { id } = await create('Read');
    const admin = await arrangeAdmin(test.owner);
    const { team } = portfolio;
    for (const email of [team.desk.email, team.agent.email, admin.email]) {
      const client = await test.signIn(email);
      expect((await client.get(at(id))).body).toMatchObject({ name: 'Read' });
      for (const [path, body] of [
        ['/api/loan-products', inputs('Not mine')],
        [`${at(id)}/versions`, version(1)],
        [`${at(id)}/archive`, undefined],
        [`${at(id)}/restore`, undefined],
      ] as const) {
        expect((await client.post(path, body)).body.error).toBe('permission_missing');
      }
    }
  });
});
