import { useId } from 'react';
import classes from './ChoiceField.module.css';

type SeveralFieldProps = {
  /** Of the field; its first choice is what an `ErrorSummary` leads to. */
  id: string;
  label: string;
  choices: readonly { value: string; label: string }[];
  value: readonly string[];
  onChange: (values: readonly string[]) => void;
  error?: string | undefined;
};

/** Any of several in a form, all in sight. */
export function SeveralField({
  id,
  label,
  choices,
  value: chosen,
  onChange,
  error,
}: SeveralFieldProps) {
  const errorId = useId();
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <fieldset className={classes.group} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.choices}>
        {choices.map(({ value, label: words }, index) => (
          <label key={value} className={classes.choice}>
            <input
              id={index === 0 ? id : undefined}
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
            <bdi className={classes.words}>{words}</bdi>
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
