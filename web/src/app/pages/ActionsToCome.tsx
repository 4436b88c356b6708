import classes from './ActionsToCome.module.css';

/** Keeps the room of the buttons that come with what is fetched. */
export function ActionsToCome() {
  return <span className={classes.room} />;
}
