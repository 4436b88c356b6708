import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import type { ErrorStateProps } from './ErrorState.tsx';

type LoadedProps<Data> = {
  /** What was asked for, and while it is not there why it did not come: `loadOf(query)`. */
  load: { data: Data | undefined; failure: ErrorStateProps | null };
  /** In the measures of what is on its way. */
  waiting: ReactNode;
  /** Stands in place of the part where there is nothing of it: an `EmptyState`. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  children: (data: Data) => ReactNode;
};

/** A part of a page once its data is there. What is there stays while it is asked for again. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { load, waiting, empty, isEmpty, children } = props;
  const { data, failure } = load;
  if (data === undefined) return failure ? <ErrorState {...failure} /> : waiting;
  return isEmpty?.(data) ? empty : children(data);
}
