import { Box } from '../layout/Box.tsx';
import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import classes from './SliderField.module.css';

type SliderFieldProps = {
  id: string;
  label: string;
  value: number;
  onChange: (value: number) => void;
  least: number;
  most: number;
  step?: number;
  /** Formats the value and the limits, for example as amounts. */
  spell?: (value: number) => string;
};

/** A figure within limits that needs no exact entry; arrow keys change it by one step. */
export function SliderField(props: SliderFieldProps) {
  const { id, label, value, onChange, least, most, step = 1, spell = String } = props;
  return (
    <div>
      <Row justify="between" wrap={false}>
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
        <Text as="span" weight="medium" tabular aria-hidden="true">
          {spell(value)}
        </Text>
      </Row>
      <input
        id={id}
        type="range"
        className={classes.slider}
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={spell(value)}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <Box flow="row" justify="between" wrap={false} tone="muted" size="caption" tabular>
        <span>{spell(least)}</span>
        <span>{spell(most)}</span>
      </Box>
    </div>
  );
}
