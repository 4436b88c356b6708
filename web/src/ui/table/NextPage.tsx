import { Button } from '../button/Button.tsx';

/** A query that loads page by page. */
export type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

type NextPageProps = { readonly pages: Pages; readonly label: string };

/** Below the loaded rows: the button that loads more, while there are any. */
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
