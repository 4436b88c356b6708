import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FactLook, FactLookValue } from '../../ui/fact/fact-look.ts';
import { FactText } from '../../ui/fact/FactText.tsx';
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

type FactLinesProps<Key extends string> = {
  readonly names: readonly Key[];
  readonly looks: Readonly<Record<Key, FactLook>>;
  readonly values: Readonly<Record<Key, FactLookValue>>;
  readonly currency: string;
};

/** Facts in their own words, one a line; what is not known has none. */
export function FactLines<Key extends string>(props: FactLinesProps<Key>) {
  const { names, looks, values, currency } = props;
  const { t } = useTranslation('facts');
  return names
    .filter((name) => values[name] !== null)
    .map((name) => (
      <div key={name}>
        <dt>{t(name)}</dt>
        <dd>
          <FactText name={name} look={looks[name]} value={values[name]} currency={currency} />
        </dd>
      </div>
    ));
}

/** One line of the `terms` words; what is not known (null) has no line. */
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
