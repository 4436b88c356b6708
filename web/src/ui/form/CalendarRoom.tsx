import classes from './fields.module.css';

/** Where a calendar is about to stand. */
export function CalendarRoom() {
  return <div className={classes.calendarRoom} />;
}
