import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showShortcuts } from './shown-shortcuts.ts';

type TableKeys = { canOpen: boolean; canSelect: boolean };

/** Names the keys that the rows and the heads of a list hear. */
export function useTableShortcuts({ canOpen, canSelect }: TableKeys): void {
  const { t } = useTranslation('ui');
  useEffect(
    () =>
      showShortcuts('list', [
        { keys: ['↓', 'J'], label: t('shortcuts.next') },
        { keys: ['↑', 'K'], label: t('shortcuts.previous') },
        ...(canOpen ? [{ keys: ['Enter'], label: t('shortcuts.open') }] : []),
        ...(canSelect
          ? [
              { keys: ['Space'], label: t('shortcuts.select') },
              { keys: ['Shift', '↓'], label: t('shortcuts.extend') },
              { keys: ['Ctrl', 'A'], label: t('shortcuts.selectShown') },
              { keys: ['Esc'], label: t('shortcuts.clear') },
            ]
          : []),
        { keys: ['Alt', t('shortcuts.endArrow')], label: t('shortcuts.widen') },
        { keys: ['Alt', 'Shift', t('shortcuts.endArrow')], label: t('shortcuts.move') },
      ]),
    [t, canOpen, canSelect],
  );
}
