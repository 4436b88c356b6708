import { expect, type BrowserContext } from '@playwright/test';
import { noteComplaints } from './note-complaints.ts';

/**
 * What Chromium says of a call whose server went away, wherever on its way the call was, or starts again: it
 * answers 503 until it is ready.
 */
export const SERVER_GONE =
  /ERR_(CONNECTION_\w+|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)|status of 503/;

export type Watch = {
  /** What the browser is about to complain of is part of the journey: it must come, once or more. */
  readonly expectComplaint: (words: RegExp) => void;
  /** Fails for every complaint that nobody expected, and every one expected that never came. */
  readonly verify: () => void;
};

/** Holds a browser to what must never happen on a page. */
export function watchVisitor(context: BrowserContext, address: string): Watch {
  const complaints = noteComplaints(context, address);
  const expected: RegExp[] = [];
  return {
    expectComplaint: (words) => expected.push(words),
    verify: () => {
      const surprises = complaints.filter((text) => !expected.some((words) => words.test(text)));
      expect(surprises, 'what the browser complained of').toEqual([]);
      const missing = expected.filter((words) => !complaints.some((text) => words.test(text)));
      expect(missing, 'complaints that were expected but never came').toEqual([]);
    },
  };
}
