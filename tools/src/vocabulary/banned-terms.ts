export type BannedTerm = {
  /**
   * Matches a name that is written with hyphens (`isToldTwice` is `is-told-twice`), or the text of a
   * comment.
   */
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
  { name: /\bportions?\b/, use: 'allocation or component' },
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

/** Former words of comments, each with the plain word. */
export const bannedProse: readonly BannedTerm[] = [
  { name: /\breckon(ed|ing|s)?\b/i, use: 'replay or calculate' },
  { name: /\bportions?\b/i, use: 'allocation or component' },
  { name: /\b(whoever|somebody)\b/i, use: 'the account, the user' },
  { name: /\bbeside\b/i, use: 'next to' },
  { name: /\banew\b/i, use: 'again' },
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
  'portion',
  'principal_paid_not_told',
]);
