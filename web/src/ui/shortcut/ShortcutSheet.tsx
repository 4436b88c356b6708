import { IconX } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/Button.tsx';
import { Box } from '../layout/Box.tsx';
import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { PlainDialog } from '../overlay/PlainDialog.tsx';
import { Keys } from './Keys.tsx';
import classes from './ShortcutSheet.module.css';
import { shownShortcuts, type ShortcutScope } from './use-shortcut.ts';

const scopes = ['page', 'list', 'everywhere'] as const satisfies readonly ShortcutScope[];

/** Lists every shortcut that works on this page (`?`). It is open while it is rendered. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('ui');
  const groups = scopes
    .map((scope) => ({ scope, shortcuts: shownShortcuts(scope) }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
  return (
    <PlainDialog label={t('shortcuts.title')} onClose={onClose} className={classes.sheet}>
      <Row gap={0} justify="between" wrap={false} className={classes.head}>
        <Text as="h2" size="lead" weight="strong">
          {t('shortcuts.title')}
        </Text>
        <IconButton
          size="compact"
          label={t('overlay.close')}
          icon={<IconX size={18} stroke={1.5} />}
          onClick={onClose}
        />
      </Row>
      <div className={classes.groups}>
        {groups.map(({ scope, shortcuts }) => (
          <section key={scope} className={classes.group}>
            <Box as="h3" tone="muted" size="caption" weight="medium" below={2}>
              {t(`shortcuts.scope.${scope}`)}
            </Box>
            <Box as="dl" flow="grid" columns="1fr auto" gap={4} lines={2}>
              {shortcuts.map(({ keys, label }) => (
                <Fragment key={keys.join(' ')}>
                  <dt>{label}</dt>
                  <Box as="dd" text="end">
                    <Keys keys={keys} />
                  </Box>
                </Fragment>
              ))}
            </Box>
          </section>
        ))}
      </div>
    </PlainDialog>
  );
}
