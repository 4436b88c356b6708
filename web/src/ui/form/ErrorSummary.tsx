import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ErrorSummary.module.css';

export type FieldProblem = { fieldId: string; message: string };

type ErrorSummaryProps = {
  problems: readonly FieldProblem[];
  /** Counts the attempts to submit: after each that fails the summary takes the focus. */
  attempt: number;
};

/** What keeps a form from being sent, each line leading to its field. Stands above the fields. */
export function ErrorSummary({ problems, attempt }: ErrorSummaryProps) {
  const { t } = useTranslation('ui');
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) summary.current?.focus();
  }, [attempt]);
  if (problems.length === 0) return null;
  return (
    <div ref={summary} tabIndex={-1} role="alert" className={classes.summary}>
      <p className={classes.title}>{t('form.problems', { count: problems.length })}</p>
      <ul className={classes.list}>
        {problems.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a
              href={`#${fieldId}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId)?.focus();
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
