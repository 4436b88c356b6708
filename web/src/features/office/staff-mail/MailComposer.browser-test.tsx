import type {
  DiscardMailDraft,
  ListAddressees,
  SaveMailDraft,
} from '@bursar/contracts/office/staff-mail';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers, refuses } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { MailComposer } from './MailComposer.tsx';

const savedAt = '2026-03-01T08:00:00Z';
const ids = { id: '0198-mail', threadId: '0198-thread' };
const draft = { ...ids, to: [], cc: [], subject: '', html: '', attachments: [], savedAt };

it('a draft that could not be discarded is saved again', async () => {
  const sent = answerApi(
    answers<ListAddressees>('GET /api/internal-mails/addressees', { addressees: [] }),
    answers<SaveMailDraft>('PUT /api/internal-mails/:internalMailId/draft', { ...ids, savedAt }),
    refuses<DiscardMailDraft>('POST /api/internal-mails/:internalMailId/discard', 'not_found'),
  );
  const composer = <MailComposer draft={draft} isAnswer={false} onDone={() => undefined} />;
  await drawFeature(composer, { texts: ['staff-mail'] });
  const discard = page.getByRole('button', { name: 'Discard draft' });
  await expect.element(discard).toBeVisible();
  // Both clicks of a double click, before the server can answer.
  for (const _ of [1, 2])
    discard.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect
    .poll(() => sent.map(({ path }) => path))
    .toContain('/api/internal-mails/0198-mail/discard');
  await page.getByRole('textbox', { name: 'Subject' }).fill('Arrears of March');
  await expect
    .poll(() => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body))
    .toContainEqual(expect.objectContaining({ subject: 'Arrears of March' }));
  await expect.element(page.getByText('Draft saved')).toBeVisible();
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
