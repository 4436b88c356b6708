import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { productName } from '../../lib/document-title.ts';
import { Logo } from '../../ui/brand/Logo.tsx';
import classes from './Entrance.module.css';

/** The way in: what is to be done at ease on one side, an open ledger on the other. */
export function Entrance({ children }: { children: ReactNode }) {
  const { t } = useTranslation('sign-in');
  const isWide = matchMedia('(width >= 64em)').matches;
  return (
    <main className={classes.page}>
      <div className={classes.entrance}>
        <header className={classes.head}>
          <Logo name={productName} />
        </header>
        {children}
      </div>
      <aside className={classes.ledger} aria-label={t('ledger.label')}>
        {isWide && (
          <Suspense>
            <LoanYear />
          </Suspense>
        )}
      </aside>
    </main>
  );
}

/** The form does not wait for the picture beside it, and a phone has no room for one. */
const LoanYear = lazy(() => import('./LoanYear.tsx').then((m) => ({ default: m.LoanYear })));
