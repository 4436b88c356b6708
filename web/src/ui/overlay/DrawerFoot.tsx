import { createContext, useContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** The element at the bottom of the drawer around a component. */
export const FootOfDrawer = createContext<HTMLElement | null>(null);

/**
 * Buttons of a drawer's content, shown at the bottom of the drawer as those of its `footer`. A
 * button that submits a form names it by `form`.
 */
export function DrawerFoot({ children }: { readonly children: ReactNode }) {
  const foot = useContext(FootOfDrawer);
  return foot && createPortal(children, foot);
}
