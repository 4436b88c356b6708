import { Button } from '../button/Button.tsx';

/** A query that reads page by page. */
export type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

type NextPageProps = { readonly pages: Pages; readonly label: string };

/** Under the rows read so far: the button that reads the next ones, while there are any. */
export function NextPage({ pages, label }: NextPageProps) {
  if (!pages.hasNextPage) return null;
  return (
    <div>
      <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {label}
      </Button>
    </div>
  );
}
