import { IconX } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/Button.tsx';
import { TopDialog } from '../overlay/TopDialog.tsx';
import classes from './ShortcutSheet.module.css';

export type ShortcutGroup = {
  title: string;
  /** Keys are pressed together: `['Ctrl', 'K']`. */
  shortcuts: readonly { keys: readonly string[]; label: string }[];
};

type ShortcutSheetProps = { groups: readonly ShortcutGroup[]; onClose: () => void };

/** Every key there is on this page (`?`). It stands while it is rendered. */
export function ShortcutSheet({ groups, onClose }: ShortcutSheetProps) {
  const { t } = useTranslation('ui');
  return (
    <TopDialog label={t('shortcuts.title')} onClose={onClose} className={classes.sheet}>
      <header className={classes.head}>
        <h2>{t('shortcuts.title')}</h2>
        <IconButton
          size="compact"
          label={t('overlay.close')}
          icon={<IconX size={18} stroke={1.5} />}
          onClick={onClose}
        />
      </header>
      <div className={classes.groups}>
        {groups.map((group) => (
          <section key={group.title} className={classes.group}>
            <h3>{group.title}</h3>
            <dl>
              {group.shortcuts.map(({ keys, label }) => (
                <Fragment key={label}>
                  <dt>{label}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </TopDialog>
  );
}
