import {
  changeTask,
  createTask,
  eraseTask,
  listTasks,
  settleTask,
} from '@bursar/contracts/office/tasks';
import { changeRecord, createRecord, removeRecord } from '../../../platform/app-records.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { columnsOf, countTasks, listTaskRows, tasks } from './tasks.store.ts';

export function bindTaskRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listTasks, async ({ query, session }) => {
    const [page, counts] = await Promise.all([
      listTaskRows(database, session, query),
      countTasks(database, session),
    ]);
    return succeed({ ...page, counts });
  });

  bindEndpoint(platform, createTask, ({ body: { id, ...task }, context }) =>
    createRecord(database, tasks, { id, columns: columnsOf(task), context }),
  );

  bindEndpoint(platform, changeTask, ({ params, body: { version, ...task }, context }) =>
    changeRecord(database, tasks, {
      id: params.taskId,
      version,
      columns: columnsOf(task),
      context,
    }),
  );

  bindEndpoint(platform, settleTask, ({ params, body, context }) => {
    const now = context.now.toISOString();
    return changeRecord(database, tasks, {
      id: params.taskId,
      version: body.version,
      columns: { done_at: body.isDone ? now : null, removed_at: body.isRemoved ? now : null },
      context,
    });
  });

  bindEndpoint(platform, eraseTask, ({ params, context }) =>
    removeRecord(database, tasks, { id: params.taskId, context }),
  );
}
