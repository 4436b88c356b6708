const closeCallbacks: (() => Promise<void>)[] = [];

/**
 * Calls `close` when the test file ends, to close what the file opened. Vitest ignores an
 * `afterAll` inside `beforeAll`, in which files open their database and app, so `close-after-file`
 * registers one in every file. The files of a worker share this module but run one after another.
 */
export function whenFileEnds(close: () => Promise<void>): void {
  closeCallbacks.push(close);
}

export async function closeWhatFileOpened(): Promise<void> {
  for (const close of closeCallbacks.splice(0).toReversed()) await close();
}
