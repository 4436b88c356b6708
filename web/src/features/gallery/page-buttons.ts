import classes from './page-buttons.module.css';

/** The look of numbered pages. */
export const pageButtons = {
  classNames: { root: classes.pages ?? '' },
  // The figure of the current page is readable in both schemes; the library's is always white.
  vars: () => ({ root: { '--pagination-active-color': 'var(--on-accent)' } }),
};
