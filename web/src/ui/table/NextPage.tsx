import { Button } from '../button/Button.tsx';

/** A query that loads page by page. */
export type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

type NextPageProps = { readonly pages: Pages; readonly label: string };

/** The button below the loaded rows that loads more, if there are more. */
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
