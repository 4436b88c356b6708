import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { EmptyState } from '../page/EmptyState.tsx';
import { PageHeader } from '../page/PageHeader.tsx';
import { draw } from '../testing/draw.tsx';
import { Button } from './Button.tsx';
import { CreateButton } from './CreateButton.tsx';

it('an empty list does not repeat the primary action of its header', async () => {
  const add = <CreateButton>Create board</CreateButton>;
  await draw(
    <main>
      <PageHeader
        title="Boards"
        actions={
          <>
            <Button>Import</Button>
            {add}
          </>
        }
      />
      <EmptyState title="No boards yet" action={add} />
    </main>,
  );
  await expect.element(page.getByRole('button', { name: 'Import' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Create board' }).elements()).toHaveLength(1);
});
