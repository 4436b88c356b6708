import { IconCheck } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { Box } from '../layout/Box.tsx';
import { Row } from '../layout/Layout.tsx';
import { DrawnChoice } from './DrawnChoice.tsx';
import classes from './ChoiceField.module.css';

/** Above this number, the options are in even columns by default. */
const MANY = 5;

type ChoiceFieldProps<Value extends string> = {
  /** The field's id; an `ErrorSummary` moves the focus to its first option. */
  id: string;
  label: string;
  choices: readonly {
    value: Value;
    label: string;
    icon?: ReactNode;
    /** The key that chooses the option, shown at its end. */
    shortcut?: string;
    /** Why the option cannot be chosen, in one sentence. */
    closed?: string | undefined;
  }[];
  /** Null until the user has chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  error?: string | undefined;
  /** Focuses the field when its dialog opens. */
  focusFirst?: boolean;
  /** True if the options are in even columns; by default, only many options are. */
  inColumns?: boolean;
};

/** A choice of one option in a form, with all options visible. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { id, label, choices, value: chosen, onChange, error, focusFirst = false } = props;
  const { inColumns = choices.length > MANY } = props;
  const name = useId();
  const errorId = `${id}-error`;
  const reasons = [...new Set(choices.flatMap(({ closed }) => closed ?? []))];
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <Box as="legend" size="table" weight="medium" below={1}>
        {label}
      </Box>
      <Row
        gap={2}
        align="stretch"
        className={classes.options}
        data-columns={inColumns || undefined}
      >
        {choices.map(({ value, label: text, icon, shortcut, closed }, index) => (
          <DrawnChoice
            key={value}
            className={classes.option}
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
            // A disabled option stays focusable, so that it can say why it is disabled.
            onChange={() => !closed && onChange(value)}
          >
            <span className={classes.words}>
              <span className={classes.dot} />
              {icon}
              {text}
              {shortcut && (
                <kbd aria-hidden="true" className={classes.shortcut}>
                  {shortcut}
                </kbd>
              )}
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
  /** The field's id; an `ErrorSummary` moves the focus to its first option. */
  id: string;
  label: string;
  choices: readonly { value: string; label: string }[];
  value: readonly string[];
  onChange: (values: readonly string[]) => void;
  error?: string | undefined;
};

/** A choice of several options in a form, with all options visible. */
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
        {choices.map(({ value, label: text }, index) => (
          <DrawnChoice
            key={value}
            className={classes.option}
            id={index === 0 ? id : undefined}
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          >
            <span className={classes.words}>
              <span className={classes.tick}>
                <IconCheck size={12} stroke={2.5} aria-hidden="true" />
              </span>
              <bdi>{text}</bdi>
            </span>
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
