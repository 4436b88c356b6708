import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ApiFailure } from '../../lib/api-client.ts';
import { Toasts } from '../../ui/overlay/Toasts.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { drawFeature } from '../../ui/testing/draw-feature.tsx';
import { useFailedReads } from './use-failed-reads.ts';

const notice = page.getByText('Part of this page could not be loaded.');
const button = (name: string) => page.getByRole('button', { name });

/** Returns a read that fails until `server.isBack`; `server` counts the reads. */
function failingReads(status: number) {
  const server = { reads: 0, isBack: false };
  const read = () => {
    server.reads += 1;
    if (server.isBack) return 'options';
    throw new ApiFailure(status, { error: 'unexpected_failure', message: '' });
  };
  return { server, read };
}

function Field({ read }: { read: () => string }) {
  return <p>{useQuery({ queryKey: ['options'], queryFn: read }).data}</p>;
}

function Frame({ read, isExplained = false }: { read: () => string; isExplained?: boolean }) {
  useFailedReads();
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      {isOpen && <Field read={read} />}
      {isExplained && <ErrorState title="Nothing loaded" onRetry={() => undefined} />}
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Turn
      </button>
      <Toasts />
    </>
  );
}

function LateFrame({ read }: { read: () => string }) {
  const [watches, setWatches] = useState(false);
  return (
    <>
      <Field read={read} />
      {watches && <Watch />}
      <button type="button" onClick={() => setWatches(true)}>
        Watch
      </button>
      <Toasts />
    </>
  );
}

function Watch() {
  useFailedReads();
  return null;
}

it('a failed read is reported until it is loaded, also if it fails again at once', async () => {
  const { server, read } = failingReads(500);
  await drawFeature(<Frame read={read} />, { texts: [] });
  await expect.element(notice).toBeVisible();
  await button('Try again').click();
  await expect.poll(() => server.reads).toBe(2);
  await expect.element(notice).toBeVisible();
  server.isBack = true;
  await button('Try again').click();
  await expect.element(page.getByText('options')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});

it('a read that failed before the frame watches for failures is reported', async () => {
  const { server, read } = failingReads(500);
  await drawFeature(<LateFrame read={read} />, { texts: [] });
  await expect.poll(() => server.reads).toBe(1);
  await button('Watch').click();
  await expect.element(notice).toBeVisible();
});

it('a failed read is forgotten with its page, and reported on the next visit', async () => {
  const { read } = failingReads(500);
  await drawFeature(<Frame read={read} />, { texts: [] });
  await expect.element(notice).toBeVisible();
  await button('Turn').click();
  await expect.element(notice).not.toBeInTheDocument();
  await button('Turn').click();
  await expect.element(notice).toBeVisible();
});

it('a message that the reader closed does not return for the same read', async () => {
  const { read } = failingReads(500);
  await drawFeature(<Frame read={read} />, { texts: [] });
  await expect.element(notice).toBeVisible();
  await button('Dismiss').click();
  await expect.element(notice).not.toBeInTheDocument();
  await new Promise((resolve) => {
    setTimeout(resolve, 500);
  });
  await expect.element(notice).not.toBeInTheDocument();
});

it('a refusal, and a failure that the page explains, are not reported', async () => {
  const refused = failingReads(404);
  await drawFeature(<Frame read={refused.read} />, { texts: [] });
  await expect.poll(() => refused.server.reads).toBe(1);
  const { read } = failingReads(500);
  await drawFeature(<Frame read={read} isExplained />, { texts: [] });
  await expect.element(page.getByText('Nothing loaded')).toBeVisible();
  await new Promise((resolve) => {
    setTimeout(resolve, 500);
  });
  await expect.element(notice).not.toBeInTheDocument();
});
