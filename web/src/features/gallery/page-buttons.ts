import classes from './page-buttons.module.css';

/** The look of numbered pages. */
export const pageButtons = {
  classNames: { root: classes.pages ?? '' },
  // Makes the number of the current page readable in both colour schemes; the library's is always
  // white.
  vars: () => ({ root: { '--pagination-active-color': 'var(--on-accent)' } }),
};
