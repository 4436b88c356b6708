import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../button/Button.tsx';
import { drawLight } from '../testing/draw.tsx';
import { FormDialog } from './FormDialog.tsx';
import { keepFocus } from './keep-focus.ts';

/** A page whose button disappears some time after its action is done. */
function Snoozing({ asksFirst }: { asksFirst: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const finish = () => {
    setOpen(false);
    setTimeout(() => setDone(true), 50);
  };
  return (
    <section id="page" aria-label="Page" tabIndex={-1}>
      {!isDone && <Button onClick={asksFirst ? () => setOpen(true) : finish}>Snooze</Button>}
      <FormDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Snooze the loan"
        submitLabel="Snooze it"
        onSubmit={finish}
      >
        <p>It leaves the queue.</p>
      </FormDialog>
    </section>
  );
}

keepFocus(() => document.getElementById('page')?.focus());

const snooze = page.getByRole('button', { name: 'Snooze', exact: true });

it('the page takes the focus if the action of a dialog removes the button of the dialog', async () => {
  await drawLight(<Snoozing asksFirst />);
  await snooze.click();
  await page.getByRole('button', { name: 'Snooze it' }).click();
  await expect.element(snooze).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Page' })).toHaveFocus();
});

it('the page takes the focus if an action removes its own button', async () => {
  await drawLight(<Snoozing asksFirst={false} />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(snooze).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Page' })).toHaveFocus();
});
