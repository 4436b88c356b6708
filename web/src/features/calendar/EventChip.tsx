import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { timeOfDay, type Slot } from './calendar-time.ts';
import classes from './Calendar.module.css';

/** An event as it stands on a day: its colour, when it begins there, its title. */
export function EventChip({ slot: { event, minutes } }: { slot: Slot }) {
  const format = useFormat();
  return (
    <span className={classes.chip} data-colour={event.colour}>
      {minutes && <span className={classes.time}>{format.time(timeOfDay(minutes.from))}</span>}
      <bdi className={classes.title}>{event.title}</bdi>
    </span>
  );
}

/** The same in words, for whoever hears the page. */
export function useSlotLabel() {
  const format = useFormat();
  return ({ event: { title }, day, minutes }: Slot): string =>
    minutes
      ? `${title}, ${format.day(day, 'weekday')}, ${format.time(timeOfDay(minutes.from))}`
      : `${title}, ${format.day(day, 'weekday')}`;
}
