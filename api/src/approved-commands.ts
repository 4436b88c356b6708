import type { ApprovedCommands } from './features/approvals/decide-request.ts';
import { assignCommand, assignLoansWithin } from './features/assignments/assign-loans.ts';
import { undoAssignmentWithin, undoCommand } from './features/assignments/undo-assignment.ts';
import { handoverCommand, makeHandoverWithin } from './features/handovers/make-handover.ts';
import { reversalCommand, reversePaymentWithin } from './features/payments/reverse-payment.ts';
import { heldLoansCommand, moveLoansOfSuspended } from './features/staff/loans-afterwards.ts';

/**
 * What runs once a second person has approved it: the command that was kept, read by the very
 * schema it was sent by. A kind that is added to the contract asks for its line here.
 */
export const approvedCommands: ApprovedCommands = {
  'reverse-payment': {
    permission: 'reverse-payment',
    run: (transaction, command, context) =>
      reversePaymentWithin(transaction, reversalCommand.parse(command), context),
  },
  'reassign-loans': {
    permission: 'assign-loans',
    run: (transaction, command, context) =>
      assignLoansWithin(transaction, assignCommand.parse(command), context),
  },
  'undo-assignment': {
    permission: 'assign-loans',
    run: (transaction, command, context) =>
      undoAssignmentWithin(transaction, undoCommand.parse(command), context),
  },
  'make-handover': {
    permission: 'assign-loans',
    run: (transaction, command, context) =>
      makeHandoverWithin(transaction, handoverCommand.parse(command), context),
  },
  'move-held-loans': {
    permission: 'manage-staff',
    run: (transaction, command, context) =>
      moveLoansOfSuspended(transaction, heldLoansCommand.parse(command), context),
  },
};
