import type { ReadPayoffPdf } from '@bursar/contracts/records/statements';
import { UNPRINTABLE_HEADER } from '@bursar/contracts/unprintable-header';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiFailure } from '../../lib/api-client.ts';
import { downloadFile } from '../../lib/download.ts';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { quietly } from '../../lib/quietly.ts';
import { notify } from '../../ui/overlay/notify.ts';
import { Toasts } from '../../ui/overlay/Toasts.tsx';
import { drawFeature } from '../../ui/testing/draw-feature.tsx';
import { useUserReports } from './use-user-reports.ts';

const button = (name: string) => page.getByRole('button', { name });
const press = (name: string) => button(name).click();
const alerts = page.getByRole('alert');

/** A change that fails when the test says so. */
function slowChange() {
  const calls: ((cause: ApiFailure) => void)[] = [];
  const change = () => new Promise<void>((_, reject) => calls.push(reject));
  const fail = () => {
    for (const reject of calls)
      reject(new ApiFailure(409, { error: 'changed_since', message: '' }));
  };
  return { change, fail };
}

type DialogProps = {
  readonly change: () => Promise<void>;
  readonly meta?: Record<string, unknown>;
};

function Dialog({ change, meta = {} }: DialogProps) {
  const { mutate, mutateAsync, error } = useMutation({ mutationFn: change, meta });
  const report = (cause: unknown) => notify.error(failureSentence(cause));
  return (
    <>
      <button type="button" onClick={() => mutate()}>
        Save
      </button>
      <button type="button" onClick={() => void mutateAsync().catch(report)}>
        Report
      </button>
      <button
        type="button"
        onClick={() => notify.offer('Saved', { label: 'Undo', run: () => mutate() })}
      >
        Offer
      </button>
      {error && <p>Shown here</p>}
    </>
  );
}

function Frame(props: DialogProps) {
  useUserReports();
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      {isOpen && <Dialog {...props} />}
      <button type="button" onClick={() => setOpen(false)}>
        Close
      </button>
      <Toasts />
    </>
  );
}

const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 300);
  });

it.each([
  ['a change', ['Save', 'Close']],
  ['an undo', ['Offer', 'Close', 'Undo']],
  ['a change that its caller reports', ['Report', 'Close']],
])('%s that fails after its dialog was closed is reported once', async (_, buttons) => {
  const { change, fail } = slowChange();
  await drawFeature(<Frame change={change} />, { texts: [] });
  for (const name of buttons) await press(name);
  fail();
  await expect.element(alerts).toBeVisible();
  await settled();
  expect(alerts.elements()).toHaveLength(1);
});

it('a failure that an open dialog shows is not reported', async () => {
  const { change, fail } = slowChange();
  await drawFeature(<Frame change={change} />, { texts: [] });
  await press('Save');
  fail();
  await expect.element(page.getByText('Shown here')).toBeVisible();
  await settled();
  expect(alerts.elements()).toEqual([]);
});

it('a quiet change is not reported', async () => {
  const { change, fail } = slowChange();
  await drawFeature(<Frame change={change} meta={quietly} />, { texts: [] });
  await press('Save');
  await press('Close');
  fail();
  await settled();
  expect(alerts.elements()).toEqual([]);
});

it('names the characters that a saved file shows as boxes', async () => {
  await drawFeature(<Frame change={async () => undefined} />, { texts: [] });
  const headers = { [UNPRINTABLE_HEADER]: encodeURIComponent('王🙂') };
  const spy = vi.spyOn(window, 'fetch').mockResolvedValue(new Response('%PDF-', { headers }));
  onTestFinished(() => spy.mockRestore());
  const saves = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  onTestFinished(() => saves.mockRestore());
  const params = { loanId: '1' };
  await downloadFile<ReadPayoffPdf>('GET /api/loans/:loanId/payoff-quote.pdf', {
    params,
    query: {},
  });
  await expect
    .element(alerts)
    .toHaveTextContent('The saved file shows empty boxes instead of these characters: 王 🙂');
  expect(saves).toHaveBeenCalledTimes(1);
});
