import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PlainDialog } from '../overlay/PlainDialog.tsx';
import { Still } from '../overlay/Still.tsx';
import { draw } from '../testing/draw.tsx';
import { useShortcut } from './use-shortcut.ts';

function Page({ isPicture }: { isPicture: boolean }) {
  const [count, setCount] = useState(0);
  useShortcut('x', () => setCount((now) => now + 1), { label: 'Count', opensNothing: true });
  const dialog = (
    <PlainDialog onClose={() => undefined} label="A dialog" className={undefined}>
      Its text
    </PlainDialog>
  );
  return (
    <>
      <output>{count}</output>
      {isPicture ? <Still>{dialog}</Still> : dialog}
    </>
  );
}

it('a shortcut works next to the picture of a dialog, but not below a dialog', async () => {
  await draw(<Page isPicture />);
  await expect.element(page.getByText('Its text')).toBeVisible();
  await userEvent.keyboard('x');
  await expect.element(page.getByRole('status')).toHaveTextContent('1');
  await draw(<Page isPicture={false} />);
  await expect.element(page.getByRole('dialog', { name: 'A dialog' })).toBeVisible();
  await userEvent.keyboard('x');
  expect(document.querySelector('output')?.textContent).toBe('0');
});
