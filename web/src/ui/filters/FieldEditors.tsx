import { useTranslation } from 'react-i18next';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import type { FieldProps } from '../form/field.ts';
import { MoneyField } from '../form/MoneyField.tsx';
import { PercentField } from '../form/PercentField.tsx';
import { TextField } from '../form/TextField.tsx';
import {
  isAmountRange,
  type AmountRange,
  type Filter,
  type FilterValue,
  isPercentRange,
  type PercentRange,
} from './filter-values.ts';
import classes from './FilterBar.module.css';

type AmountsEditorProps = {
  filter: Extract<Filter, { kind: 'amounts' }>;
  value: FilterValue | undefined;
  onApply: (value: AmountRange | undefined) => void;
};

/** Filters by a minimum amount, a maximum amount, or both. */
export function AmountsEditor({ filter, value, onApply }: AmountsEditorProps) {
  const { t } = useTranslation('ui');
  const set: AmountRange = isAmountRange(value) ? value : {};
  const apply = (fromMinor: number | null, toMinor: number | null) =>
    onApply(
      fromMinor === null && toMinor === null
        ? undefined
        : { ...(fromMinor !== null && { fromMinor }), ...(toMinor !== null && { toMinor }) },
    );
  return (
    <RangeEditor
      from={set.fromMinor}
      to={set.toMinor}
      isAfter={(one, other) => one > other}
      backwards={t('filters.backwards')}
      onApply={apply}
    >
      {({ bound, ...field }) => <MoneyField {...field} currency={filter.currency} value={bound} />}
    </RangeEditor>
  );
}

type PercentsEditorProps = {
  value: FilterValue | undefined;
  onApply: (value: PercentRange | undefined) => void;
};

/** Filters by a minimum rate, a maximum rate, or both. */
export function PercentsEditor({ value, onApply }: PercentsEditorProps) {
  const { t } = useTranslation('ui');
  const set: PercentRange = isPercentRange(value) ? value : {};
  const apply = (fromPercent: string | null, toPercent: string | null) =>
    onApply(
      fromPercent === null && toPercent === null
        ? undefined
        : {
            ...(fromPercent !== null && { fromPercent }),
            ...(toPercent !== null && { toPercent }),
          },
    );
  return (
    <RangeEditor
      from={set.fromPercent}
      to={set.toPercent}
      isAfter={(one, other) => Number(one) > Number(other)}
      backwards={t('filters.ratesBackwards')}
      onApply={apply}
    >
      {({ bound, ...field }) => <PercentField {...field} value={bound} />}
    </RangeEditor>
  );
}

type TextEditorProps = {
  label: string;
  value: FilterValue | undefined;
  onApply: (value: string | undefined) => void;
};

/** Filters by an exact text. */
export function TextEditor({ label, value, onApply }: TextEditorProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const [text, setText] = useState(typeof value === 'string' ? value : '');
  return (
    <form
      className={classes.range}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(text.trim() || undefined);
      }}
    >
      <TextField id={id} label={label} value={text} onChange={setText} maxLength={120} focusFirst />
      <Button type="submit" kind="primary" size="compact">
        {t('filters.apply')}
      </Button>
    </form>
  );
}

/** One bound of a range; null if the range is open on that side. */
type Bound<Value> = Value | null;

type BoundFieldProps<Value> = FieldProps & {
  bound: Bound<Value>;
  onChange: (bound: Bound<Value>) => void;
};

type RangeEditorProps<Value> = {
  from: Value | undefined;
  to: Value | undefined;
  isAfter: (one: Value, other: Value) => boolean;
  /** The error if the lower bound is above the upper one. */
  backwards: string;
  children: (field: BoundFieldProps<Value>) => ReactNode;
  onApply: (from: Bound<Value>, to: Bound<Value>) => void;
};

/** Filters by a minimum, a maximum, or both; `children` draws the field of one bound. */
function RangeEditor<Value>(props: RangeEditorProps<Value>) {
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
        // Unreadable text is not an open bound: the field shows what is wrong.
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
