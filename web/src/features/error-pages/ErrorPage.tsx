import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button/Button.tsx';
import classes from './ErrorPage.module.css';

type ErrorPageProps = {
  /** The status as a figure, where the situation has one. */
  figure?: string;
  title: string;
  /** What happened and what to do, in one or two sentences. */
  explanation: string;
  /** Beside the way home, for pages where more can be done. */
  action?: ReactNode;
  /** The way on, for a reader who has no home here yet. */
  home?: ReactNode;
};

/** A page that says why there is no page: struck out like a wrong line in a ledger, still legible. */
export function ErrorPage({ figure, title, explanation, action, home }: ErrorPageProps) {
  const { t } = useTranslation('errors');
  return (
    <main className={classes.page}>
      <div className={classes.sheet}>
        {figure && (
          <p className={classes.figure} aria-hidden="true">
            {figure}
          </p>
        )}
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.explanation}>{explanation}</p>
        <div className={classes.actions}>
          {action}
          {home ?? (
            <ButtonLink kind={action ? 'secondary' : 'primary'} to={paths.dashboard}>
              {t('home')}
            </ButtonLink>
          )}
        </div>
      </div>
    </main>
  );
}
