import type { RecordConsent } from '@bursar/contracts/records/borrowers';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { signInAs } from '../../../lib/testing/sign-in-as.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { ConsentList } from './ConsentList.tsx';

const consent = {
  channel: 'call',
  state: 'given',
  means: 'spoken',
  recordedAt: '2026-03-01T09:00:00Z',
  recordedBy: 'Amira Nasser',
} as const;

it('all channels share one action, which starts with the first channel without a consent', async () => {
  const sent = answerApi(
    signInAs({ role: 'user', permissions: ['read-loans', 'manage-borrowers'] }),
    answers<RecordConsent>('POST /api/borrowers/:borrowerId/consents', {
      id: '0198-consent',
      replayed: false,
    }),
  );
  await drawFeature(<ConsentList borrower={{ id: '0198-ada', consents: [consent] }} />, {
    texts: ['borrowers', 'contact-log'],
  });
  await expect.element(page.getByRole('list')).toHaveAccessibleName('Consent to be contacted');
  await expect
    .element(page.getByText('Not recorded: SMS, WhatsApp, Email, Visit and Letter'))
    .toBeVisible();
  await page.getByRole('button', { name: 'Record consent' }).click();
  const dialog = page.getByRole('dialog', { name: 'Consent to be contacted' });
  await dialog.getByRole('radio', { name: 'Withdrawn' }).click();
  await dialog.getByRole('button', { name: 'Record consent' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent).toMatchObject([{ body: { channel: 'sms', state: 'withdrawn', means: 'spoken' } }]);
});
