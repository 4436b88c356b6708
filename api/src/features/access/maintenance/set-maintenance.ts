import { uuidv7 } from 'uuidv7';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { findSince, insertMaintenance, removeMaintenance } from './maintenance.store.ts';

export function findMaintenance(database: Database): Promise<string | null> {
  return findSince(database);
}

/**
 * Turns maintenance mode on or off; while it is on, only administrators can work. A repeated call
 * changes nothing.
 */
export function setMaintenance(
  database: Database,
  { isOn }: { isOn: boolean },
  context: CommandContext,
): Promise<string | null> {
  return database.begin(async (transaction) => {
    const begunBy = context.session.account.id;
    const id = isOn
      ? await insertMaintenance(transaction, { id: uuidv7(), begunBy, at: context.now })
      : await removeMaintenance(transaction);
    if (id !== null) {
      await auditCommand(transaction, context, {
        portfolioId: null,
        event: isOn ? 'begin-maintenance' : 'end-maintenance',
        subject: 'maintenance',
        subjectId: id,
      });
    }
    return findSince(transaction);
  });
}
