import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import classes from './Borrower.module.css';

type PartProps = {
  readonly title: string;
  readonly children: ReactNode;
};

/** A part of the borrower's page. */
export function Part({ title, children }: PartProps) {
  return (
    <section>
      <Box as="h2" size="body" weight="medium" pad={[0, 0, 2]} line="below">
        {title}
      </Box>
      {children}
    </section>
  );
}

type LineProps = { readonly as?: 'li' | 'div'; readonly children: ReactNode };

export function Line({ as = 'li', children }: LineProps) {
  return (
    <Box
      as={as}
      flow="row"
      gap={3}
      lines={1}
      size="table"
      breaks
      pad={[1, 0]}
      line="below"
      className={classes.line}
    >
      {children}
    </Box>
  );
}

/** Names facts or channels without a record in one line, so that they do not hide recorded ones. */
export function NotRecorded({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation('borrowers');
  const format = useFormat();
  if (names.length === 0) return null;
  return (
    <Box as="p" tone="muted" size="table" pad={[3, 0, 0]}>
      {t('notRecorded', { names: format.list(names) })}
    </Box>
  );
}

type NoLongerProps = { readonly summary: ReactNode; readonly children: ReactNode };

/** Former entries, collapsed until the user opens them. */
export function NoLonger({ summary, children }: NoLongerProps) {
  return (
    <Box as="details" pad={[2, 0]} size="table">
      <Text as="summary" tone="muted" className={classes.summary}>
        {summary}
      </Text>
      {children}
    </Box>
  );
}
