import type { ApprovedCommands } from './features/approvals/decide-request.ts';
import { assignCommand, assignLoansWithin } from './features/assignments/assign-loans.ts';
import { reversalCommand, reversePaymentWithin } from './features/payments/reverse-payment.ts';

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
};
