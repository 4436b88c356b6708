import type { Role } from '@bursar/contracts/roles';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../ui/shortcut/use-shortcut.ts';
import classes from './SearchBox.module.css';
import { lazyInKit } from '../lazy-in-kit.tsx';

/** As it is printed on keyboards of either language. */
const paletteKey = 'Ctrl K';

type SearchBoxProps = { role: Role | undefined; onOpenSettings: () => void };

/** The way to everything by name; the palette is fetched when it is first asked for. */
export function SearchBox({ role, onOpenSettings }: SearchBoxProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  useShortcut('mod+k', () => setIsOpen(true), { label: t('search'), scope: 'everywhere' });
  return (
    <>
      <button
        type="button"
        className={classes.box}
        aria-keyshortcuts="Control+K"
        onClick={() => setIsOpen(true)}
      >
        <IconSearch size={16} stroke={1.5} aria-hidden="true" />
        <span className={classes.words}>{t('search')}</span>
        <kbd className={classes.key} aria-hidden="true">
          {paletteKey}
        </kbd>
      </button>
      {isOpen && (
        <Suspense>
          <FramePalette
            role={role}
            onOpenSettings={onOpenSettings}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const FramePalette = lazyInKit(() => import('./FramePalette.tsx').then((m) => m.FramePalette));
