import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../format/FormatProvider.tsx';
import classes from './Keys.module.css';

type KeysProps = {
  /**
   * Alternatives: `['↓', 'J']`. In each, `+` joins keys that are pressed together, and a space keys
   * that are pressed one after the other: `Alt+←`, `Tab Enter`.
   */
  keys: readonly string[];
};

/** Keys as printed on a keyboard: “Alt + ←”, “↑ or ↓”, “Tab, then Enter”. */
export function Keys({ keys }: KeysProps) {
  const { settings } = useFormat();
  const list = new Intl.ListFormat(settings.locale, { type: 'disjunction' });
  return (
    // Left-to-right in every language, so that a pair of arrow keys points outwards.
    <span dir="ltr" className={classes.keys}>
      {list
        .formatToParts(keys)
        .map(({ type, value }, at) =>
          type === 'element' ? (
            <Sequence key={`${at} ${value}`} keys={value.split(' ')} />
          ) : (
            <bdi key={`${at} ${value}`}>{value}</bdi>
          ),
        )}
    </span>
  );
}

/** Keys that are pressed one after the other, in the reading direction of the page. */
function Sequence({ keys }: KeysProps) {
  const { t } = useTranslation('ui');
  const steps = keys.map((key) => <Chord key={key} keys={key.split('+')} />);
  return steps.reduce((before, step) => (
    <bdi>
      {before}
      {t('shortcuts.then')}
      {step}
    </bdi>
  ));
}

/** Keys that are pressed together. */
function Chord({ keys }: KeysProps) {
  return (
    <span dir="ltr" className={classes.chord}>
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && ' + '}
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
