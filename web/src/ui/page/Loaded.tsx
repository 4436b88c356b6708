import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import type { ErrorStateProps } from './ErrorState.tsx';

type LoadedProps<Data> = {
  /** The data of the query, or the failure that it ended with: `loadOf(query)`. */
  load: { data: Data | undefined; failure: ErrorStateProps | null };
  /** Shown while loading, in the size of the content. */
  waiting: ReactNode;
  /** Replaces the content if there is none: an `EmptyState`. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
};

/** A part of a page that loads. Its content stays visible while it is refetched. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { load, waiting, empty, isEmpty, children } = props;
  const { data, failure } = load;
  if (data === undefined) return failure ? <ErrorState {...failure} /> : waiting;
  return isEmpty?.(data) ? empty : children(data);
}
