import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../ui/shortcut/use-shortcut.ts';
import { useTableShortcuts } from '../../ui/shortcut/use-table-shortcuts.ts';

/** Every key there is, at `?`. */
export function Shortcuts() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const table = useTableShortcuts();
  useShortcut('?', () => setIsOpen(true));
  if (!isOpen) return null;
  const everywhere = {
    title: t('shortcuts.everywhere'),
    shortcuts: [
      { keys: ['Ctrl', 'K'], label: t('search') },
      { keys: ['?'], label: t('shortcuts.sheet') },
      { keys: ['Esc'], label: t('shortcuts.close') },
    ],
  };
  const loan = {
    title: t('shortcuts.loan'),
    shortcuts: [
      { keys: ['P'], label: t('shortcuts.pay') },
      { keys: ['N'], label: t('shortcuts.note') },
      { keys: ['B'], label: t('shortcuts.borrower') },
      { keys: ['T'], label: t('shortcuts.tag') },
      { keys: ['L'], label: t('shortcuts.logContact') },
      { keys: ['R'], label: t('shortcuts.promise') },
    ],
  };
  return (
    <Suspense>
      <ShortcutSheet groups={[everywhere, loan, table]} onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}

const ShortcutSheet = lazy(() =>
  import('../../ui/shortcut/ShortcutSheet.tsx').then((m) => ({ default: m.ShortcutSheet })),
);
