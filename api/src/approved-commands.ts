import type { ApprovedCommands } from './features/access/approvals/four-eyes.ts';
import { assignLoans } from './features/distribution/assignments/assign-loans.ts';
import { undoAssignment } from './features/distribution/assignments/undo-assignment.ts';
import { addCharge } from './features/servicing/charges/add-charge.ts';
import { undoWaiver, waiveCharge } from './features/servicing/charges/waive-charge.ts';
import {
  refundUnappliedFunds,
  undoRefund,
} from './features/servicing/unapplied-funds/refund-unapplied-funds.ts';
import { createAbsenceCover } from './features/distribution/absence-cover/create-absence-cover.ts';
import { makePromise } from './features/servicing/promises/make-promise.ts';
import { runDistributionRules } from './features/distribution/distribution-rules/run-distribution-rules.ts';
import { reversePayment } from './features/servicing/payments/reverse-payment.ts';
import { planOffer } from './features/servicing/reschedules/offer-plan.ts';
import {
  rescheduleLoan,
  undoReschedule,
} from './features/servicing/reschedules/reschedule-loan.ts';
import { agreeSettlement } from './features/servicing/settlements/agree-settlement.ts';
import { moveLoansOfSuspended } from './features/distribution/staff/loans-afterwards.ts';
import { undoWriteOff } from './features/servicing/write-offs/undo-write-off.ts';
import { writeOffLoan } from './features/servicing/write-offs/write-off-loan.ts';

/**
 * The commands that run after a second person approved them, one for each kind of request in the
 * API contract.
 */
export const approvedCommands: ApprovedCommands = {
  'reverse-payment': reversePayment,
  'write-off-loan': writeOffLoan,
  'undo-write-off': undoWriteOff,
  'reschedule-loan': { ...rescheduleLoan, planOffer },
  'undo-reschedule': undoReschedule,
  'make-promise': makePromise,
  'agree-settlement': agreeSettlement,
  'add-charge': addCharge,
  'waive-charge': waiveCharge,
  'undo-waiver': undoWaiver,
  'refund-credit': refundUnappliedFunds,
  'undo-refund': undoRefund,
  'reassign-loans': assignLoans,
  'undo-assignment': undoAssignment,
  'make-handover': createAbsenceCover,
  'move-held-loans': moveLoansOfSuspended,
  'run-distribution-rules': runDistributionRules,
};
