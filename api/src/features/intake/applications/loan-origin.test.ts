import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeAdmin } from '../../../testing/arrange.ts';
import { applicationOf, lendingBy } from '../../../testing/lending.ts';
import { openOffice } from '../../../testing/open-office.ts';

const { test, portfolio, signIn, signInDeputy, arrangeHeld } = await openOffice();
const manager = await signIn('manager');
const { at, submit, product, paidOut } = lendingBy(manager, await signInDeputy());

const changeGrant = (granted: boolean) =>
  test.owner`
    insert into role_permissions (role, permission, granted, changed_by, changed_at)
    values ('user', 'read-applications', ${granted}, ${portfolio.manager.id}, now())
    on conflict (role, permission) do update set granted = excluded.granted`;

describe('where a loan comes from', () => {
  it('is the application that it was paid out on, and the version of the product', async () => {
    const { id, loanId } = await paidOut();
    const application = (await manager.get(at(id))).body;
    const loan = (await manager.get(`/api/loans/${loanId}`)).body;
    expect(loan.application).toEqual({ id, reference: application.reference });
    expect(loan.product).toEqual({ ...application.product, version: 1 });
  });

  it('stays with the version that it was made of when the product gets another', async () => {
    const { loanId } = await paidOut();
    const { product: made } = (await manager.get(`/api/loans/${loanId}`)).body;
    const { latest } = (await manager.get(`/api/loan-products/${made.id}`)).body;
    const next = { id: uuidv7(), basedOn: 1, terms: latest.terms };
    next.terms.annualRatePercent = '13';
    const added = await manager.post(`/api/loan-products/${made.id}/versions`, next);
    expect(added.body).toMatchObject({ number: 2 });
    expect((await manager.get(`/api/loans/${loanId}`)).body.product.version).toBe(1);
  });

  it('is no application and no version for a loan of a tape', async () => {
    const { id } = await arrangeHeld();
    const loan = (await manager.get(`/api/loans/${id}`)).body;
    expect([loan.application, loan.product.version]).toEqual([null, null]);
  });

  it('hides the application from users who may not read applications', async () => {
    const { loanId } = await paidOut();
    await changeGrant(false);
    const reader = await test.signIn(portfolio.manager.email);
    const loan = (await reader.get(`/api/loans/${loanId}`)).body;
    await changeGrant(true);
    expect(loan.application).toBeNull();
    expect(loan.product.version).toBe(1);
  });
});

describe('the list of applications', () => {
  it('filters by product, and counts only the states of that product', async () => {
    const one = await product();
    const other = await product();
    const asked = applicationOf(one.versionId);
    await submit(asked);
    await submit(applicationOf(other.versionId));
    const { rows, counts } = (await manager.get(`/api/applications?productId=${one.id}`)).body;
    expect(rows.map(({ id }: { id: string }) => id)).toEqual([asked.id]);
    expect(counts).toEqual([
      { status: 'submitted', count: 1, principalMinor: asked.principalMinor },
    ]);
  });

  it('shows nothing of a product outside the scope, and all of it to an administrator', async () => {
    const stranger = await (await openOffice({ test, tag: 'other' })).signIn('manager');
    const { email } = await arrangeAdmin(test.owner);
    const admin = await test.signIn(email);
    const { id: loanOf } = await paidOut();
    const { product: paidProduct } = (await manager.get(at(loanOf))).body;
    const askedBy = async (client: typeof manager, productId: string) =>
      (await client.get(`/api/applications?productId=${productId}`)).body.rows.length;
    expect(await askedBy(stranger, paidProduct.id)).toBe(0);
    expect(await askedBy(admin, paidProduct.id)).toBe(1);
  });
});
