import type {
  DiscardMessageBatch,
  ReleaseMessageBatch,
} from '@bursar/contracts/collections/dunning';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand, auditedCall } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { lockBatch, markDiscarded } from './batches.store.ts';
import { portfolioRun } from './portfolio-run.ts';
import { releaseWithin } from './release-batch.ts';

type Release = InputOf<ReleaseMessageBatch>['body'] & { readonly messageBatchId: string };
type Released = Outcome<AnswerOf<ReleaseMessageBatch>, FailureOf<ReleaseMessageBatch>>;

/** Releases a batch as the caller. */
export function releaseBatch(
  database: Database,
  { messageBatchId: batchId, id: releaseId, leaveOut }: Release,
  context: CommandContext,
): Promise<Released> {
  const { session } = context;
  return database.begin(async (transaction): Promise<Released> => {
    const portfolioId = portfolioRun(session);
    if (portfolioId === null) return refuse('not_found');
    return releaseWithin(transaction, {
      portfolioId,
      batchId,
      releaseId,
      leaveOut,
      by: session.account.id,
      itself: false,
      today: session.businessDate,
      ...auditedCall(context),
    });
  });
}

type Discarded = Outcome<AnswerOf<DiscardMessageBatch>, FailureOf<DiscardMessageBatch>>;

/** Discards a batch that was not released. */
export function discardBatch(
  database: Database,
  { messageBatchId: id }: { readonly messageBatchId: string },
  context: CommandContext,
): Promise<Discarded> {
  const { session, now } = context;
  return database.begin(async (transaction): Promise<Discarded> => {
    const portfolioId = portfolioRun(session);
    if (portfolioId === null) return refuse('not_found');
    const batch = await lockBatch(transaction, { portfolioId, id });
    if (!batch) return refuse('not_found');
    if (batch.state === 'discarded') return succeed({ replayed: true });
    if (batch.state !== 'proposed') return refuse('message_batch_settled');
    const by = session.account.id;
    await markDiscarded(transaction, { portfolioId, id, by, at: now.toISOString() });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'discard-messages',
      subject: 'message-batch',
      subjectId: id,
      after: { channel: batch.channel },
    });
    return succeed({ replayed: false });
  });
}
