import { useEffect } from 'react';
import { useLocation } from 'react-router';
import {
  changeDisplaySettings,
  displaySettings,
  useDisplaySettings,
} from '../../lib/display-settings.ts';
import { useMedia } from '../../ui/state/use-media.ts';

export type SidebarControl = {
  /** `away`: hidden · `rail`: icons only · `open`: fully shown. */
  state: 'away' | 'rail' | 'open';
  /** False on a wide screen with the horizontal menu, which has no sidebar. */
  isPossible: boolean;
  /** True if an open sidebar covers the page, on a narrow screen. */
  coversPage: boolean;
  toggle: () => void;
  close: () => void;
};

/** The header's button, which gets the focus back when a sidebar over the page closes. */
export const sidebarToggleId = 'sidebar-toggle';

/** Returns the sidebar's state from the menu, the screen's width and the reader's choice. */
export function useSidebar(): SidebarControl {
  const { menu, sidebar: isToggled } = useDisplaySettings();
  const isNarrow = useMedia(narrowScreen);
  return {
    state: restingOrToggled(isNarrow ? 'narrow' : menu, isToggled),
    isPossible: isNarrow || menu !== 'horizontal',
    coversPage: isNarrow && isToggled,
    toggle: () => changeDisplaySettings({ sidebar: !isToggled }),
    close: () => changeDisplaySettings({ sidebar: false }),
  };
}

/** 1024 px at the usual text size; larger text needs a wider screen. */
const narrowScreen = '(width < 64em)';

function restingOrToggled(
  place: 'narrow' | 'vertical' | 'collapsible-vertical' | 'horizontal',
  isToggled: boolean,
): SidebarControl['state'] {
  if (place === 'vertical') return isToggled ? 'away' : 'open';
  if (place === 'collapsible-vertical') return isToggled ? 'open' : 'rail';
  return isToggled ? 'open' : 'away';
}

/** Closes a sidebar that covers the page when the page changes. */
export function useCloseOnNavigation(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (matchMedia(narrowScreen).matches && displaySettings().sidebar)
      changeDisplaySettings({ sidebar: false });
  }, [pathname]);
}
