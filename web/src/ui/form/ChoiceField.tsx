import { useId, type ReactNode } from 'react';
import { Box } from '../layout/Box.tsx';
import { Row } from '../layout/Layout.tsx';
import { DrawnChoice } from './DrawnChoice.tsx';
import classes from './ChoiceField.module.css';

type ChoiceFieldProps<Value extends string> = {
  /** Of the field; its first choice is what an `ErrorSummary` leads to. */
  id: string;
  label: string;
  choices: readonly {
    value: Value;
    label: string;
    icon?: ReactNode;
    /** Why it cannot be chosen, in one sentence. */
    closed?: string | undefined;
  }[];
  /** Null until one is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  error?: string | undefined;
  /** Focus it when the dialog around it opens. */
  focusFirst?: boolean;
};

/** One of several in a form, all in sight: a press or an arrow key away. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { id, label, choices, value: chosen, onChange, error, focusFirst = false } = props;
  const name = useId();
  const errorId = `${id}-error`;
  const reasons = [...new Set(choices.flatMap(({ closed }) => closed ?? []))];
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <Box as="legend" size="table" weight="medium" below={1}>
        {label}
      </Box>
      <Row gap={2} align="stretch">
        {choices.map(({ value, label: words, icon, closed }, index) => (
          <DrawnChoice
            key={value}
            title={closed}
            id={index === 0 ? id : undefined}
            name={name}
            value={value}
            checked={value === chosen}
            data-autofocus={
              (focusFirst && (chosen === null ? index === 0 : value === chosen)) || undefined
            }
            aria-disabled={closed ? true : undefined}
            aria-describedby={closed ? `${name}-${reasons.indexOf(closed)}` : undefined}
            // A closed one stays in reach of the keyboard, so that it can say why.
            onChange={() => !closed && onChange(value)}
          >
            <span className={classes.words}>
              {icon}
              {words}
            </span>
          </DrawnChoice>
        ))}
      </Row>
      {reasons.map((reason, at) => (
        <Box as="p" key={reason} id={`${name}-${at}`} tone="muted" size="caption" above={1}>
          {reason}
        </Box>
      ))}
      {error && !reasons.includes(error) && (
        <Box as="p" id={errorId} tone="late" size="caption" above={1}>
          {error}
        </Box>
      )}
    </fieldset>
  );
}

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
    <fieldset aria-describedby={error ? errorId : undefined}>
      <Box as="legend" size="table" weight="medium" below={1}>
        {label}
      </Box>
      <Row gap={2} align="stretch">
        {choices.map(({ value, label: words }, index) => (
          <DrawnChoice
            key={value}
            id={index === 0 ? id : undefined}
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          >
            <bdi className={classes.words}>{words}</bdi>
          </DrawnChoice>
        ))}
      </Row>
      {error && (
        <Box as="p" id={errorId} tone="late" size="caption" above={1}>
          {error}
        </Box>
      )}
    </fieldset>
  );
}
