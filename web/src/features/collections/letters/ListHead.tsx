import type { ReactNode } from 'react';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import classes from './ListHead.module.css';

type ListHeadProps = { readonly meaning: string; readonly children: ReactNode };

/**
 * Says what a list is for, next to the action that adds to the list. On a narrow screen the action
 * is below the text.
 */
export function ListHead({ meaning, children }: ListHeadProps) {
  return (
    <Row gap={3} justify="between">
      <Text tone="muted" size="table" className={classes.meaning}>
        {meaning}
      </Text>
      {children}
    </Row>
  );
}
