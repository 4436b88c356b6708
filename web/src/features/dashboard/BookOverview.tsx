import type { Role } from '@bursar/contracts/roles';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrearsSpread } from './ArrearsSpread.tsx';
import { BookFigures } from './BookFigures.tsx';
import { CollectionsPanel } from './CollectionsPanel.tsx';
import type { Book } from './dashboard.queries.ts';
import classes from './BookOverview.module.css';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';

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

/** Loans that wait for someone to work them, and for whoever may hand them on the way there. */
function UnassignedLoans({ count, role }: { count: number; role: Role }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const to = wayOf(role);
  const sentence = t(`unassigned.${role === 'team' ? 'team' : 'portfolio'}`, {
    count,
    loans: format.count(count),
  });
  return (
    <p className={classes.line} data-plain={to === null || undefined}>
      <span>{sentence}</span>
      {to && (
        <Link to={to.path} className={classes.link}>
          {t(`unassigned.${to.words}`)}
          <IconArrowRight size={16} stroke={1.5} className="mirrors" aria-hidden="true" />
        </Link>
      )}
    </p>
  );
}

/** To the very loans that are counted or, for whoever assigns none, to the people who do. */
function wayOf(role: Role) {
  switch (role) {
    case 'user':
    case 'team':
      return { path: `${paths.unassignedLoans[role]}?status=active`, words: 'assign' } as const;
    case 'admin':
      return { path: `${paths.users}?role=user`, words: 'managers' } as const;
    case 'agent':
      return null;
  }
}
