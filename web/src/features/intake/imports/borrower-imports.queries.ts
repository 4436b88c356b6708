import type { CheckBorrowerFile, ImportBorrowers } from '@bursar/contracts/intake/borrower-imports';
import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';
import { uploadFile } from '../../../lib/upload-file.ts';

/** Nobody waits for the progress of so small a file, and leaving the page leaves it. */
const unwatched = () => ({
  onProgress: () => undefined,
  signal: new AbortController().signal,
});

/** A file under the id that it is taken in with, and the answers to the questions that it raised. */
export type SentBorrowers = {
  readonly id: string;
  readonly file: File;
  readonly answers: FileAnswers;
};

export function useCheckBorrowers() {
  return useMutation({
    mutationFn: ({ file, answers }: Omit<SentBorrowers, 'id'>) =>
      uploadFile<CheckBorrowerFile>('POST /api/borrower-imports/check', {
        query: { fileName: file.name, answers: JSON.stringify(answers) },
        file,
        ...unwatched(),
      }),
  });
}

export function useImportBorrowers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, file, answers }: SentBorrowers) =>
      uploadFile<ImportBorrowers>('POST /api/borrower-imports', {
        query: { id, fileName: file.name, answers: JSON.stringify(answers) },
        file,
        ...unwatched(),
      }),
    ...resendUntilAnswered,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryRoots.loans }),
        queryClient.invalidateQueries({ queryKey: queryRoots.duplicates }),
      ]),
  });
}
