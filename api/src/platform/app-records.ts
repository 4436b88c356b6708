import type { AppNoun } from '@bursar/contracts/audit-events';
import {
  deleteRecord,
  holdRecord,
  holdsTheSame,
  insertRecord,
  updateRecord,
  type Columns,
  type RecordKind,
  type Standing,
} from './app-records.store.ts';
import { auditCommand } from './audit.ts';
import type { CommandContext } from './command-context.ts';
import type { Database, Transaction } from './database.ts';
import { refuse, succeed, type Outcome } from './outcome.ts';
import { mayRuleRecord } from './scope.ts';

/**
 * How the working apps make, change and remove what they keep: one transaction, a version, an audit
 * row, and word to whoever reads it. An app says which table it is and what is special about it.
 */
export type AppRecordKind = RecordKind & { readonly noun: AppNoun };

type Answer = { readonly id: string; readonly version: number };

export async function createRecord(
  database: Database,
  kind: AppRecordKind,
  { id, columns, context }: { id: string; columns: Columns; context: CommandContext },
): Promise<Outcome<Answer, 'id_reused_with_different_content' | 'not_found'>> {
  const { account } = context.session;
  const sent = { ...columns, id, owner_id: account.id, portfolio_id: account.portfolioId };
  return database.begin(async (transaction) => {
    const row = { ...sent, created_at: context.now.toISOString() };
    if (!(await insertRecord(transaction, kind, row))) {
      const isSame = await holdsTheSame(transaction, kind, sent);
      return isSame ? succeed({ id, version: 1 }) : refuse('id_reused_with_different_content');
    }
    const after = await hold(transaction, kind, { id, context });
    await record(transaction, context, { kind, id, done: 'create', after });
    return succeed({ id, version: 1 });
  });
}

type Change = {
  readonly id: string;
  readonly version: number;
  readonly columns: Columns;
  readonly context: CommandContext;
};

export async function changeRecord(
  database: Database,
  kind: AppRecordKind,
  { id, version, columns, context }: Change,
): Promise<Outcome<Answer, 'not_found' | 'changed_since' | 'only_maker_may'>> {
  const { scope } = context.session;
  return database.begin(async (transaction) => {
    const before = await holdRecord(transaction, kind, { scope, id });
    if (!before) return refuse('not_found');
    if (before.version !== version) return refuse('changed_since');
    const isTakenBack = before.isShared && columns['is_shared'] === false;
    if (isTakenBack && !mayRuleRecord(scope, before)) return refuse('only_maker_may');
    await updateRecord(transaction, kind, { id, columns });
    // Whoever gives a task to somebody else may not reach it any more: it stands all the same.
    const after = (await holdRecord(transaction, kind, { scope, id })) ?? undefined;
    await record(transaction, context, { kind, id, done: 'change', before, after });
    return succeed({ id, version: version + 1 });
  });
}

export async function removeRecord(
  database: Database,
  kind: AppRecordKind,
  { id, context }: { id: string; context: CommandContext },
): Promise<Outcome<{ id: string }, 'not_found' | 'only_maker_may'>> {
  const { scope } = context.session;
  return database.begin(async (transaction) => {
    const before = await holdRecord(transaction, kind, { scope, id });
    if (!before) return refuse('not_found');
    if (!mayRuleRecord(scope, before)) return refuse('only_maker_may');
    await deleteRecord(transaction, kind, id);
    await record(transaction, context, { kind, id, done: 'remove', before });
    return succeed({ id });
  });
}

async function hold(
  transaction: Transaction,
  kind: AppRecordKind,
  { id, context }: { id: string; context: CommandContext },
): Promise<Standing> {
  const standing = await holdRecord(transaction, kind, { scope: context.session.scope, id });
  if (!standing) throw new Error(`${kind.noun} ${id} was written but is not there`);
  return standing;
}

type Done = {
  readonly kind: AppRecordKind;
  readonly id: string;
  readonly done: 'create' | 'change' | 'remove';
  readonly before?: Standing;
  readonly after?: Standing | undefined;
};

function record(
  transaction: Transaction,
  context: CommandContext,
  { kind, id, done, before, after }: Done,
): Promise<void> {
  const sides = [before, after].filter((side) => side !== undefined);
  const isShared = sides.some((side) => side.isShared);
  const readers = sides.flatMap(({ ownerId, others }) => [ownerId, ...others]);
  return auditCommand(transaction, context, {
    portfolioId: context.session.account.portfolioId,
    event: `${done}-${kind.noun}`,
    subject: kind.noun,
    subjectId: id,
    ...(before && isReadByOthers(before) && { before: before.told }),
    ...(after && isReadByOthers(after) && { after: after.told }),
    ...(isShared ? { forColleagues: true } : { onlyAccountIds: [...new Set(readers)] }),
  });
}

/** What somebody keeps for themselves is nobody else's to read in the audit trail either. */
const isReadByOthers = ({ isShared, others }: Standing): boolean => isShared || others.length > 0;
