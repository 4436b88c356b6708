import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiFailure } from '../../lib/api-client.ts';
import { useContractForm } from '../../lib/contract-form.ts';
import { draw } from '../testing/draw.tsx';
import { DayField } from './DayField.tsx';
import { MoneyField } from './MoneyField.tsx';
import { PageForm } from './PageForm.tsx';
import { TextField } from './TextField.tsx';

type Values = { note: string; amountMinor: number | null; day: string | null };
type Sent = { onSuccess: (answer: string) => void; onError: (cause: Error) => void };

const empty = (): Values => ({ note: '', amountMinor: null, day: null });

/** A stand-in for the contract's schema: a note of at most six letters. */
const contract = async () => ({
  body: {
    safeParse: (body: unknown) => {
      const isLong = JSON.parse(JSON.stringify(body)).note.length > 6;
      const issue = { code: 'too_big', origin: 'string', maximum: 6, path: ['note'] };
      return { success: !isLong, ...(isLong && { error: { issues: [issue] } }) };
    },
  },
});

type Send = (body: Values, on: Sent) => void;
type PromiseProps = { send: Send; draftName?: string };

function PromiseForm({ send, draftName }: PromiseProps) {
  const [sent, setSent] = useState('');
  const form = useContractForm<Values, Values, string>({
    empty,
    ...(draftName !== undefined && { draftName }),
    rules: ({ note }) => ({ note: note === '' ? 'Write a note' : undefined }),
    contract,
    messages: { amountMinor: 'Enter an amount' },
    body: (values) => values,
    mutation: {
      isPending: false,
      mutateAsync: (body) =>
        new Promise((onSuccess, onError) => {
          send(body, { onSuccess, onError });
        }),
    },
    onSent: setSent,
  });
  return (
    // The warning about unsaved values needs the application's router.
    <PageForm form={{ ...form, isUnsaved: false }} submitLabel="Send">
      <TextField {...form.field('note')} label="Note" />
      <MoneyField {...form.field('amountMinor')} label="Amount" currency="USD" />
      {form.values.note !== 'No day' && (
        <DayField {...form.field('day')} label="Day" today="2026-03-01" />
      )}
      <output aria-label="State">{JSON.stringify({ unsaved: form.isUnsaved, sent })}</output>
    </PageForm>
  );
}

const note = () => page.getByLabelText('Note');
const send = () => page.getByRole('button', { name: 'Send' });
const state = () => page.getByLabelText('State');

it('a form explains a missing value at its field, and names the field in a summary with a link', async () => {
  const sending = vi.fn<Send>();
  await draw(<PromiseForm send={sending} />);
  await expect.element(note()).toHaveAccessibleDescription('');
  await send().click();
  const summary = page.getByRole('group', { name: 'Check one field' });
  await expect.element(summary).toHaveFocus();
  await expect.element(note()).toHaveAccessibleDescription('Write a note');
  await expect.element(page.getByText('Write a note')).toBeVisible();
  expect(page.getByText('Write a note').elements()).toHaveLength(1);
  expect(page.getByRole('alert').elements()).toEqual([]);
  await summary.getByRole('link', { name: 'Note' }).click();
  await expect.element(note()).toHaveFocus();
  await note().fill('Paid');
  await expect.element(summary).not.toBeInTheDocument();
  expect(sending).not.toHaveBeenCalled();
});

it('a form checks the request against the contract, and shows its own sentence or a general one', async () => {
  const sending = vi.fn<Send>();
  await draw(<PromiseForm send={sending} />);
  await note().fill('Too long');
  await page.getByLabelText('Amount').fill('12..5');
  await send().click();
  await expect.element(note()).toHaveAccessibleDescription('At most 6 characters');
  await expect.element(page.getByText('Enter an amount')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Amount' })).toBeVisible();
  expect(sending).not.toHaveBeenCalled();
});

it('a form does not treat unreadable text as empty, even in an optional field', async () => {
  const sending = vi.fn<Send>();
  await draw(<PromiseForm send={sending} />);
  await note().fill('Paid');
  await page.getByLabelText('Day', { exact: true }).fill('the day after');
  await send().click();
  await expect.element(page.getByRole('link')).toHaveTextContent('Day');
  expect(sending).not.toHaveBeenCalled();
});

it('a form forgets the unreadable text of a field that was removed', async () => {
  const sending = vi.fn<Send>();
  await draw(<PromiseForm send={sending} />);
  await page.getByLabelText('Day', { exact: true }).fill('the day after');
  await note().fill('No day');
  await note().fill('None');
  await send().click();
  expect(sending).toHaveBeenCalledTimes(1);
});

it("a form is sent once, however often the user tries, and shows the server's refusal at its field", async () => {
  const sent: Sent[] = [];
  const sending = vi.fn<Send>((_, on) => void sent.push(on));
  await draw(<PromiseForm send={sending} />);
  await note().fill('Paid');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(send()).toHaveAttribute('aria-busy', 'true');
  expect(sending).toHaveBeenCalledTimes(1);
  const refusal = {
    error: 'name_missing' as const,
    message: 'Known already.',
    fields: { note: '' },
  };
  sent[0]?.onError(new ApiFailure(409, refusal));
  await expect.element(note()).toHaveAccessibleDescription('Known already.');
  await note().fill('Other');
  await expect.element(note()).toHaveAccessibleDescription('');
  await send().click();
  sent[1]?.onSuccess('done');
  await expect.element(state()).toHaveTextContent('"sent":"done"');
});

it('a form reports a character that cannot be stored at its field, before sending', async () => {
  const sending = vi.fn<Send>();
  await draw(<PromiseForm send={sending} />);
  await note().fill('Pa\0id');
  await send().click();
  await expect
    .element(note())
    .toHaveAccessibleDescription(
      'This contains a character that cannot be stored. Type it again without that character.',
    );
  expect(sending).not.toHaveBeenCalled();
});

it('a form marks each field that only the server refused, and shows a summary above them', async () => {
  const sent: Sent[] = [];
  await draw(<PromiseForm send={(_, on) => void sent.push(on)} />);
  await note().fill('Paid');
  await send().click();
  const fields = { note: 'In English.', amountMinor: 'In English.' };
  const refusal = { error: 'invalid_request' as const, message: 'Correct the fields.', fields };
  sent[0]?.onError(new ApiFailure(400, refusal));
  await expect.element(note()).toHaveAccessibleDescription('This value is not allowed here');
  await expect.element(page.getByText('Correct the fields.')).toBeVisible();
  await note().fill('Other');
  await expect.element(note()).toHaveAccessibleDescription('');
});

it('a form is unsaved after a change, and saved again after the change is reverted', async () => {
  await draw(<PromiseForm send={vi.fn<Send>()} />);
  await note().fill('P');
  await expect.element(state()).toHaveTextContent('"unsaved":true');
  await note().clear();
  await expect.element(state()).toHaveTextContent('"unsaved":false');
});

it('a form saves the draft until it is sent or discarded', async () => {
  await draw(<PromiseForm send={vi.fn<Send>()} draftName="promise.test" />);
  await note().fill('Paid');
  await draw(<PromiseForm send={vi.fn<Send>()} draftName="promise.test" />);
  await expect.element(note()).toHaveValue('Paid');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.element(note()).toHaveValue('');
  await draw(<PromiseForm send={vi.fn<Send>()} draftName="promise.test" />);
  await expect.element(note()).toHaveValue('');
});
