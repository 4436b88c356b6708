import { useEffect } from 'react';
import { changeDisplaySettings, settingChoices } from '../../lib/display-settings.ts';

/**
 * The settings that, like `semidark`, apply to all tabs. The direction is not among them, because
 * it follows each tab's language, and neither is the sidebar, because it belongs to each window.
 */
const shared = ['theme', 'menu', 'layout', 'animation', 'navbar'] as const;

/** Applies the display settings that the user changes in another tab. */
export function useLookOfOtherTabs(): void {
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      const name = shared.find((one) => one === key);
      const choices: readonly string[] = name ? settingChoices[name] : [];
      if (name && choices.some((one) => one === newValue)) {
        changeDisplaySettings({ [name]: newValue });
      }
      if (key === 'semidark') changeDisplaySettings({ semidark: newValue === 'true' });
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, []);
}
