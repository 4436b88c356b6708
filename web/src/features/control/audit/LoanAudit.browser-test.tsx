import type { AuditEvent, ListAudit } from '@bursar/contracts/control/audit';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, answers } from '../../../lib/testing/answer-api.ts';
import { drawFeature } from '../../../ui/testing/draw-feature.tsx';
import { LoanAudit } from './LoanAudit.tsx';

const event = (id: string, given: Partial<AuditEvent>): AuditEvent => ({
  id,
  at: '2026-02-06T11:24:00.000Z',
  event: 'post-payment',
  actor: { id: '0198-amira', name: 'Amira Nasser' },
  portfolio: null,
  subject: 'loan',
  subjectId: '0198-loan',
  subjectName: 'L-000006',
  before: null,
  after: { currency: 'USD', amountMinor: 49_263, valueDate: '2026-02-06' },
  requestId: null,
  ...given,
});

it('the audit of a loan has amounts in a column of their own, and details next to the event', async () => {
  const rows = [
    event('0198-payment', {}),
    event('0198-charge', {
      event: 'add-charge',
      after: { currency: 'USD', amountMinor: 1_500, reason: 'Second reminder sent' },
    }),
    event('0198-penalty', {
      event: 'add-charge',
      actor: null,
      after: {
        currency: 'USD',
        amountMinor: 2_000,
        valueDate: '2026-02-05',
        lateSince: '2026-01-01, 2026-02-01',
      },
    }),
    event('0198-waiver', {
      event: 'waive-charge',
      after: { currency: 'USD', amountMinor: 2_000, reason: 'Paid on 2026-01-01' },
    }),
    event('0198-plan', {
      event: 'reschedule-loan',
      before: { currency: 'USD', outstandingMinor: 90_000 },
      after: { currency: 'USD', outstandingMinor: 80_000 },
    }),
  ];
  answerApi(answers<ListAudit>('GET /api/audit', { rows, nextCursor: null, events: [] }));
  await drawFeature(<LoanAudit loanId="0198-loan" />, { texts: ['audit', 'app', 'facts'] });
  await expect.element(page.getByText('Second reminder sent')).toBeVisible();
  const [head, ...lines] = page
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].slice(1, 3).map((cell) => cell.textContent.trim()));
  expect(head).toEqual(['Event', 'Amount, USD']);
  expect(lines).toEqual([
    ['Payment posted', '492.63'],
    ['Charge addedSecond reminder sent', '15.00'],
    ['Charge addedLate since 1\u00a0Jan\u00a02026 and 1\u00a0Feb\u00a02026', '20.00'],
    ['Charge waivedPaid on 1\u00a0Jan\u00a02026', '20.00'],
    ['Loan rescheduledOutstanding 900.00 USD  800.00 USD', ''],
  ]);
});
