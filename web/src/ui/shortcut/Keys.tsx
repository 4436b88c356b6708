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

/**
 * Keys as printed on a keyboard: “Alt + ←”, “↑ or ↓”, “Tab, then Enter”. Alternatives follow each
 * other in the reading direction of the page.
 */
export function Keys({ keys }: KeysProps) {
  const { settings } = useFormat();
  const list = new Intl.ListFormat(settings.locale, { type: 'disjunction' });
  const parts = list.formatToParts(keys);
  return (
    <span className={classes.keys}>
      {parts.map(({ type, value }, at) => {
        if (type !== 'element') return null;
        const separator = parts[at + 1]?.value ?? '';
        return (
          <Fragment key={value}>
            {/* A line does not start with “or”. */}
            <span className={classes.alternative}>
              <Sequence keys={value.split(' ')} />
              {separator.trimEnd()}
            </span>
            {separator && ' '}
          </Fragment>
        );
      })}
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
