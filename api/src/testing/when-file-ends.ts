const closings: (() => Promise<void>)[] = [];

/**
 * What a test file opened is closed when it ends. Vitest forgets an `afterAll` that is asked for
 * inside `beforeAll`, where files open their database and app: `close-after-file` has one in every
 * file. Files share this module, and each runs to its end before the next of its worker begins.
 */
export function whenFileEnds(close: () => Promise<void>): void {
  closings.push(close);
}

export async function closeWhatFileOpened(): Promise<void> {
  for (const close of closings.splice(0).toReversed()) await close();
}
