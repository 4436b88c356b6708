import { useState } from 'react';
import { createPortal } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import { ErrorState } from './ErrorState.tsx';

const unreachable = 'The server cannot be reached.';
const explained = () => page.getByRole('alert').elements();

it('only the first failed part of a page explains it, and its button retries all of them', async () => {
  const retries = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
  await draw(
    retries.map((onRetry, part) => (
      <section key={part}>
        <ErrorState title={unreachable} onRetry={onRetry} />
      </section>
    )),
  );
  expect(explained()).toHaveLength(1);
  await page.getByRole('button', { name: 'Try again' }).click();
  for (const retry of retries) expect(retry).toHaveBeenCalledTimes(1);
});

it('a dialog explains its failure, whatever the page below it has explained', async () => {
  await draw(
    <>
      <ErrorState title={unreachable} />
      {createPortal(
        <div role="dialog" aria-label="Borrower">
          <Part />
        </div>,
        document.body,
      )}
    </>,
  );
  expect(explained()).toHaveLength(2);
});

it('the next part explains the failure when the first has loaded', async () => {
  await draw(<Parts />);
  expect(explained()).toHaveLength(1);
  await page.getByRole('button', { name: 'Load the first part' }).click();
  await expect.element(page.getByText('The second part')).toBeVisible();
});

function Part() {
  return <ErrorState title="The second part" />;
}

function Parts() {
  const [isLoaded, setIsLoaded] = useState(false);
  return (
    <>
      {!isLoaded && <ErrorState title={unreachable} />}
      <div>
        <Part />
      </div>
      <button type="button" onClick={() => setIsLoaded(true)}>
        Load the first part
      </button>
    </>
  );
}
