import type { CheckBorrowerFile, ImportBorrowers } from '@bursar/contracts/intake/borrower-imports';
import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import type { ChosenColumns } from '@bursar/contracts/intake/tape-fields';
import { tableQueryOf, type TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { TapeWords } from '@bursar/contracts/intake/tape-words.values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryRoots } from '../../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../../lib/resend.ts';
import { uploadFile } from '../../../lib/upload-file.ts';

/** The file is so small that its upload shows no progress and cannot be cancelled. */
const unwatched = () => ({
  onProgress: () => undefined,
  signal: new AbortController().signal,
});

/** A file with the id of its import and the answers to the server's questions. */
export type SentBorrowers = {
  readonly id: string;
  readonly file: File;
  readonly answers: FileAnswers;
  /** The position of the table, if the user chose it. */
  readonly table?: TableChoice | undefined;
  /** Null if the server finds the columns, by their headings or as in an earlier file. */
  readonly columns: ChosenColumns | null;
  readonly words: TapeWords;
};

function asQuery({ file, answers, table = {}, columns, words }: Omit<SentBorrowers, 'id'>) {
  return {
    fileName: file.name,
    answers: JSON.stringify(answers),
    ...tableQueryOf(table),
    ...(columns && { columns: JSON.stringify(columns) }),
    words: JSON.stringify(words),
  };
}

export function useCheckBorrowers() {
  return useMutation({
    mutationFn: (sent: Omit<SentBorrowers, 'id'>) =>
      uploadFile<CheckBorrowerFile>('POST /api/borrower-imports/check', {
        query: asQuery(sent),
        file: sent.file,
        ...unwatched(),
      }),
  });
}

export function useImportBorrowers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...sent }: SentBorrowers) =>
      uploadFile<ImportBorrowers>('POST /api/borrower-imports', {
        query: { id, ...asQuery(sent) },
        file: sent.file,
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
