import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import type { ErrorStateProps } from './ErrorState.tsx';
import { PageHeader, TitleToCome } from './PageHeader.tsx';
import { PageShape, type Shape } from './PageShape.tsx';
import { Skeleton } from './Skeleton.tsx';

type DetailPageProps<Data> = {
  /** The state of the query: `detailLoadOf(query)`. */
  load: { data: Data | undefined; isPending: boolean; failure: ErrorStateProps | null };
  back: ReactNode;
  /** The title of the page until the name of the record is known. */
  title: string;
  /** Reserves the space of the parts below the header while the record loads. */
  shape: Shape;
  /** Shown if the record does not exist or is out of the reader's scope: an `EmptyState`. */
  missing: ReactNode;
  children: (data: Data) => ReactNode;
};

/** A page of one record: loading, missing, failed or loaded. */
export function DetailPage<Data>(props: DetailPageProps<Data>) {
  const { load, back, title, shape, missing, children } = props;
  const { data, isPending, failure } = load;
  if (data !== undefined) return children(data);
  if (isPending) {
    return (
      <>
        <PageHeader
          title={<TitleToCome of={title} width="12rem" />}
          description={<Skeleton width="16rem" height="1.25rem" />}
          back={back}
        />
        <PageShape {...shape} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={title} back={back} />
      {failure ? <ErrorState {...failure} /> : missing}
    </>
  );
}
