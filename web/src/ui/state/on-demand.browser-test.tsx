import { Component, type ComponentType, type ReactNode, Suspense, use, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/draw.tsx';
import { overlayOnDemand } from './on-demand.ts';

type NoteProps = { opened: boolean };

const Note: ComponentType<NoteProps> = ({ opened }) => (opened ? <p>The note</p> : null);

/** Shows the error that a route's error screen would show. */
class Boundary extends Component<{ children: ReactNode }, { cause: Error | null }> {
  override state: { cause: Error | null } = { cause: null };
  static getDerivedStateFromError = (cause: Error) => ({ cause });
  override render() {
    return this.state.cause ? <p>{this.state.cause.message}</p> : this.props.children;
  }
}

function Page({ Overlay }: { Overlay: ComponentType<NoteProps> }) {
  const [opened, setOpened] = useState(false);
  return (
    <Boundary>
      <button type="button" onClick={() => setOpened(true)}>
        Write note
      </button>
      <Overlay opened={opened} />
    </Boundary>
  );
}

const open = () => page.getByRole('button', { name: 'Write note' }).click();

it('an overlay that could not be loaded in advance is loaded when it opens', async () => {
  const load = vi.fn<() => Promise<typeof Note>>(async () => Note);
  load.mockRejectedValueOnce(new Error('no connection'));
  await draw(<Page Overlay={overlayOnDemand(load)} />);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  await open();
  await expect.element(page.getByText('The note')).toBeVisible();
});

it('an overlay that cannot be loaded is an error only once it is opened', async () => {
  const load = vi.fn<() => Promise<typeof Note>>(async () => {
    throw new Error('no connection');
  });
  await draw(<Page Overlay={overlayOnDemand(load)} />);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  await expect.element(page.getByRole('button', { name: 'Write note' })).toBeVisible();
  await open();
  await expect.element(page.getByText('no connection')).toBeVisible();
});

it('an overlay that waits for its texts hides nothing else of the page', async () => {
  const never = new Promise<string>(() => undefined);
  const isDrawn = vi.fn<() => void>();
  const Waiting: ComponentType<NoteProps> = () => {
    isDrawn();
    return <p>{use(never)}</p>;
  };
  await draw(
    <Suspense fallback={<p>Nothing else</p>}>
      <Page Overlay={overlayOnDemand(async () => Waiting)} />
    </Suspense>,
  );
  await expect.poll(() => isDrawn.mock.calls.length).toBeGreaterThan(0);
  await expect.element(page.getByRole('button', { name: 'Write note' })).toBeVisible();
  expect(document.body.textContent).not.toContain('Nothing else');
});
