import { expect, type BrowserContext } from '@playwright/test';
import { noteComplaints } from './note-complaints.ts';

/**
 * Chromium's messages for calls whose server went away, at any stage, or is starting again: a
 * starting server answers 503 until it is ready.
 */
export const SERVER_GONE =
  /ERR_(CONNECTION_\w+|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)|status of 503/;

export type Watch = {
  /** Expects a complaint of the browser as part of the journey: it must come at least once. */
  readonly expectComplaint: (pattern: RegExp) => void;
  /** Fails for every unexpected complaint and for every expected one that did not come. */
  readonly verify: () => void;
};

export function watchVisitor(context: BrowserContext, address: string): Watch {
  const complaints = noteComplaints(context, address);
  const expected: RegExp[] = [];
  return {
    expectComplaint: (pattern) => expected.push(pattern),
    verify: () => {
      const surprises = complaints.filter(
        (text) => !expected.some((pattern) => pattern.test(text)),
      );
      expect(surprises, 'what the browser complained of').toEqual([]);
      const missing = expected.filter((pattern) => !complaints.some((text) => pattern.test(text)));
      expect(missing, 'complaints that were expected but never came').toEqual([]);
    },
  };
}
