import type { CheckBorrowerFile, ImportBorrowers } from '@bursar/contracts/intake/borrower-imports';
import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import { tableQueryOf, type TableChoice } from '@bursar/contracts/intake/tape-table.values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';
import { uploadFile } from '../../../lib/upload-file.ts';

/** So small a file shows no progress, and its upload is not cancelled. */
const unwatched = () => ({
  onProgress: () => undefined,
  signal: new AbortController().signal,
});

/** A file with the id of its import and the answers to the server's questions. */
export type SentBorrowers = {
  readonly id: string;
  readonly file: File;
  readonly answers: FileAnswers;
  /** Where the user said that the table is. */
  readonly table?: TableChoice | undefined;
};

export function useCheckBorrowers() {
  return useMutation({
    mutationFn: ({ file, answers, table = {} }: Omit<SentBorrowers, 'id'>) =>
      uploadFile<CheckBorrowerFile>('POST /api/borrower-imports/check', {
        query: { fileName: file.name, answers: JSON.stringify(answers), ...tableQueryOf(table) },
        file,
        ...unwatched(),
      }),
  });
}

export function useImportBorrowers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, file, answers, table = {} }: SentBorrowers) =>
      uploadFile<ImportBorrowers>('POST /api/borrower-imports', {
        query: {
          id,
          fileName: file.name,
          answers: JSON.stringify(answers),
          ...tableQueryOf(table),
        },
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
