import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

type PageHeaderProps = {
  title: ReactNode;
  /** One line that says what the page is for, with its count. */
  description?: ReactNode;
  /** Status and other facts that belong to the title of a detail page. */
  badges?: ReactNode;
  /** The way back: a link to the list this page came from. */
  back?: ReactNode;
  /** Secondary actions first, the one primary action last. */
  actions?: ReactNode;
};

/** The head of every page: what it is, how much there is of it, and what can be done here. */
export function PageHeader({ title, description, badges, back, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {back && <div className={classes.back}>{back}</div>}
        <div className={classes.line}>
          <h1 className={classes.title}>{title}</h1>
          {badges && <div className={classes.badges}>{badges}</div>}
        </div>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
