import classes from './fields.module.css';

/** Reserves the space of a calendar while it loads. */
export function CalendarRoom() {
  return <div className={classes.calendarRoom} />;
}
