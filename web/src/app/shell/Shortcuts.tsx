import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { useShortcut } from '../../ui/shortcut/use-shortcut.ts';
import { useTableShortcuts } from '../../ui/shortcut/use-table-shortcuts.ts';

/** Every key there is, at `?`. */
export function Shortcuts() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const table = useTableShortcuts();
  const role = useSession()?.role;
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
  const work = [
    { keys: ['L'], label: t('shortcuts.logContact') },
    { keys: ['R'], label: t('shortcuts.promise') },
    { keys: ['P'], label: t('shortcuts.pay') },
    { keys: ['A'], label: t('shortcuts.nextAction') },
    { keys: ['S'], label: t('shortcuts.snooze') },
  ];
  const loan = {
    title: t('shortcuts.loan'),
    shortcuts: [
      ...work,
      { keys: ['N'], label: t('shortcuts.note') },
      { keys: ['B'], label: t('shortcuts.borrower') },
      { keys: ['T'], label: t('shortcuts.tag') },
    ],
  };
  const queue = {
    title: t('shortcuts.queue'),
    shortcuts: [
      { keys: ['J'], label: t('shortcuts.nextInQueue') },
      { keys: ['K'], label: t('shortcuts.previousInQueue') },
      { keys: ['C'], label: t('shortcuts.call') },
      ...work,
      { keys: ['O'], label: t('shortcuts.openLoan') },
    ],
  };
  return (
    <Suspense>
      <ShortcutSheet
        groups={[everywhere, loan, ...(role === 'agent' ? [queue] : []), table]}
        onClose={() => setIsOpen(false)}
      />
    </Suspense>
  );
}

const ShortcutSheet = lazy(() =>
  import('../../ui/shortcut/ShortcutSheet.tsx').then((m) => ({ default: m.ShortcutSheet })),
);
