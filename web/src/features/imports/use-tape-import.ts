import type { TapeImport } from '@bursar/contracts/imports';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { importQuery, useForgetLoans } from './imports.queries.ts';

/** One import, kept current while the server works on it; null asks for none. */
export function useTapeImport(importId: string | null) {
  const options = importQuery(importId ?? '');
  const query = useQuery(importId === null ? { ...options, queryFn: skipToken } : options);
  useNoticeOfChangedLoans(query.data);
  return query;
}

export type TapeImportQuery = ReturnType<typeof useTapeImport>;

/** Once an import seen at work has booked or taken back its loans, lists and figures are read again. */
function useNoticeOfChangedLoans(tape: TapeImport | undefined): void {
  const forgetLoans = useForgetLoans();
  const former = useRef<Pick<TapeImport, 'id' | 'state'>>(undefined);
  useEffect(() => {
    const isSame = former.current?.id === tape?.id;
    const hasMoved = isSame && former.current?.state !== tape?.state;
    if (hasMoved && (tape?.state === 'booked' || tape?.state === 'undone')) forgetLoans();
    former.current = tape;
  });
}
