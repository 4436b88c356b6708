import { z } from 'zod';
import { recordAnswer, titleText } from '../app-records.ts';
import { taskPriorities, taskViews } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { cursor, day, instant, namedRef, pageLimit, uuid, version } from '../values.ts';

const taskInputs = z.object({
  title: titleText,
  details: z.string().max(4000),
  assigneeId: uuid,
  dueOn: day.nullable(),
  priority: z.enum(taskPriorities),
  /** The loan of the task, which must be in the caller's scope. */
  loanId: uuid.nullable(),
});
export type TaskInputs = z.infer<typeof taskInputs>;

const task = taskInputs.omit({ assigneeId: true }).extend({
  id: uuid,
  version,
  madeBy: namedRef,
  assignee: namedRef,
  /** Null if the task has no loan, or if the reader may not see the loan. */
  loan: z.object({ id: uuid, reference: z.string() }).nullable(),
  doneAt: instant.nullable(),
  removedAt: instant.nullable(),
});
export type Task = z.infer<typeof task>;

export const listTasks = endpoint({
  key: 'GET /api/tasks',
  summary:
    'List the caller’s tasks and tasks given to others by due day, in pages, with the number in each view.',
  access: 'signed-in',
  query: z.object({
    tasks: z.enum(taskViews).default('inbox'),
    q: z.string().max(100).optional(),
    after: cursor.optional(),
    limit: pageLimit.default(50),
  }),
  answer: z.object({
    rows: z.array(task),
    nextCursor: cursor.nullable(),
    counts: z.record(z.enum(taskViews), z.int()),
  }),
  failures: [],
});
export type ListTasks = typeof listTasks;

const failures = ['not_found', 'colleague_not_found'] as const;

export const createTask = endpoint({
  key: 'POST /api/tasks',
  summary: 'Create a task for the caller or for a colleague.',
  access: 'signed-in',
  /**
   * The client creates this id and repeats it on every retry. The record gets another id, which the
   * answer contains.
   */
  body: taskInputs.extend({ id: uuid }),
  answer: recordAnswer,
  failures: [...failures, 'id_reused_with_different_content'],
});
export type CreateTask = typeof createTask;

const taskParams = z.object({ taskId: uuid });
const changeFailures = ['changed_since', 'only_maker_may'] as const;

export const changeTask = endpoint({
  key: 'PUT /api/tasks/:taskId',
  summary: 'Update or reassign a task. Fails if it changed since it was read.',
  access: 'signed-in',
  params: taskParams,
  body: taskInputs.extend({ version }),
  answer: recordAnswer,
  failures: [...failures, ...changeFailures],
});
export type ChangeTask = typeof changeTask;

export const settleTask = endpoint({
  key: 'PUT /api/tasks/:taskId/state',
  summary: 'Mark a task as done or open, move it to the trash, or restore it.',
  access: 'signed-in',
  params: taskParams,
  body: z.object({ isDone: z.boolean(), isRemoved: z.boolean(), version }),
  answer: recordAnswer,
  failures: [...failures, ...changeFailures],
});
export type SettleTask = typeof settleTask;

export const eraseTask = endpoint({
  key: 'POST /api/tasks/:taskId/erase',
  summary: 'Erase a task permanently.',
  access: 'signed-in',
  params: taskParams,
  answer: z.object({ id: uuid }),
  failures: ['not_found', 'only_maker_may'],
});
export type EraseTask = typeof eraseTask;
