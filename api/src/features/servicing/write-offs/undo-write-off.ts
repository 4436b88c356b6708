import { undoWriteOff as contract } from '@bursar/contracts/servicing/write-offs';
import { z } from 'zod';
import { rolledBackWithin } from '../../../platform/database.ts';
import { refuse } from '../../../platform/outcome.ts';
import { fourEyes } from '../../access/approvals/four-eyes.ts';
import { penaltyFacts } from '../charges/penalty-facts.ts';
import {
  answer,
  answerEarlier,
  bookWriteOff,
  describeLoss,
  holdLoan,
  writeLoss,
} from './book-write-off.ts';
import { planUndoWriteOff } from './plan-write-off.ts';

const event = 'undo-write-off';

/**
 * Undoes a write-off with the opposite event. The loan is active again with its former instalments.
 */
export const undoWriteOff = fourEyes({
  kind: event,
  contract,
  schema: z.object({ ...contract.params.shape, ...contract.body.shape }),
  hold: holdLoan,
  answerEarlier: (transaction, sent) => answerEarlier(transaction, sent, event),
  plan: async (transaction, { command, held }) =>
    command.reason.trim() === ''
      ? refuse('reason_missing', { field: 'reason' })
      : planUndoWriteOff(transaction, held, command),
  countTaken: null,
  describe: async (transaction, sent) => {
    const described = describeLoss(sent, sent.plan);
    const charged = await rolledBackWithin(transaction, (trial) => writeLoss(trial, sent, event));
    return { ...described, after: { ...described.after, ...penaltyFacts({ charged }) } };
  },
  carryOut: (transaction, sent) => bookWriteOff(transaction, sent, event),
  answerWaiting: (transaction, { plan, ...sent }) =>
    answer(transaction, sent, { outcome: 'awaiting-approval', replayed: plan === null }),
});
