import type { CheckBorrowerFile, ImportBorrowers } from '@bursar/contracts/borrower-imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryRoots } from '../../lib/query-roots.ts';
import { resendUntilAnswered } from '../../lib/resend.ts';
import { uploadFile } from '../../lib/upload-file.ts';

/** Nobody waits for the progress of so small a file, and leaving the page leaves it. */
const unwatched = () => ({
  onProgress: () => undefined,
  signal: new AbortController().signal,
});

export function useCheckBorrowers() {
  return useMutation({
    mutationFn: (file: File) =>
      uploadFile<CheckBorrowerFile>('POST /api/borrower-imports/check', {
        query: { fileName: file.name },
        file,
        ...unwatched(),
      }),
  });
}

export function useImportBorrowers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, file }: { readonly id: string; readonly file: File }) =>
      uploadFile<ImportBorrowers>('POST /api/borrower-imports', {
        query: { id, fileName: file.name },
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
