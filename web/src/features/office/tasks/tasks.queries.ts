import type { TaskView } from '@bursar/contracts/choices';
import type { InputOf } from '@bursar/contracts/endpoint';
import type { ListLoans } from '@bursar/contracts/servicing/loan-lists';
import type {
  ChangeTask,
  CreateTask,
  EraseTask,
  ListTasks,
  SettleTask,
} from '@bursar/contracts/office/tasks';
import { westernDigits } from '@bursar/contracts/western-digits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, callApi } from '../../../lib/api-client.ts';
import { pagesByKey } from '../../../lib/pages-by-key.ts';
import { queryRoots } from '../../../lib/query-roots.ts';

export const tasksQuery = (asked: { tasks: TaskView; q?: string | undefined }) =>
  pagesByKey([...queryRoots.tasks, asked], (from, signal) =>
    callApi<ListTasks>('GET /api/tasks', { query: { ...asked, ...from }, signal }),
  );

function useTaskMutation<Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryRoots.tasks }),
  });
}

export type SavedTask = Omit<InputOf<CreateTask>['body'], 'loanId'> & {
  readonly version: number | null;
  /** `L-000123`, or empty. */
  readonly loanReference: string;
  /** The loan of the task when the form opened. */
  readonly loan: { readonly id: string; readonly reference: string } | null;
};

export const useSaveTask = () =>
  useTaskMutation(async ({ id, version, loanReference, loan, ...task }: SavedTask) => {
    const loanId = await loanIdOf(loanReference.trim(), loan);
    return version === null
      ? callApi<CreateTask>('POST /api/tasks', { body: { ...task, id, loanId } })
      : callApi<ChangeTask>('PUT /api/tasks/:taskId', {
          params: { taskId: id },
          body: { ...task, loanId, version },
        });
  });

/**
 * Returns the id of the loan with this reference, or null if the reference is empty. Throws if the
 * user's scope has no such loan.
 */
async function loanIdOf(reference: string, known: SavedTask['loan']): Promise<string | null> {
  if (reference === '') return null;
  if (known?.reference === reference) return known.id;
  const { rows } = await callApi<ListLoans>('GET /api/loans', {
    query: { view: 'all', q: reference, limit: 20 },
  });
  const typed = westernDigits(reference).toLowerCase();
  const found = rows.find((loan) => loan.reference.toLowerCase() === typed);
  if (found) return found.id;
  throw new ApiFailure(404, { error: 'not_found', message: reference });
}

export const useSettleTask = () =>
  useTaskMutation(({ taskId, ...body }: InputOf<SettleTask>['body'] & { taskId: string }) =>
    callApi<SettleTask>('PUT /api/tasks/:taskId/state', { params: { taskId }, body }),
  );

export const useEraseTask = () =>
  useTaskMutation((taskId: string) =>
    callApi<EraseTask>('POST /api/tasks/:taskId/erase', { params: { taskId } }),
  );
