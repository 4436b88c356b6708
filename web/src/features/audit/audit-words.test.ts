import { readFileSync } from 'node:fs';
import { auditEvents, auditSubjects } from '@bursar/contracts/audit-events';
import { describe, expect, it } from 'vitest';
import { knownFields } from './audit-words.ts';

describe.each(['en', 'ae'])('the words of the audit trail in %s', (language) => {
  const file = new URL(`../../../public/locales/${language}/audit.json`, import.meta.url);
  const words = JSON.parse(readFileSync(file, 'utf8'));

  it.each([
    ['event', auditEvents],
    ['subject', auditSubjects],
    ['field', knownFields],
  ])('name every %s', (kind, names: readonly string[]) => {
    expect(names.filter((name) => !words[kind][name])).toEqual([]);
  });
});
