export type BannedTerm = {
  /** Matches a name that is written with hyphens: `isToldTwice` is `is-told-twice`. */
  readonly name: RegExp;
  /** The term of docs/glossary.md, or plain English. */
  readonly use: string;
};

/** Former words of this code, each with the term that replaced it. */
export const bannedTerms: readonly BannedTerm[] = [
  { name: /\bacquaintances?\b/, use: 'external contact' },
  { name: /\bmemos\b|\bmemo-(?!id\b)/, use: 'personal note' },
  { name: /\bhandovers?\b(?!-id\b)/, use: 'absence cover' },
  { name: /\bclosings\b|\bclosing-(?!balance|minor)/, use: 'end of day' },
  { name: /\bnotices\b|^notice-(?!id\b)/, use: 'notification' },
  { name: /\bpapers\b|\bpaper-(?!size)/, use: 'statement, document or PDF' },
  { name: /\bportions\b|-portion\b/, use: 'allocation' },
  { name: /\bbeyond-due\b/, use: 'overpayment' },
  { name: /\bbesides\b|\bbeside\b/, use: 'confirmed duplicate, or next to' },
  { name: /\breckon(ed|ing|s)?\b/, use: 'replay or calculate' },
  { name: /\b(lifted|laid|poured)\b/, use: 'allocated' },
  { name: /\b(told|untold)\b/, use: 'stated, chosen or notified' },
  { name: /\bsaid\b/, use: 'text or message' },
  { name: /\b(whoever|somebody)\b/, use: 'the account, the user' },
  { name: /\b(stands|lies)\b/, use: 'is' },
  { name: /\bforgives?\b/, use: 'reset or waive' },
  { name: /\bkept-(?!promise)|\bis-kept\b/, use: 'cached, saved or stored' },
];

/** Names of the published API and of stored data, which do not change. */
export const publishedNames: ReadonlySet<string> = new Set([
  'acquaintance',
  'acquaintanceId',
  'besides',
  'beyondDue',
  'column_told_twice',
  'fact_kept_as_changed_here',
  'handover_already_ended',
  'keptMinor',
  'notices',
  'principal_paid_not_told',
]);
