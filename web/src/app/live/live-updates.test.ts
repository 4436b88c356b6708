import { describe, expect, it } from 'vitest';
import { isAffected } from './live-updates.ts';

const changeOf = (subject: string, loanId: string | null = null) => ({
  event: 'whatever',
  subject,
  subjectId: 's1',
  loanId,
});

describe('a change', () => {
  it('of a loan refetches lists, figures, the trail and its own page, and no other pages', () => {
    const change = changeOf('loan', 'l1');
    const shown = [
      ['loans', 'list', {}],
      ['loans', 'one', 'l1'],
      ['loans', 'one', 'l1', 'payments'],
      ['dashboard'],
      ['work-queue', 'queue'],
      ['income', 'chart'],
      ['assignment-targets'],
      ['audit', 'list'],
    ];
    for (const key of shown) expect(isAffected(key, change), JSON.stringify(key)).toBe(true);
    const others = [['loans', 'one', 'l2', 'ledger'], ['notifications'], ['imports', 'list']];
    for (const key of others) expect(isAffected(key, change), JSON.stringify(key)).toBe(false);
  });

  it.each([
    ['assignment-batch', ['loans', 'one', 'l2'], true],
    ['assignment-batch', ['income', 'chart'], false],
    // An undone batch or a decided request changes its notification.
    ['assignment-batch', ['notifications'], true],
    ['approval', ['notifications'], true],
    ['import', ['notifications'], true],
    ['import', ['duplicate-borrowers'], true],
    ['import', ['assignment-targets'], true],
    ['account', ['session'], true],
    ['account', ['profile', 'sessions'], true],
    ['mail', ['loans', 'list'], false],
    ['role', ['permissions'], true],
    ['role', ['loans', 'list'], false],
    ['notice', ['notifications'], true],
    ['notice', ['loans', 'list'], false],
    ['calendar-event', ['calendar', 'events'], true],
    ['calendar-event', ['loans', 'list'], false],
    ['chat', ['chats', 'list'], true],
    ['chat', ['loans', 'list'], false],
    ['session', ['session'], false],
  ])('of a subject %s affects the query %j: %s', (subject, key, isShown) => {
    expect(isAffected(key, changeOf(subject))).toBe(isShown);
  });

  it('of an unknown subject refetches everything except the pages of other loans', () => {
    expect(isAffected(['teams', 'list'], changeOf('parcel', 'l1'))).toBe(true);
    expect(isAffected(['loans', 'one', 'l2'], changeOf('parcel', 'l1'))).toBe(false);
  });
});
