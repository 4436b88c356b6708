import type { Role } from '@bursar/contracts/roles';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrearsSpread } from './ArrearsSpread.tsx';
import { BookFigures } from './BookFigures.tsx';
import { CollectionsPanel } from './CollectionsPanel.tsx';
import type { Book } from './dashboard.queries.ts';
import { UnassignedLoans } from './UnassignedLoans.tsx';
import classes from './BookOverview.module.css';

type BookOverviewProps = {
  book: Book;
  businessDate: string;
  role: Role;
  /** An administrator looks over books of several currencies: each says which it is. */
  isOneOfSeveral: boolean;
};

/** One currency's book: its figures, what waits to be handed on, what came in and what is late. */
export function BookOverview({ book, businessDate, role, isOneOfSeveral }: BookOverviewProps) {
  const { t } = useTranslation('dashboard');
  const heading = useId();
  return (
    <section className={classes.book} aria-labelledby={isOneOfSeveral ? heading : undefined}>
      {isOneOfSeveral && (
        <h2 id={heading} className={classes.currency}>
          {t('book', { currency: book.currency })}
        </h2>
      )}
      <BookFigures book={book} businessDate={businessDate} />
      {book.unassignedLoans > 0 && <UnassignedLoans count={book.unassignedLoans} role={role} />}
      <div className={classes.halves}>
        <CollectionsPanel book={book} businessDate={businessDate} />
        <ArrearsSpread book={book} role={role} />
      </div>
    </section>
  );
}
