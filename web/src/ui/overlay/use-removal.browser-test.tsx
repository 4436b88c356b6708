import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import { Toasts } from './Toasts.tsx';
import { useRemoval } from './use-removal.tsx';

const removed = vi.fn<(id: string) => void>();
const restore = vi.fn<(newId: string) => Promise<unknown>>();

/** The server's answer to a removal. */
let answer: Promise<void> = Promise.resolve();

type NoteProps = { isOwn: boolean; failure?: string };

function Note({ isOwn, failure }: NoteProps) {
  const removal = useRemoval({
    record: { id: 'note', mayRemove: true },
    title: 'Call the bank',
    removing: {
      isPending: false,
      variables: 'note',
      error: failure === undefined ? null : new Error(failure),
      mutate: (id, { onSuccess, onSettled }) => {
        removed(id);
        void answer.then(() => {
          onSuccess();
          onSettled();
        });
      },
    },
    failureOf: ({ message }) => message,
    onRemoved: () => undefined,
    done: 'Note removed',
    restore: isOwn ? restore : null,
  });
  return (
    <>
      <p role="note">{removal.inForm({ busy: false, failure: undefined }).failure}</p>
      {removal.button}
      {removal.dialog}
      <Toasts />
    </>
  );
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

beforeEach(() => {
  vi.resetAllMocks();
  answer = Promise.resolve();
});

it('an own record is removed at once, and Undo creates it again', async () => {
  restore.mockResolvedValue(undefined);
  await draw(<Note isOwn />, 'en', ['apps']);
  await press('Remove');
  await expect.element(page.getByText('Note removed')).toBeVisible();
  expect(removed).toHaveBeenCalledWith('note');
  await press('Undo');
  await expect.element(page.getByText('Restored')).toBeVisible();
  expect(restore).toHaveBeenCalledTimes(1);
});

it('a double click removes a record once', async () => {
  let arrive = () => undefined as void;
  answer = new Promise((resolve) => {
    arrive = resolve;
  });
  await draw(<Note isOwn />, 'en', ['apps']);
  await page.getByRole('button', { name: 'Remove' }).dblClick();
  arrive();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(removed).toHaveBeenCalledTimes(1);
});

it('an undo that failed can be tried again, with the same id', async () => {
  restore.mockRejectedValueOnce(new Error('The server cannot be reached.'));
  restore.mockResolvedValue(undefined);
  await draw(<Note isOwn />, 'en', ['apps']);
  await press('Remove');
  await press('Undo');
  await expect.element(page.getByText('The server cannot be reached.')).toBeVisible();
  await press('Try again');
  await expect.element(page.getByText('Restored')).toBeVisible();
  const [first, second] = restore.mock.calls.map(([newId]) => newId);
  expect(second).toBe(first);
});

it('the removal of another user’s record is confirmed first', async () => {
  await draw(<Note isOwn={false} />, 'en', ['apps']);
  await press('Remove');
  const dialog = page.getByRole('dialog', { name: 'Remove “Call the bank”?' });
  await expect.element(dialog).toBeVisible();
  expect(removed).not.toHaveBeenCalled();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('Note removed')).toBeVisible();
  expect(removed).toHaveBeenCalledTimes(1);
  expect(page.getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
});

it('a refused removal that needs no confirmation says why in its form', async () => {
  await draw(<Note isOwn failure="Only its creator may remove it." />, 'en', ['apps']);
  await expect.element(page.getByRole('note')).toHaveTextContent('Only its creator');
});
