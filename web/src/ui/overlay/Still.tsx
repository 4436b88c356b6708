import { createContext, useContext, type ReactNode } from 'react';
import classes from './Still.module.css';

const StillContext = createContext(false);

/**
 * A picture of open overlays, for documentation: they are rendered in place, and neither the
 * pointer, the keyboard nor a screen reader reaches them.
 */
export function Still({ children }: { children: ReactNode }) {
  return (
    <StillContext value={true}>
      <div inert aria-hidden="true" className={classes.still}>
        {children}
      </div>
    </StillContext>
  );
}

/** Returns whether an overlay is part of a picture: it must not move the focus or the page. */
export function useIsStill(): boolean {
  return useContext(StillContext);
}
