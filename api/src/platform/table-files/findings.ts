import { firstOf } from '@bursar/contracts/cut-text';
import type { FindingCode } from '@bursar/contracts/intake/finding-codes';
import type { Finding } from '@bursar/contracts/intake/imports';

/** A finding without its number and message. */
export type NewFinding = {
  readonly row: number | null;
  readonly column: string | null;
  readonly severity: Finding['severity'];
  readonly code: FindingCode;
  readonly value: string | null;
  readonly details: Finding['details'];
};

/**
 * Maximum number of findings that are stored. A file with more usually has a single cause, which
 * the first ones show.
 */
export const FINDINGS_STORED_MAX = 10_000;

/** Longer texts are truncated, because findings must not store the file's content again. */
const SHOWN_MAX = 100;

export type Findings = {
  readonly listed: readonly NewFinding[];
  readonly counts: Readonly<Record<NewFinding['severity'], number>>;
  readonly add: (finding: NewFinding) => void;
  /** Counts findings beyond the first ones, whose details are not collected. */
  readonly countFurther: (severity: NewFinding['severity'], further: number) => void;
};

/** Collects a file's findings: counts all of them and stores the first `FINDINGS_STORED_MAX`. */
export function collectFindings(from?: Pick<Findings, 'listed' | 'counts'>): Findings {
  const listed: NewFinding[] = [...(from?.listed ?? [])];
  const counts = { error: 0, warning: 0, ...from?.counts };
  return {
    listed,
    counts,
    add(finding: NewFinding): void {
      counts[finding.severity] += 1;
      if (listed.length < FINDINGS_STORED_MAX) listed.push(finding);
    },
    countFurther(severity: Finding['severity'], further: number): void {
      counts[severity] += further;
    },
  };
}

type About = Partial<Pick<NewFinding, 'row' | 'column' | 'value' | 'details'>>;

export function errorFinding(code: FindingCode, about: About = {}): NewFinding {
  return makeFinding('error', code, about);
}

export function warningFinding(code: FindingCode, about: About = {}): NewFinding {
  return makeFinding('warning', code, about);
}

function makeFinding(severity: Finding['severity'], code: FindingCode, about: About): NewFinding {
  const { row = null, column = null, value = null, details = {} } = about;
  return { row, column: cut(column), severity, code, value: cut(value), details };
}

function cut(text: string | null): string | null {
  if (text === null) return null;
  return storable(text.length > SHOWN_MAX ? `${firstOf(text, SHOWN_MAX)}…` : text);
}

/** Removes NUL and replaces lone surrogates, which PostgreSQL's text type cannot store. */
export function storable(text: string): string {
  const stored = text.isWellFormed() ? text : text.toWellFormed();
  return stored.includes('\0') ? stored.replaceAll('\0', '') : stored;
}

/** Thrown by readers if the file cannot be read at all, or not beyond the row of the finding. */
export class UnreadableTape extends Error {
  readonly finding: NewFinding;

  constructor(unreadable: NewFinding) {
    super(unreadable.code);
    this.name = 'UnreadableTape';
    this.finding = unreadable;
  }
}

/**
 * Returns whether an error of reading a file is not about its content: the system failed to read it
 * (a full disk, a closed file), or the reader itself has a fault. The ZIP and XML readers report
 * damaged content by plain errors.
 */
export function isNotAboutContent(error: unknown): boolean {
  if (!(error instanceof Error) || 'syscall' in error) return true;
  return error instanceof TypeError && !('code' in error);
}

/** Returns the error for a file that exceeds a limit: it is not a tape, or would exhaust memory. */
export function beyond(code: FindingCode, limit: number, row: number | null = null) {
  return new UnreadableTape(errorFinding(code, { row, details: { limit } }));
}
