import { useId } from 'react';
import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { Tag, type TagColour } from '../status/Tag.tsx';
import classes from './ColourField.module.css';

type ColourFieldProps = {
  readonly label: string;
  readonly colours: readonly TagColour[];
  readonly nameOf: (colour: TagColour) => string;
  readonly chosen: TagColour;
  readonly onChoose: (colour: TagColour) => void;
};

/** Each colour by its name, as a tag looks in it. */
export function ColourField({ label, colours, nameOf, chosen, onChoose }: ColourFieldProps) {
  const group = useId();
  return (
    <fieldset>
      <Text as="legend" size="table" weight="medium" className={classes.legend}>
        {label}
      </Text>
      <Row gap={1} align="stretch" className={classes.colours}>
        {colours.map((colour) => (
          <label key={colour} className={classes.colour}>
            <input
              type="radio"
              name={group}
              aria-label={nameOf(colour)}
              checked={colour === chosen}
              onChange={() => onChoose(colour)}
            />
            <span>
              <Tag colour={colour}>{nameOf(colour)}</Tag>
            </span>
          </label>
        ))}
      </Row>
    </fieldset>
  );
}
