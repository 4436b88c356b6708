import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './FactList.module.css';

/** Facts under a title, one a line. */
export function FactList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={classes.title}>{title}</h2>
      <dl className={classes.facts}>{children}</dl>
    </section>
  );
}

/** One fact of the `terms` words; what is not known (null) has no line. */
export function Fact({ words, children }: { words: string; children: ReactNode }) {
  const { t } = useTranslation('loans');
  if (children === null) return null;
  return (
    <div>
      <dt>{t(`terms.${words}`)}</dt>
      <dd>{children}</dd>
    </div>
  );
}
