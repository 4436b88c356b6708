import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/Button.tsx';
import { Box } from '../layout/Box.tsx';
import { LazyPopover } from '../overlay/LazyPopover.tsx';
import classes from './DefinedPanel.module.css';
import { Panel } from './Panel.tsx';

type DefinedPanelProps = {
  title: ReactNode;
  note?: ReactNode;
  /** Says, in sentences, what is counted and what is not. */
  definition: ReactNode;
  children: ReactNode;
};

/** Figures under a heading, with their definition behind the mark next to it. */
export function DefinedPanel({ title, note, definition, children }: DefinedPanelProps) {
  const { t } = useTranslation('ui');
  return (
    <Panel
      title={title}
      note={note}
      mark={
        <LazyPopover
          label={t('definition')}
          position="bottom-start"
          width={360}
          focuses="panel"
          trigger={
            <IconButton
              size="compact"
              label={t('definition')}
              icon={<IconInfoCircle size={18} stroke={1.5} aria-hidden="true" />}
              className={classes.mark}
              data-screen-only
            />
          }
        >
          {() => (
            <Box as="p" size="table" tone="soft" pad={[3, 4]}>
              {definition}
            </Box>
          )}
        </LazyPopover>
      }
    >
      {children}
    </Panel>
  );
}
