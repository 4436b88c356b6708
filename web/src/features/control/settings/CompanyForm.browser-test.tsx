import type { ChangeCompany, ReadCompany } from '@bursar/contracts/control/company';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers, type SentCall } from '../../../lib/testing/answer-api.ts';
import { toastStore } from '../../../ui/overlay/notify.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { CompanySettings } from './CompanyForm.tsx';

const before = { legalName: 'Harbour Lending', address: '', registrationNumber: '', version: 1 };
const saved = { ...before, legalName: 'Harbour Lending Ltd', version: 2 };

it('says that the company was saved, although its new version draws a new form', async () => {
  const sent: SentCall[] = answerApi(
    {
      ...answers<ReadCompany>('GET /api/company', before),
      get body() {
        return sent.length === 0 ? before : saved;
      },
    },
    answers<ChangeCompany>('PUT /api/company', saved),
  );
  await drawFeature(<CompanySettings />, { texts: ['settings-page'] });
  const name = page.getByLabelText('Legal name');
  await name.fill('Harbour Lending Ltd');
  await page.getByRole('button', { name: 'Save company' }).click();
  await expect.poll(() => toastStore.read().at(-1)?.message).toContain('saved');
  await expect.element(name).toHaveValue('Harbour Lending Ltd');
  expect(sent).toMatchObject([{ method: 'PUT', body: { legalName: 'Harbour Lending Ltd' } }]);
});
