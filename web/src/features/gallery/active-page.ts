/** The figure of the current page is readable in both schemes; the library's is always white. */
export const activePage = () => ({ root: { '--pagination-active-color': 'var(--on-accent)' } });
