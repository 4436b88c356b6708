import type { MarkMailThreads } from '@bursar/contracts/office/staff-mail';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers, refuses } from '../../../lib/testing/answer-api.ts';
import { Toasts } from '../../../ui/overlay/Toasts.tsx';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { MailActions, type MarkedThread } from './MailActions.tsx';

const thread: MarkedThread = {
  id: '0198-thread',
  place: 'inbox',
  isUnread: false,
  isStarred: false,
  labelIds: [],
};

/** The actions disappear with the conversation that was moved, as on the page. */
function Selection() {
  const [isSelected, setSelected] = useState(true);
  return (
    <>
      {isSelected && <MailActions threads={[thread]} onMoved={() => setSelected(false)} />}
      <Toasts />
    </>
  );
}

const mark = 'POST /api/internal-mails/mark';

it('a moved conversation can be moved back after it has left the list', async () => {
  const calls = answerApi(answers<MarkMailThreads>(mark, { marked: 1 }));
  await drawFeature(<Selection />, { texts: ['staff-mail'] });
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => calls.map(({ body }) => body))
    .toEqual([
      { threadIds: [thread.id], place: 'archive' },
      { threadIds: [thread.id], place: 'inbox' },
    ]);
});

it('a refused move is reported after the conversation has left the list', async () => {
  answerApi(refuses<MarkMailThreads>(mark, 'not_found'));
  await drawFeature(<Selection />, { texts: ['staff-mail'] });
  await page.getByRole('button', { name: 'Archive' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
});
