import type { AuditEventName } from './control/audit-events.ts';

/** The events of a loan by kind. Events without a kind appear only under "all". */
const eventsOfKind = {
  money: [
    'disburse-loan',
    'undo-disbursement',
    'post-payment',
    'reverse-payment',
    'recover-loan',
    'add-charge',
    'waive-charge',
    'undo-waiver',
    'refund-credit',
    'undo-refund',
    'write-off-loan',
    'undo-write-off',
    'reschedule-loan',
    'undo-reschedule',
  ],
  contact: [
    'log-contact',
    'send-message',
    'resolve-contact-pause',
    'make-promise',
    'settle-promise',
    'agree-settlement',
    'plan-next-action',
    'snooze-loan',
  ],
  paper: ['write-note', 'strike-note', 'pin-note', 'file-document', 'withdraw-document'],
  holder: ['assign-loans', 'undo-assignment'],
  request: ['request-approval', 'approve-request', 'decline-request', 'withdraw-request'],
  facts: ['book-import', 'board-loan', 'update-from-tape', 'add-loan-party', 'end-loan-party'],
} as const satisfies Readonly<Record<string, readonly AuditEventName[]>>;

export type ActivityKind = keyof typeof eventsOfKind;

// `Object.keys` loses the key type, which the constant table guarantees.
export const activityKinds = Object.keys(eventsOfKind) as ActivityKind[];

export const eventsOf = (kind: ActivityKind): readonly AuditEventName[] => eventsOfKind[kind];
