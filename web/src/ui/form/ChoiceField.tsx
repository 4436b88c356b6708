import { useId } from 'react';
import type { ReactNode } from 'react';
import classes from './ChoiceField.module.css';

type ChoiceFieldProps<Value extends string> = {
  /** Of the field; its first choice is what an `ErrorSummary` leads to. */
  id: string;
  label: string;
  choices: readonly { value: Value; label: string; icon?: ReactNode }[];
  /** Null until one is chosen. */
  chosen: Value | null;
  onChoose: (value: Value) => void;
  error?: string | undefined;
  /** Focus it when the dialog around it opens. */
  focusFirst?: boolean;
};

/** One of several in a form, all in sight: a press or an arrow key away. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { id, label, choices, chosen, onChoose, error, focusFirst = false } = props;
  const name = useId();
  const errorId = `${id}-error`;
  return (
    <fieldset className={classes.group} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.choices}>
        {choices.map(({ value, label: words, icon }, index) => (
          <label key={value} className={classes.choice}>
            <input
              id={index === 0 ? id : undefined}
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              data-autofocus={
                (focusFirst && (chosen === null ? index === 0 : value === chosen)) || undefined
              }
              onChange={() => onChoose(value)}
            />
            <span className={classes.words}>
              {icon}
              {words}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
