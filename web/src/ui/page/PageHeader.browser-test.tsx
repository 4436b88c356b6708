import type { ReactNode } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { Button } from '../button/Button.tsx';
import { drawLight } from '../testing/draw.tsx';
import { PageHeader } from './PageHeader.tsx';

/** Returns whether the first action is next to the title on a phone. */
async function isNextToTitle(actions: ReactNode) {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  await drawLight(
    <main>
      <PageHeader title="Assign loans" description="1,858 loans" actions={actions} />
    </main>,
  );
  const title = page.getByRole('heading').element().getBoundingClientRect();
  const action = page.getByRole('button').first().element().getBoundingClientRect();
  return action.top < title.bottom;
}

it.each([
  ['alone', <Button key="past">Past assignments</Button>],
  [
    'with the styles of the drawer that it opened',
    <>
      <Button>Past assignments</Button>
      <style>{':root { --drawer: 1 }'}</style>
    </>,
  ],
  [
    'with such styles in the space that was reserved for it',
    <span key="room">
      <Button>Past assignments</Button>
      <style>{':root { --drawer: 1 }'}</style>
    </span>,
  ],
])('a single action is next to the title on a phone: %s', async (_name, actions) => {
  expect(await isNextToTitle(actions)).toBe(true);
});

it('several actions are below the title on a phone', async () => {
  const actions = (
    <>
      <Button>Past assignments</Button>
      <Button>Rules</Button>
    </>
  );
  expect(await isNextToTitle(actions)).toBe(false);
});
