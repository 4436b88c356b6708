import type { Finding, FindingCode } from '@bursar/contracts/imports';

/** A finding before it has its number and its sentence. */
export type NewFinding = {
  readonly row: number | null;
  readonly column: string | null;
  readonly severity: Finding['severity'];
  readonly code: FindingCode;
  readonly value: string | null;
  readonly details: Finding['details'];
};

/** More would help nobody: a file with so many has one cause, which the first ones show. */
export const FINDINGS_KEPT_MAX = 10_000;

/** Longer values are cut: a finding quotes a cell, it does not store the file a second time. */
const VALUE_SHOWN_MAX = 100;

export type Findings = ReturnType<typeof collectFindings>;

/** Gathers what is wrong with a file: counts all of it, keeps as much as anyone would read. */
export function collectFindings() {
  const kept: NewFinding[] = [];
  const counts = { error: 0, warning: 0 };
  return {
    kept,
    counts,
    add(finding: NewFinding): void {
      counts[finding.severity] += 1;
      if (kept.length < FINDINGS_KEPT_MAX) kept.push(finding);
    },
    /** For findings of which only the first were read. */
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
  const shown = value !== null && value.length > VALUE_SHOWN_MAX;
  return {
    row,
    column,
    severity,
    code,
    value: shown ? `${value.slice(0, VALUE_SHOWN_MAX)}…` : value,
    details,
  };
}

/** Thrown by the readers where nothing after this place can be read. */
export class UnreadableTape extends Error {
  readonly finding: NewFinding;

  constructor(unreadable: NewFinding) {
    super(unreadable.code);
    this.name = 'UnreadableTape';
    this.finding = unreadable;
  }
}
