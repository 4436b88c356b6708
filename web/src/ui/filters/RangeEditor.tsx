import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import type { FieldProps } from '../form/field.ts';
import classes from './FilterEditor.module.css';

/** One bound of a range; null where it is open. */
type Bound<Value> = Value | null;

type BoundFieldProps<Value> = FieldProps & {
  bound: Bound<Value>;
  onChange: (bound: Bound<Value>) => void;
};

type RangeEditorProps<Value> = {
  from: Value | undefined;
  to: Value | undefined;
  isAfter: (one: Value, other: Value) => boolean;
  /** Said of a lower bound that lies above the upper one. */
  backwards: string;
  children: (field: BoundFieldProps<Value>) => ReactNode;
  onApply: (from: Bound<Value>, to: Bound<Value>) => void;
};

/** From a value, to a value, or between the two; `children` draws the field of a bound. */
export function RangeEditor<Value>(props: RangeEditorProps<Value>) {
  const { isAfter, children: drawField } = props;
  const { t } = useTranslation('ui');
  const id = useId();
  const [from, setFrom] = useState<Bound<Value>>(props.from ?? null);
  const [to, setTo] = useState<Bound<Value>>(props.to ?? null);
  const [fromWrong, setFromWrong] = useState<string>();
  const [toWrong, setToWrong] = useState<string>();
  const isUnreadable = (fromWrong ?? toWrong) !== undefined;
  const isBackwards = from !== null && to !== null && isAfter(from, to);
  return (
    <form
      className={classes.range}
      onSubmit={(event) => {
        event.preventDefault();
        // What cannot be read is no open bound: the field says what is wrong with it.
        if (!isBackwards && !isUnreadable) props.onApply(from, to);
      }}
    >
      {drawField({
        id: `${id}-from`,
        label: t('filters.atLeast'),
        bound: from,
        onChange: setFrom,
        onUnreadable: setFromWrong,
        focusFirst: true,
      })}
      {drawField({
        id: `${id}-to`,
        label: t('filters.atMost'),
        bound: to,
        onChange: setTo,
        onUnreadable: setToWrong,
        error: isBackwards ? props.backwards : undefined,
      })}
      <Button type="submit" kind="primary" size="compact">
        {t('filters.apply')}
      </Button>
    </form>
  );
}
