import type { ProductTerms } from '@bursar/contracts/servicing/product-terms';
import { uuidv7 } from 'uuidv7';
import { productTermsOf } from './arrange.ts';
import type { TestClient } from './test-app.ts';

const TODAY = '2026-06-15';

/** A loan product as its form sends it. */
export const productOf = (changes: Partial<ProductTerms> = {}) => ({
  id: uuidv7(),
  versionId: uuidv7(),
  name: uuidv7(),
  terms: productTermsOf(changes),
});

/** An application of a new borrower for 12,000.00 over a year, to be disbursed today. */
export const applicationOf = (productVersionId: string, changes: object = {}) => ({
  id: uuidv7(),
  borrower: { kind: 'new', id: uuidv7(), name: 'Amina Noor', phone: '+971501112233', email: '' },
  productVersionId,
  purpose: 'A van',
  principalMinor: 1_200_000,
  annualRatePercent: '12',
  instalmentCount: 12,
  disburseOn: TODAY,
  firstDueOn: '2026-07-15',
  ...changes,
});

export const disbursementOf = (changes: object = {}) => {
  return { id: uuidv7(), disbursedOn: TODAY, firstDueOn: '2026-07-15', ...changes };
};

/**
 * Helpers to process an application until its loan is disbursed: `deputy` decides, `manager` does
 * all other steps.
 */
export function lendingBy(manager: TestClient, deputy: TestClient) {
  const at = (id: string, part = '') => `/api/applications/${id}${part}`;
  const submit = (body: object) => manager.post('/api/applications', body);
  const decide = (id: string, event: string, reason = 'as agreed') =>
    deputy.post(at(id, '/events'), { id: uuidv7(), event, reason });
  const disburse = (id: string, body = disbursementOf()) =>
    manager.post(at(id, '/disbursement'), body);
  const undo = (id: string) =>
    manager.post(at(id, '/undo-disbursement'), { id: uuidv7(), reason: 'wrong account' });
  const product = async (changes: Partial<ProductTerms> = {}) => {
    const made = productOf(changes);
    await done(manager.post('/api/loan-products', made));
    return made;
  };
  const submitted = async (changes: Partial<ProductTerms> = {}, asked: object = {}) => {
    const { versionId } = await product(changes);
    const body = applicationOf(versionId, asked);
    await done(submit(body));
    return body.id;
  };
  const approved = async (changes: Partial<ProductTerms> = {}, asked: object = {}) => {
    const id = await submitted(changes, asked);
    await done(decide(id, 'approve', ''));
    return id;
  };
  const paidOut = async (
    changes: Partial<ProductTerms> = {},
    asked: object = {},
    days: object = {},
  ) => {
    const id = await approved(changes, asked);
    const body = await done(disburse(id, disbursementOf(days)));
    return { id, loanId: String(body.loanId) };
  };
  return { at, submit, decide, disburse, undo, product, submitted, approved, paidOut };
}

async function done(answer: ReturnType<TestClient['post']>) {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
