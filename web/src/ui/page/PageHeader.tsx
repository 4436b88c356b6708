import type { ReactNode } from 'react';
import { Box } from '../layout/Box.tsx';
import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { Skeleton } from './Skeleton.tsx';
import classes from './PageHeader.module.css';

type PageHeaderProps = {
  title: ReactNode;
  /** One line that says what the page is for, or the number of its records. */
  description?: ReactNode;
  /** Status and other facts about the record of a detail page. */
  badges?: ReactNode;
  /** A link back to the list that this page was opened from. */
  back?: ReactNode;
  /** Secondary actions first, the primary action last. */
  actions?: ReactNode;
};

/** The header of every page: its title, its description and its actions. */
export function PageHeader({ title, description, badges, back, actions }: PageHeaderProps) {
  const line = description && (
    <Box as="p" tone="muted" className={classes.description}>
      {description}
    </Box>
  );
  return (
    <Box as="header" flow="row" align="start" justify="between" gap={6} lines={3} below={5}>
      <Box shrinks className={classes.words}>
        {back && (
          <Box size="table" below={1} data-screen-only>
            {back}
          </Box>
        )}
        <Row gap={3} lines={0}>
          <Text as="h1" size="title" weight="strong" className={classes.title}>
            {title}
          </Text>
          {badges && <Row className={classes.badges}>{badges}</Row>}
          {badges && line}
        </Row>
        {!badges && line}
      </Box>
      {actions && (
        <Row gap={2} align="stretch" className={classes.actions} data-screen-only>
          {actions}
        </Row>
      )}
    </Box>
  );
}

/** Replaces a name that is loading; screen readers hear the subject of the page. */
export function TitleToCome({ of, width }: { of: string; width: string }) {
  return (
    <>
      <span className="unseen">{of}</span>
      <Skeleton width={width} height="1.75rem" />
    </>
  );
}
