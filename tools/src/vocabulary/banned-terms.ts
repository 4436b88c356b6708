export type BannedTerm = {
  /**
   * Matches a name converted to kebab case (`dueAmount` becomes `due-amount`), or the text of a
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
  { name: /\bvisitor-messages?\b/, use: 'enquiry' },
  { name: /\binternal-mails?\b/, use: 'staff mail' },
  { name: /\boutgoing-mails?\b/, use: 'outbox' },
  { name: /\bmail-box(es)?\b/, use: 'state of a mail thread' },
  { name: /\bword-line\b/, use: 'notify listener' },
  { name: /\bhears?\b/, use: 'subscribe or receive' },
  { name: /\btells?\b/, use: 'notify or describe' },
  { name: /\b(says|sends)\b/, use: 'messages, shows or states' },
  { name: /\bpours?\b|\bfill-walk\b/, use: 'waterfall' },
  { name: /\bplacing\b/, use: 'allocation' },
  { name: /\bloan-standing\b|\bstanding-payments?\b/, use: 'balances, or effective payments' },
  { name: /\bloan-list-facts\b/, use: 'loan list config' },
  { name: /\b(money-moved|entries-booked)\b/, use: 'a verb, such as post movements' },
  { name: /\btaken-key\b|\bbegin-unless\b/, use: 'unique violation, or transaction or conflict' },
  { name: /\bloan-arrows?\b/, use: 'loan transition' },
  { name: /\blisted-loans\b/, use: 'loan list rows' },
  { name: /\b(await-seal|refuse-change)\b/, use: 'queue audit seal, or forbid change' },
  { name: /\bfirst-(words|questions)\b|\bask-before-frame\b/, use: 'preload or prefetch' },
  { name: /\brooms\b/, use: 'chunks' },
  { name: /\bone-ahead\b/, use: 'prefetch next' },
  { name: /\bdone-on-loan\b/, use: 'activity since import' },
  { name: /\bquiet-now\b/, use: 'is quiet hour' },
  { name: /\bput-in-place\b/, use: 'move card' },
  { name: /\bunfit\b/, use: 'invalid' },
  { name: /\bread-loss\b/, use: 'write-off' },
  { name: /(?<!kanban-)\bboards\b/, use: 'kanban boards' },
];

/** Former words of comments, each with the plain word. */
export const bannedProse: readonly BannedTerm[] = [
  { name: /\breckon(ed|ing|s)?\b/i, use: 'replay or calculate' },
  { name: /\bportions?\b/i, use: 'allocation or component' },
  { name: /\b(whoever|somebody)\b/i, use: 'the account, the user' },
  { name: /\bbeside\b/i, use: 'next to' },
  { name: /\banew\b/i, use: 'again' },
  { name: /\bacquaintances?\b/i, use: 'external contact' },
  { name: /\bhandovers?\b/i, use: 'absence cover' },
  { name: /\bmemos\b/i, use: 'personal note' },
  { name: /\bbesides\b/i, use: 'confirmed duplicate, or also' },
  { name: /\b(told|stands|lies)\b/i, use: 'stated, notified or is' },
  { name: /\bvisitor-messages?\b|\bvisitor messages?\b/i, use: 'enquiry' },
  { name: /\bpours?\b|\bpoured\b/i, use: 'allocate' },
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
  'internalMailId',
  'keptMinor',
  'notices',
  'portion',
  'principal_paid_not_told',
  'visitor_messages_full',
]);
