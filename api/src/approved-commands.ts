import type { Permission } from '@bursar/contracts/permissions';
import type { z } from 'zod';
import type { ApprovedCommand, ApprovedCommands } from './features/approvals/decide-request.ts';
import type { CommandContext } from './features/approvals/request-approval.ts';
import { assignCommand, assignLoansWithin } from './features/assignments/assign-loans.ts';
import { undoAssignmentWithin, undoCommand } from './features/assignments/undo-assignment.ts';
import { handoverCommand, makeHandoverWithin } from './features/handovers/make-handover.ts';
import { reversalCommand, reversePaymentWithin } from './features/payments/reverse-payment.ts';
import { heldLoansCommand, moveLoansOfSuspended } from './features/staff/loans-afterwards.ts';
import type { Transaction } from './platform/database.ts';
import type { Outcome } from './platform/outcome.ts';

/**
 * What runs once a second person has approved it: the command that was kept, read by the very
 * schema it was sent by. A kind that is added to the contract asks for its line here.
 */
export const approvedCommands: ApprovedCommands = {
  'reverse-payment': keptAs(reversalCommand, reversePaymentWithin, [
    'reverse-payment',
    // An agent's own payment, which an agent may ask about but not reverse.
    'request-reversal',
  ]),
  'reassign-loans': keptAs(assignCommand, assignLoansWithin, ['assign-loans']),
  'undo-assignment': keptAs(undoCommand, undoAssignmentWithin, ['assign-loans']),
  'make-handover': keptAs(handoverCommand, makeHandoverWithin, ['assign-loans']),
  'move-held-loans': keptAs(heldLoansCommand, moveLoansOfSuspended, ['manage-staff']),
};

function keptAs<Schema extends z.ZodType>(
  schema: Schema,
  run: (
    transaction: Transaction,
    command: z.output<Schema>,
    context: CommandContext,
  ) => Promise<Outcome<unknown>>,
  permissions: readonly Permission[],
): ApprovedCommand {
  return {
    permissions,
    run: (transaction, command, context) => run(transaction, schema.parse(command), context),
  };
}
