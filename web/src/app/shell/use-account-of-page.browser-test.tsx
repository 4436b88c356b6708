import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { removeCookie, writeCookie } from '../../lib/cookies.ts';
import { queryClientAhead } from '../../lib/query-client.ts';
import { bindPageToAccount } from '../../lib/session.ts';
import { drawLight } from '../../ui/testing/draw.tsx';
import { useWritesOfAccount } from './use-account-of-page.ts';

function signIn(id: string): void {
  writeCookie('token', `of-${id}`);
  writeCookie('id', id);
}

function Writer({ write }: { readonly write: () => Promise<void> }) {
  useWritesOfAccount();
  const { mutate, error } = useMutation({ mutationFn: write, retry: 1, retryDelay: 1 });
  return (
    <>
      <button type="button" onClick={() => mutate()}>
        Save
      </button>
      {error && <p role="alert">{error.message}</p>}
    </>
  );
}

it('a failed write is not repeated as an account that has signed in since', async () => {
  signIn('ann');
  onTestFinished(() => ['token', 'id'].forEach(removeCookie));
  const unbind = bindPageToAccount();
  const write = vi.fn<() => Promise<void>>(async () => {
    unbind();
    signIn('ben');
    throw new Error('No answer');
  });
  const client = queryClientAhead();
  if (!client) throw new Error('The frame has opened already.');
  await drawLight(
    <QueryClientProvider client={client}>
      <Writer write={write} />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Nobody is signed in.');
  expect(write).toHaveBeenCalledTimes(1);
});
