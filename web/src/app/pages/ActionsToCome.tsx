import classes from './ActionsToCome.module.css';

type ActionsToComeProps = {
  /** True for the actions of a loan, which go below its title on a narrow page. */
  readonly isWide?: boolean;
};

/** Reserves the space of buttons that appear once data is loaded. */
export function ActionsToCome({ isWide = false }: ActionsToComeProps) {
  return <span className={classes.room} data-wide={isWide || undefined} />;
}
