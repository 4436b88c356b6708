import { writeOffLoan as contract } from '@bursar/contracts/servicing/write-offs';
import { z } from 'zod';
import { refuse } from '../../../platform/outcome.ts';
import { fourEyes } from '../../access/approvals/four-eyes.ts';
import { answer, answerEarlier, bookWriteOff, describeLoss, holdLoan } from './book-write-off.ts';
import { isLossAsShown, planWriteOff } from './plan-write-off.ts';

const event = 'write-off-loan';

/**
 * Writes off the principal that a loan still owes. The new status removes the loan from arrears,
 * dues and queues.
 */
export const writeOffLoan = fourEyes({
  kind: event,
  contract,
  schema: z.object({ ...contract.params.shape, ...contract.body.shape }),
  hold: holdLoan,
  answerEarlier: (transaction, sent) => answerEarlier(transaction, sent, event),
  plan: async (transaction, { command, held }) => {
    if (command.reason.trim() === '') return refuse('reason_missing', { field: 'reason' });
    const planned = await planWriteOff(transaction, held, command);
    return planned.ok ? isLossAsShown(planned.value, command) : planned;
  },
  countTaken: null,
  describe: (_transaction, { plan, ...sent }) => describeLoss(sent, plan),
  carryOut: (transaction, sent) => bookWriteOff(transaction, sent, event),
  answerWaiting: (transaction, { plan, ...sent }) =>
    answer(transaction, sent, { outcome: 'awaiting-approval', replayed: plan === null }),
});
