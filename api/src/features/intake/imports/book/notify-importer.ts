import type { Transaction } from '../../../../platform/database.ts';
import { sendNotifications } from '../../../access/notifications/send-notifications.ts';
import type { ImportActor } from '../import-desk.ts';
import { findImport, type ImportKey } from '../imports.store.ts';

type Ended = {
  readonly key: ImportKey;
  readonly actor: ImportActor;
  readonly event: 'import-booked' | 'import-failed';
  readonly count: number;
  readonly at: Date;
};

/**
 * Notifies the user who started booking an import how it ended, because booking continues after
 * they leave the page.
 */
export async function notifyImporter(
  transaction: Transaction,
  { key, actor, event, count, at }: Ended,
): Promise<void> {
  const tape = await findImport(transaction, key);
  if (!tape) throw new Error(`import ${key.importId} was booked but is missing`);
  await sendNotifications(transaction, [
    {
      portfolioId: key.portfolioId,
      accountId: actor.accountId,
      kind: 'notification',
      event,
      senderId: null,
      count,
      subject: tape.fileName,
      target: { kind: 'import', id: key.importId },
      at: at.toISOString(),
    },
  ]);
}
