import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { Row } from '../layout/Layout.tsx';
import classes from './FigureTable.module.css';

/** A query that loads page by page. */
export type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

type MoreRowsProps = {
  shown: number;
  /** The total, if it is counted. */
  all?: number;
  pages: Pages;
};

/**
 * The line below the first rows of a list: the number of rows shown, and the button that loads
 * more. A list that is complete from the start has neither.
 */
export function MoreRows({ shown, all, pages }: MoreRowsProps) {
  const { hasNextPage, isFetchingNextPage } = pages;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const figure = format.count(shown);
  const count = useRef<HTMLParagraphElement>(null);
  const isAsked = useRef(false);
  const [shownBefore, setShownBefore] = useState<number | null>(null);
  // After the last rows the button is removed, so the focus moves to the count.
  useEffect(() => {
    if (hasNextPage || !isAsked.current) return;
    isAsked.current = false;
    if (document.activeElement === document.body) count.current?.focus();
  }, [hasNextPage]);
  // Once the user has loaded the last rows, the count says so.
  const isCompleted = shownBefore !== null && shown > shownBefore;
  if (!hasNextPage && !isCompleted) return null;
  return (
    <Row
      tone="muted"
      size="caption"
      tabular
      justify="between"
      wrap={false}
      className={classes.more}
    >
      <p ref={count} tabIndex={-1} aria-live="polite">
        {all === undefined
          ? t('table.shown', { count: shown, shown: figure })
          : t('table.shownOf', { count: all, shown: figure, all: format.count(all) })}
      </p>
      {hasNextPage && (
        <Button
          size="compact"
          kind="quiet"
          busy={isFetchingNextPage}
          onClick={() => {
            isAsked.current = true;
            setShownBefore(shown);
            void pages.fetchNextPage();
          }}
        >
          {t('table.showMore')}
        </Button>
      )}
    </Row>
  );
}
