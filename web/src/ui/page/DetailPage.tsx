import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import type { ErrorStateProps } from './ErrorState.tsx';
import { PageHeader, TitleToCome } from './PageHeader.tsx';
import { Skeleton, SkeletonLines } from './Skeleton.tsx';

type DetailPageProps<Data> = {
  /** How the answer stands: `detailLoadOf(query)`. */
  load: { data: Data | undefined; isPending: boolean; failure: ErrorStateProps | null };
  back: ReactNode;
  /** What the page is of, while its own name is not known. */
  title: string;
  /** Where there is no such thing within the reader’s reach: an `EmptyState`. */
  missing: ReactNode;
  children: (data: Data) => ReactNode;
};

/** A page of one thing: on its way, not there, failed, or itself. */
export function DetailPage<Data>(props: DetailPageProps<Data>) {
  const { load, back, title, missing, children } = props;
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
        <SkeletonLines lines={8} />
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
