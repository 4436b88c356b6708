import type { ReactNode } from 'react';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import classes from './Profile.module.css';

type AccessLineProps = {
  readonly icon: ReactNode;
  readonly name: ReactNode;
  readonly about: ReactNode;
  readonly action: ReactNode;
};

/** One way into the account, such as a session or a key, with the button that ends it. */
export function AccessLine({ icon, name, about, action }: AccessLineProps) {
  return (
    <Box
      flow="grid"
      as="li"
      columns="auto minmax(0, 1fr) auto"
      level="center"
      gap={3}
      pad={[3, 0]}
      className={classes.session}
    >
      <Row as="span" tone="muted" aria-hidden="true">
        {icon}
      </Row>
      <div>
        <Text weight="medium">{name}</Text>
        {about}
      </div>
      {action}
    </Box>
  );
}
