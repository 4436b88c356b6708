import { useTranslation } from 'react-i18next';
import type { ShortcutGroup } from './ShortcutSheet.tsx';

/** The keys every `DataTable` hears, for the sheet of a page that has one. */
export function useTableShortcuts(): ShortcutGroup {
  const { t } = useTranslation('ui');
  return {
    title: t('shortcuts.table'),
    shortcuts: [
      { keys: ['↓', 'J'], label: t('shortcuts.next') },
      { keys: ['↑', 'K'], label: t('shortcuts.previous') },
      { keys: ['Enter'], label: t('shortcuts.open') },
      { keys: ['Space'], label: t('shortcuts.select') },
      { keys: ['Shift', '↓'], label: t('shortcuts.extend') },
      { keys: ['Ctrl', 'A'], label: t('shortcuts.selectShown') },
      { keys: ['Esc'], label: t('shortcuts.clear') },
      { keys: ['Alt', t('shortcuts.endArrow')], label: t('shortcuts.widen') },
      { keys: ['Alt', 'Shift', t('shortcuts.endArrow')], label: t('shortcuts.move') },
    ],
  };
}
