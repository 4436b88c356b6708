import type { CreateTag, ListTags, RemoveTag } from '@bursar/contracts/distribution/tags';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { TagsDrawer } from './TagsDrawer.tsx';

const tag = (id: string, name: string) => ({
  id,
  name,
  colour: 'teal' as const,
  loans: 0,
  version: 1,
});

const [court, fraud] = [tag('0198-court', 'Court'), tag('0198-fraud', 'Fraud')];

/** Draws the drawer; a call to the returned `list` changes the tags that later reads answer. */
async function drawDrawer(tags: readonly (typeof court)[]) {
  let listed = tags;
  const sent = answerApi(
    {
      ...answers<ListTags>('GET /api/tags', { tags: [] }),
      get body() {
        return { tags: listed };
      },
    },
    answers<CreateTag>('POST /api/tags', fraud),
    answers<RemoveTag>('POST /api/tags/:tagId/remove', { loans: 0 }),
  );
  await drawFeature(<TagsDrawer opened onClose={() => undefined} />, { texts: ['tags'] });
  const list = (next: typeof tags) => {
    listed = next;
  };
  return { sent, list };
}

const nameField = page.getByRole('textbox', { name: 'New tag' });

it('a typed name remains when a tag is removed', async () => {
  const { list } = await drawDrawer([court, fraud]);
  await nameField.fill('Skip');
  await page.getByRole('button', { name: 'Remove Fraud' }).click();
  list([court]);
  await page.getByRole('button', { name: 'Remove tag' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove Fraud' })).not.toBeInTheDocument();
  await expect.element(nameField).toHaveValue('Skip');
});

it('after a tag was created, the form creates another one', async () => {
  const { sent, list } = await drawDrawer([court]);
  await nameField.fill('Fraud');
  list([court, fraud]);
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect.element(nameField).toHaveValue('');
  await expect.element(nameField).toHaveFocus();
  await nameField.fill('Gone');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect.element(nameField).toHaveValue('');
  expect(sent).toMatchObject([{ body: { name: 'Fraud' } }, { body: { name: 'Gone' } }]);
  expect(sent[0]?.body).not.toEqual(expect.objectContaining({ id: idOf(sent[1]?.body) }));
});

function idOf(body: unknown): unknown {
  return body instanceof Object && 'id' in body ? body.id : undefined;
}
