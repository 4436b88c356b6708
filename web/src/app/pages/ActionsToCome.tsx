import classes from './ActionsToCome.module.css';

/** Reserves the space of buttons that appear once data is loaded. */
export function ActionsToCome() {
  return <span className={classes.room} />;
}
