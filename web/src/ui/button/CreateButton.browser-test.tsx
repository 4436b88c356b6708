import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { EmptyState } from '../page/EmptyState.tsx';
import { draw } from '../testing/draw.tsx';
import { CreateButton } from './CreateButton.tsx';

it('an empty list repeats the primary action of its page as a secondary one', async () => {
  const add = <CreateButton>Create board</CreateButton>;
  await draw(
    <>
      <header>{add}</header>
      <EmptyState title="No boards yet" action={add} />
    </>,
  );
  const kinds = page.getByRole('button', { name: 'Create board' }).elements();
  expect(kinds.map((button) => button.getAttribute('data-kind'))).toEqual(['primary', 'secondary']);
});
