import { afterAll } from 'vitest';

const closings: (() => Promise<void>)[] = [];

/**
 * What a test file opened is closed when it ends. Vitest forgets an `afterAll` that is asked for
 * inside `beforeAll`, where files open their database and app: this one stands in every file, since
 * the project names this module as its set-up.
 */
export function whenFileEnds(close: () => Promise<void>): void {
  closings.push(close);
}

afterAll(async () => {
  for (const close of closings.splice(0).toReversed()) await close();
});
