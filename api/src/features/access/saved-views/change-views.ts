import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type {
  ChooseDefaultView,
  RemoveView,
  SavedView,
  SaveView,
} from '@bursar/contracts/access/saved-views';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { deleteView, findView, putView, setDefault } from './saved-views.store.ts';

type SaveCommand = Pick<SavedView, 'id' | 'name' | 'search'> & { readonly list: string };

/**
 * Saves a view. A view is identified by its list and name, so a repeated call overwrites the view
 * with the same content.
 */
export async function saveView(
  database: Database,
  command: SaveCommand,
  context: CommandContext,
): Promise<Outcome<SavedView, FailureOf<SaveView>>> {
  const name = command.name.trim();
  if (name === '') return refuse('name_missing', { field: 'name' });
  return database.begin(async (transaction) => {
    const { now } = context;
    const accountId = context.session.account.id;
    const view = await putView(transaction, { ...command, name, accountId, at: now.toISOString() });
    await audit(transaction, context, {
      event: 'save-view',
      id: view.id,
      after: { list: command.list },
    });
    return succeed(view);
  });
}

export async function chooseDefaultView(
  database: Database,
  { id, isDefault }: { id: string; isDefault: boolean },
  context: CommandContext,
): Promise<Outcome<SavedView, FailureOf<ChooseDefaultView>>> {
  return database.begin(async (transaction) => {
    const accountId = context.session.account.id;
    const found = await findView(transaction, { accountId, id });
    if (!found) return refuse('not_found');
    const { list, ...view } = found;
    await setDefault(transaction, { accountId, id, list, isDefault });
    await audit(transaction, context, {
      event: 'choose-default-view',
      id,
      after: { list, isDefault: isDefault ? 1 : 0 },
    });
    return succeed({ ...view, isDefault });
  });
}

export async function removeView(
  database: Database,
  id: string,
  context: CommandContext,
): Promise<Outcome<AnswerOf<RemoveView>, FailureOf<RemoveView>>> {
  return database.begin(async (transaction) => {
    const accountId = context.session.account.id;
    const found = await findView(transaction, { accountId, id });
    if (!found) return refuse('not_found');
    await deleteView(transaction, { accountId, id });
    const { list } = found;
    await audit(transaction, context, { event: 'remove-view', id, before: { list } });
    return succeed({ removed: true });
  });
}

type ViewChange = {
  readonly event: 'save-view' | 'choose-default-view' | 'remove-view';
  readonly id: string;
  readonly before?: Record<string, string | number>;
  readonly after?: Record<string, string | number>;
};

function audit(
  transaction: Transaction,
  context: CommandContext,
  { event, id, before, after }: ViewChange,
): Promise<void> {
  return auditCommand(transaction, context, {
    portfolioId: context.session.portfolio?.id ?? null,
    event,
    subject: 'saved-view',
    subjectId: id,
    ...(before && { before }),
    ...(after && { after }),
  });
}
