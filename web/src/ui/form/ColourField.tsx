import { useId } from 'react';
import { Box } from '../layout/Box.tsx';
import { Row } from '../layout/Layout.tsx';
import { Tag, type TagColour } from '../status/Tag.tsx';
import { DrawnChoice } from './DrawnChoice.tsx';
import classes from './ColourField.module.css';

type ColourFieldProps = {
  readonly label: string;
  readonly colours: readonly TagColour[];
  readonly nameOf: (colour: TagColour) => string;
  readonly chosen: TagColour;
  readonly onChoose: (colour: TagColour) => void;
};

/** A choice of colours, each with its name. */
export function ColourField({ label, colours, nameOf, chosen, onChoose }: ColourFieldProps) {
  const group = useId();
  return (
    <fieldset>
      <Box as="legend" size="table" weight="medium" below={1}>
        {label}
      </Box>
      <Row gap={1} align="stretch" className={classes.colours}>
        {colours.map((colour) => (
          <DrawnChoice
            key={colour}
            name={group}
            aria-label={nameOf(colour)}
            checked={colour === chosen}
            onChange={() => onChoose(colour)}
          >
            <span className={classes.drawn}>
              <Tag colour={colour}>{nameOf(colour)}</Tag>
            </span>
          </DrawnChoice>
        ))}
      </Row>
    </fieldset>
  );
}
