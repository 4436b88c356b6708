import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useContractForm } from '../../lib/contract-form.ts';
import { Button } from '../button/Button.tsx';
import { drawLight } from '../testing/draw.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';

type Send = (body: { reason: string }) => void;

function Striking({ send }: { send: Send }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const form = useContractForm({
    empty: () => ({ reason: '' }),
    opened: isOpen,
    draftName: 'strike.test',
    rules: ({ reason }) => ({ reason: reason.trim() === '' ? 'Say why' : undefined }),
    body: ({ reason }) => ({ reason }),
    mutation: {
      isPending: false,
      mutateAsync: async (body: { reason: string }) => send(body),
    },
    onSent: close,
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Strike</Button>
      <ReasonDialog
        opened={isOpen}
        onClose={close}
        title="Strike this note?"
        meaning="It stays legible."
        reason={{ ...form.field('reason'), label: 'Reason' }}
        submitLabel="Strike note"
        {...form.dialog}
      />
    </>
  );
}

const open = () => page.getByRole('button', { name: 'Strike', exact: true }).click();
const reason = () => page.getByLabelText('Reason');
const submit = () => page.getByRole('button', { name: 'Strike note' }).click();

it('a reason dialog asks for a reason and cannot be sent without one', async () => {
  const send = vi.fn<Send>();
  await drawLight(<Striking send={send} />);
  await open();
  await submit();
  await expect.element(page.getByText('Say why')).toBeVisible();
  expect(send).not.toHaveBeenCalled();
});

it('a reason dialog saves the typed text while closed, and forgets it once sent', async () => {
  const send = vi.fn<Send>();
  await drawLight(<Striking send={send} />);
  await open();
  await reason().fill('Written on the wrong loan');
  await page.getByRole('button', { name: 'Keep draft' }).click();
  await open();
  await expect.element(reason()).toHaveValue('Written on the wrong loan');
  await submit();
  await expect.poll(() => send.mock.calls).toEqual([[{ reason: 'Written on the wrong loan' }]]);
  await open();
  await expect.element(reason()).toHaveValue('');
});
