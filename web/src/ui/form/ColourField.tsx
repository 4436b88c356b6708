import { useId } from 'react';
import { Box } from '../layout/Box.tsx';
import { inColour, type TagColour } from '../status/Tag.tsx';
import { DrawnChoice } from './DrawnChoice.tsx';
import classes from './ColourField.module.css';

type ColourFieldProps = {
  readonly label: string;
  readonly colours: readonly TagColour[];
  readonly nameOf: (colour: TagColour) => string;
  readonly chosen: TagColour;
  readonly onChoose: (colour: TagColour) => void;
};

/** A choice of colours in one row, each with its name below it. */
export function ColourField({ label, colours, nameOf, chosen, onChoose }: ColourFieldProps) {
  const group = useId();
  return (
    <fieldset>
      <Box as="legend" size="table" weight="medium" below={1}>
        {label}
      </Box>
      <div className={classes.colours}>
        {colours.map((colour) => (
          <DrawnChoice
            key={colour}
            name={group}
            aria-label={nameOf(colour)}
            checked={colour === chosen}
            onChange={() => onChoose(colour)}
          >
            <span className={classes.drawn} style={inColour(colour)}>
              {nameOf(colour)}
            </span>
          </DrawnChoice>
        ))}
      </div>
    </fieldset>
  );
}
