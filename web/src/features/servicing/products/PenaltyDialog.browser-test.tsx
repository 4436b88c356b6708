import type { AddProductVersion } from '@bursar/contracts/servicing/products';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers, refuses } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { PenaltyDialog } from './PenaltyDialog.tsx';
import { sampleTerms as terms } from './testing/sample-terms.ts';

const ADD = 'POST /api/loan-products/:productId/versions';
const added = answers<AddProductVersion>(ADD, {
  productId: '0198-product',
  versionId: '0198-version',
  number: 4,
});

async function drawDialog(penalty = terms.penalty) {
  const onSaved = vi.fn<() => void>();
  await drawFeature(
    <PenaltyDialog
      productId="0198-product"
      latest={{ id: '0198-latest', number: 3, currency: 'USD', terms: { ...terms, penalty } }}
      opened
      onClose={() => undefined}
      onSaved={onSaved}
    />,
    { texts: ['products'] },
  );
  return onSaved;
}

const field = (name: string) => page.getByRole('textbox', { name });
const chooseKind = async (name: string) => {
  await page.getByRole('combobox', { name: 'Penalty when overdue' }).click();
  await page.getByRole('option', { name, exact: true }).click();
};
const submit = () => page.getByRole('button', { name: 'Save new terms' }).click();

it('the penalty dialog saves a rate as new terms, and leaves all other terms', async () => {
  const sent = answerApi(added);
  const onSaved = await drawDialog();
  await field('Per cent per year').fill('24.5');
  await field('Grace days').fill('10');
  await submit();
  await expect.poll(() => onSaved.mock.calls.length).toBe(1);
  const penalty = { kind: 'percent', percent: '24.5', graceDays: 10, capMinor: 10_000 };
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/loan-products/0198-product/versions',
      body: { id: expect.any(String), basedOn: 3, terms: { ...terms, penalty } },
    },
  ]);
});

it('the penalty dialog removes a penalty', async () => {
  const sent = answerApi(added);
  const onSaved = await drawDialog();
  await chooseKind('None');
  await submit();
  await expect.poll(() => onSaved.mock.calls.length).toBe(1);
  expect(sent.map(({ body }) => body)).toMatchObject([{ terms: { penalty: null } }]);
});

it.each([
  ['Per cent per year', '100.5', 'Enter a rate above 0, up to 100 per cent.'],
  ['Per cent per year', '', 'Enter a rate above 0, up to 100 per cent.'],
  ['Grace days', '366', 'Enter a number of days from 0 to 365.'],
])('the penalty dialog refuses "%s" of "%s"', async (name, typed, sentence) => {
  const sent = answerApi();
  await drawDialog();
  await field(name).fill(typed);
  await submit();
  await expect.element(page.getByText(sentence).first()).toBeVisible();
  expect(sent).toEqual([]);
});

it('the penalty dialog needs an amount, and stays open if others saved terms first', async () => {
  const sent = answerApi(refuses<AddProductVersion>(ADD, 'changed_since'));
  const onSaved = await drawDialog(null);
  await chooseKind('An amount, once');
  await submit();
  await expect.element(page.getByText('Enter an amount above zero.').first()).toBeVisible();
  expect(sent).toEqual([]);
  await field('Amount').fill('25');
  await submit();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  const penalty = { kind: 'fixed', amountMinor: 2_500, graceDays: 0, capMinor: null };
  expect(sent.map(({ body }) => body)).toMatchObject([{ basedOn: 3, terms: { penalty } }]);
  expect(onSaved).not.toHaveBeenCalled();
});
