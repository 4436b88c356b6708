import type { PromiseLine } from '@bursar/contracts/servicing/promises';
import { useQuery } from '@tanstack/react-query';
import { promisesQuery } from './contact-log.queries.ts';
import type { ShownPromiseState } from './PromiseBadge.tsx';

/** One line of a promise, including a promise that waits for approval or was not approved. */
export type PromiseRow = Omit<PromiseLine, 'state'> & {
  readonly contactId: string | null;
  readonly currency: string;
  readonly state: ShownPromiseState;
  /**
   * The progress of the settlement; null if the promise is not a settlement. `completedOn` is null
   * until the rest of the loan is written off.
   */
  readonly settlement: {
    readonly completedOn: string | null;
    readonly waitsForCredit: boolean;
    readonly isOutdated: boolean;
  } | null;
  /** The position of the line, if the promise has several lines. */
  readonly place: { readonly line: number; readonly lines: number } | null;
  readonly madeBy: string;
  readonly madeAt: string;
};

const requestedSettlement = { completedOn: null, waitsForCredit: false, isOutdated: false };

/** The lines of a loan's promises, those that wait for approval first, then newest first. */
export function usePromiseRows(loanId: string): readonly PromiseRow[] {
  const { data } = useQuery(promisesQuery(loanId));
  const placeIn = (lines: readonly unknown[], at: number) =>
    lines.length === 1 ? null : { line: at + 1, lines: lines.length };
  const asked = (data?.requests ?? []).flatMap(({ lines, state, isSettlement, ...request }) =>
    lines.map((line, at) => ({
      ...request,
      ...line,
      id: `${request.id} ${at}`,
      receivedMinor: 0,
      settlement: isSettlement ? requestedSettlement : null,
      state: state === 'waiting' ? ('asked' as const) : state,
      place: placeIn(lines, at),
    })),
  );
  const made = (data?.promises ?? []).flatMap(({ lines, ...promise }) =>
    lines.map((line, at) => ({ ...promise, ...line, place: placeIn(lines, at) })),
  );
  const isAsked = ({ state }: PromiseRow) => state === 'asked';
  const byTime = [...asked, ...made].toSorted((one, other) =>
    other.madeAt.localeCompare(one.madeAt),
  );
  return [...byTime.filter(isAsked), ...byTime.filter((row) => !isAsked(row))];
}
