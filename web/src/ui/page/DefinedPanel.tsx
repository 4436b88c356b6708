import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Box } from '../layout/Box.tsx';
import { Stack } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { Panel } from './Panel.tsx';
import classes from './DefinedPanel.module.css';

type DefinedPanelProps = {
  title: ReactNode;
  note?: ReactNode;
  /** What is counted and what is not, in sentences. */
  definition: ReactNode;
  children: ReactNode;
};

/** Figures under a heading, with their definition one click away. */
export function DefinedPanel({ title, note, definition, children }: DefinedPanelProps) {
  const { t } = useTranslation('ui');
  return (
    <Panel title={title} note={note}>
      <Stack gap={3}>
        {children}
        <Text as="details" tone="muted" size="table">
          <summary className={classes.summary}>{t('definition')}</summary>
          <Box as="p" tone="soft" above={2} className={classes.definition}>
            {definition}
          </Box>
        </Text>
      </Stack>
    </Panel>
  );
}
