import { taskViews, type TaskView } from '@bursar/contracts/choices';
import type { Task, TaskInputs } from '@bursar/contracts/office/tasks';
import { byItsMaker, checkAssignee, type AppRecordKind } from '../../../platform/app-records.ts';
import type { Columns } from '../../../platform/app-records.store.ts';
import { matchesSearch, type Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { refuse, type Outcome } from '../../../platform/outcome.ts';
import { inScope, type Viewer, type Scope } from '../../../platform/scope.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';

/** A task is visible to its author and its assignee. */
const isTheirs = (sql: Queryable, { accountId }: Scope): Fragment =>
  sql`(record.owner_id = ${accountId} or record.assignee_id = ${accountId})`;

export const tasks: AppRecordKind<'colleague_not_found' | 'not_found', 'only_maker_may'> = {
  table: 'tasks',
  noun: 'task',
  inReach: isTheirs,
  check: checkTask,
  changedColumns: withoutHiddenLoan,
  mayRemove: byItsMaker,
  recordAccess: (sql) => sql`record.owner_id, false as is_shared,
    case when record.assignee_id = record.owner_id then '{}'::uuid[]
      else array[record.assignee_id] end as others,
    jsonb_build_object('title', record.title, 'dueOn', record.due_on) as details`,
};

async function checkTask(
  transaction: Transaction,
  columns: Columns,
  scope: Scope,
): Promise<Outcome<null, 'colleague_not_found' | 'not_found'>> {
  const loanId = columns['loan_id'];
  if (typeof loanId === 'string') {
    const rows = await transaction`
      select from loan_state state where state.loan_id = ${loanId}
        and ${scope.role === 'admin' ? transaction`false` : inScope(transaction, scope, 'state')}`;
    if (rows.length === 0) return refuse('not_found', { field: 'loanId' });
  }
  return checkAssignee(transaction, columns, scope);
}

/** Joins the loan of a task as `listed`, if the reader may see it. */
const visibleLoan = (sql: Queryable, scope: Scope): Fragment => sql`
  left join loan_list_rows listed on listed.portfolio_id = record.portfolio_id
    and listed.loan_id = record.loan_id and ${inScope(sql, scope, 'listed')}`;

/**
 * Returns the columns without an empty `loan_id` if the task has a loan that the caller cannot see,
 * so that the task does not lose it.
 */
async function withoutHiddenLoan(
  transaction: Transaction,
  { id, columns, scope }: { readonly id: string; readonly columns: Columns; readonly scope: Scope },
): Promise<Columns> {
  if (columns['loan_id'] !== null) return columns;
  const hidden = await transaction`
    select from tasks record ${visibleLoan(transaction, scope)}
    where record.id = ${id} and record.loan_id is not null and listed.loan_id is null`;
  if (hidden.length === 0) return columns;
  return Object.fromEntries(Object.entries(columns).filter(([name]) => name !== 'loan_id'));
}

export function columnsOf(task: TaskInputs): Columns {
  return {
    title: task.title.trim(),
    details: task.details,
    assignee_id: task.assigneeId,
    due_on: task.dueOn,
    priority: task.priority,
    loan_id: task.loanId,
  };
}

function inView(sql: Queryable, view: TaskView, { scope, businessDate }: Viewer): Fragment {
  if (view === 'trash') return sql`record.removed_at is not null`;
  if (view === 'done') return sql`record.removed_at is null and record.done_at is not null`;
  const open = sql`record.removed_at is null and record.done_at is null`;
  if (view === 'given') return sql`${open} and record.assignee_id <> ${scope.accountId}`;
  const own = sql`${open} and record.assignee_id = ${scope.accountId}`;
  if (view === 'today') return sql`${own} and record.due_on <= ${businessDate}::date`;
  return view === 'important' ? sql`${own} and record.priority = 'high'` : own;
}

type Asked = {
  readonly tasks: TaskView;
  readonly q?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
};

type Row = Omit<Task, 'madeBy' | 'assignee' | 'loan'> & {
  readonly ownerId: string;
  readonly ownerName: string;
  readonly assigneeId: string;
  readonly assigneeName: string;
  readonly referenceNumber: number | null;
};

/** Tasks without a due date sort after the latest supported date. */
const NO_DAY = '2999-12-31';

export async function listTaskRows(sql: Queryable, viewer: Viewer, asked: Asked) {
  const { scope } = viewer;
  const from = readCursor(asked.after, 'day');
  const sortedBy = sql`coalesce(record.due_on, ${NO_DAY}::date)`;
  const rows = await sql<Row[]>`
    select record.id, record.version, record.title, record.details, record.due_on,
      record.priority, record.done_at, record.removed_at, record.owner_id, owner.name as owner_name, record.assignee_id,
      assignee.name as assignee_name, record.loan_id, listed.reference_number
    from tasks record
    join accounts owner on owner.id = record.owner_id
    join accounts assignee on assignee.id = record.assignee_id
    ${visibleLoan(sql, scope)}
    where ${isTheirs(sql, scope)} and ${inView(sql, asked.tasks, viewer)}
      ${asked.q?.trim() ? sql`and ${matchesSearch(sql, sql`search_form(record.title || ' ' || record.details)`, asked.q)}` : sql``}
      ${from ? sql`and (${sortedBy}, record.id) > (${from.value}::date, ${from.id}::uuid)` : sql``}
    order by ${sortedBy}, record.id limit ${asked.limit + 1}`;
  const { page, nextCursor } = pageOf(rows, {
    limit: asked.limit,
    valueOf: ({ dueOn }) => dueOn ?? NO_DAY,
  });
  return { rows: page.map(toTask), nextCursor };
}

function toTask({
  ownerId,
  ownerName,
  assigneeId,
  assigneeName,
  referenceNumber,
  ...row
}: Row): Task {
  // The reader must not learn of a loan outside their scope.
  const loanId = referenceNumber === null ? null : row.loanId;
  return {
    ...row,
    loanId,
    madeBy: { id: ownerId, name: ownerName },
    assignee: { id: assigneeId, name: assigneeName },
    loan:
      loanId === null || referenceNumber === null
        ? null
        : { id: loanId, reference: loanReference(referenceNumber) },
  };
}

export async function countTasks(
  sql: Queryable,
  viewer: Viewer,
): Promise<Readonly<Record<TaskView, number>>> {
  const counts = taskViews.map(
    (view) => sql`count(*) filter (where ${inView(sql, view, viewer)}) as ${sql(view)}`,
  );
  const all = counts.reduce((before, count) => sql`${before}, ${count}`);
  const [row] = await sql<Record<TaskView, number>[]>`
    select ${all} from tasks record where ${isTheirs(sql, viewer.scope)}`;
  if (!row) throw new Error('an aggregate answers a row');
  return { ...row };
}
