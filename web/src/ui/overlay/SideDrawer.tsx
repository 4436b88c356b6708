import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Unbroken } from '../format/Unbroken.tsx';
import { Row } from '../layout/Layout.tsx';
import { Kit } from '../theme/Kit.tsx';
import { FootOfDrawer } from './DrawerFoot.tsx';
import classes from './overlay.module.css';
import { useOverlayRoot } from './use-overlay.ts';

type SideDrawerProps = {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Stays at the bottom while the content scrolls: the drawer's buttons. */
  footer?: ReactNode;
  /** The width, by the content of the drawer; a form if left out. */
  size?: keyof typeof widths;
  /** True if a field of the content takes the focus when the drawer opens, instead of the title. */
  hasFirstField?: boolean;
};

/**
 * Widths in pixels: of a form or a short text, of one record, and of tables and files. The
 * specification limits the settings drawer to 400.
 */
const widths = { settings: 400, form: 520, record: 640, table: 880 } as const;

/** Slides in from the inline end, next to its record. It traps the focus and returns it. */
export function SideDrawer({
  opened,
  onClose,
  title,
  children,
  footer,
  size = 'form',
  hasFirstField = false,
}: SideDrawerProps) {
  const { t } = useTranslation('ui');
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const root = useOverlayRoot(opened);
  return (
    <Kit>
      <Drawer.Root
        {...root}
        opened={opened}
        onClose={onClose}
        // The library turns right into left in a right-to-left page.
        position="right"
        size={`min(${widths[size]}px, 100vw)`}
        transitionProps={{ duration: 180 }}
        classNames={classNames}
      >
        <Drawer.Overlay />
        <Drawer.Content>
          {/* Without the banner role: the page already has a banner. */}
          <Drawer.Header role="presentation">
            <Drawer.Title {...(!hasFirstField && { tabIndex: -1, 'data-autofocus': true })}>
              <Unbroken>{title}</Unbroken>
            </Drawer.Title>
            <Drawer.CloseButton aria-label={t('overlay.close')} />
          </Drawer.Header>
          <Drawer.Body>
            <div className={classes.scroll}>
              <FootOfDrawer value={foot}>{children}</FootOfDrawer>
            </div>
            <Row ref={setFoot} gap={2} align="stretch" justify="end" className={classes.footer}>
              {footer}
            </Row>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </Kit>
  );
}

const classNames = {
  content: classes.drawer ?? '',
  header: classes.header ?? '',
  title: classes.title ?? '',
  body: classes.drawerBody ?? '',
};
