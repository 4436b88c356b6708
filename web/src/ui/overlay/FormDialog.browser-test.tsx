import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../button/Button.tsx';
import { TextField } from '../form/TextField.tsx';
import { drawLight } from '../testing/draw.tsx';
import { FormDialog } from './FormDialog.tsx';

function Renaming({ onSend, busy = false }: { onSend: (name: string) => void; busy?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <FormDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Rename the team"
        submitLabel="Save name"
        onSubmit={() => onSend(name)}
        busy={busy}
      >
        <TextField id="name" label="Name" value={name} onChange={setName} focusFirst />
      </FormDialog>
    </>
  );
}

const open = async () => {
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveFocus();
};

it('a form dialog takes the focus, traps it and returns it', async () => {
  await drawLight(<Renaming onSend={() => undefined} />);
  await open();
  const dialog = page.getByRole('dialog', { name: 'Rename the team' });
  for (let step = 0; step < 6; step += 1) {
    await userEvent.tab();
    expect(dialog.element().contains(document.activeElement)).toBe(true);
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Rename' })).toHaveFocus();
});

it('a form dialog is submitted by Enter in its field', async () => {
  const onSend = vi.fn<(name: string) => void>();
  await drawLight(<Renaming onSend={onSend} />);
  await open();
  await userEvent.keyboard('Delta{Enter}');
  await expect.poll(() => onSend.mock.calls).toEqual([['Delta']]);
});

it('a form dialog stays open while it is sent, and is not sent twice', async () => {
  const onSend = vi.fn<(name: string) => void>();
  await drawLight(<Renaming onSend={onSend} busy />);
  await open();
  await userEvent.keyboard('Delta{Enter}{Escape}');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(onSend).not.toHaveBeenCalled();
});
