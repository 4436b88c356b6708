import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { inColour } from '../../../ui/status/Tag.tsx';
import { timeOfDay, type Slot } from './calendar-time.ts';
import classes from './Calendar.module.css';

/** An event on one day: its colour, its start time on that day and its title. */
export function EventChip({ slot: { event, minutes } }: { slot: Slot }) {
  const format = useFormat();
  return (
    <Box
      flow="row"
      as="span"
      gap={1}
      wrap={false}
      align="stretch"
      tone="ink"
      size="caption"
      pad={[0, 1]}
      className={classes.chip}
      style={inColour(event.colour)}
    >
      {minutes && (
        <Box as="span" tone="soft" tabular fixed>
          {format.time(timeOfDay(minutes.from))}
        </Box>
      )}
      <Text as="bdi" clip>
        {event.title}
      </Text>
    </Box>
  );
}

/** Returns a function that describes an event for screen readers. */
export function useSlotLabel() {
  const format = useFormat();
  return ({ event: { title }, day, minutes }: Slot): string =>
    minutes
      ? `${title}, ${format.day(day, 'weekday')}, ${format.time(timeOfDay(minutes.from))}`
      : `${title}, ${format.day(day, 'weekday')}`;
}
