import type { CheckedBorrowers } from '@bursar/contracts/intake/borrower-imports';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import type { SentBorrowers } from './borrower-imports.queries.ts';
import { BorrowerReading } from './BorrowerReading.tsx';

const chosen: SentBorrowers = {
  id: '0198-file',
  file: new File(['Nr,Wer'], 'people.csv'),
  answers: {},
  columns: null,
  words: {},
};

const column = { field: null, recognisedAs: null };
const checked: CheckedBorrowers = {
  questions: [],
  table: null,
  rows: 0,
  fresh: 0,
  known: 0,
  errors: 1,
  warnings: 0,
  findings: [],
  columns: [
    { ...column, name: 'Nr', values: ['K-1'], field: 'borrowerExternalId' },
    { ...column, name: 'Wer', values: ['Ada Byron', 'Bo Singh'] },
  ],
  required: ['borrowerExternalId', 'borrowerName'],
  words: [],
  recalledFrom: null,
  sample: [],
  onRecord: [],
};

const draw = async (changed: Partial<CheckedBorrowers> = {}) => {
  const onCheck = vi.fn<(sent: SentBorrowers) => void>();
  const reading = { ...checked, ...changed };
  await drawFeature(
    <BorrowerReading checked={reading} chosen={chosen} isChecking={false} onCheck={onCheck} />,
    { texts: ['imports', 'facts'] },
  );
  return onCheck;
};

it('a column that is not known is mapped by hand, with its first values next to it', async () => {
  const onCheck = await draw();
  await expect.element(page.getByText('Still missing: Name.')).toBeVisible();
  await expect.element(page.getByText('Bo Singh')).toBeVisible();
  await page.getByRole('combobox', { name: 'Field for the column Wer' }).click();
  await expect.element(page.getByRole('option', { name: 'Principal' })).not.toBeInTheDocument();
  await page.getByRole('option', { name: /^Name/ }).click();
  await page.getByRole('button', { name: 'Check again' }).click();
  const [sent] = onCheck.mock.calls[0] ?? [];
  expect(sent?.columns).toMatchObject({ borrowerExternalId: '#1', borrowerName: '#2', phone: '' });
});

it('words are explained before the file is checked again', async () => {
  const onCheck = await draw({
    columns: [],
    required: [],
    words: [
      {
        field: 'borrowerKind',
        column: 'Typ',
        words: [{ word: 'AG', count: 2, meaning: null, suggested: null }],
      },
    ],
  });
  await page.getByRole('combobox', { name: 'Meaning of \u2068AG\u2069' }).click();
  await page.getByRole('option', { name: 'Company' }).click();
  await page.getByRole('button', { name: 'Check again' }).click();
  expect(onCheck.mock.calls[0]?.[0].words).toEqual({ borrowerKind: { ag: 'company' } });
});
