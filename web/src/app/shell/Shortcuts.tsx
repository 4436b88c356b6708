import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showShortcuts } from '../../ui/shortcut/shown-shortcuts.ts';
import { useShortcut } from '../../ui/shortcut/use-shortcut.ts';
import { lazyInKit } from '../lazy-in-kit.tsx';

/** The sheet of the keys that work, at `?`. */
export function Shortcuts() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  useShortcut('?', () => setIsOpen(true), { label: t('shortcuts.sheet'), scope: 'everywhere' });
  // Whatever is open hears it by itself.
  useEffect(
    () => showShortcuts('everywhere', [{ keys: ['Esc'], label: t('shortcuts.close') }]),
    [t],
  );
  if (!isOpen) return null;
  return (
    <Suspense>
      <ShortcutSheet onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}

const ShortcutSheet = lazyInKit(() =>
  import('../../ui/shortcut/ShortcutSheet.tsx').then((m) => m.ShortcutSheet),
);
