import { createContext, useContext, type ReactNode } from 'react';
import classes from './Still.module.css';

const StillContext = createContext(false);

type StillProps = {
  /** Leaves out the ground, if the picture is on one already. */
  isBare?: boolean;
  children: ReactNode;
};

/**
 * A picture of open overlays, for documentation: they are rendered in place, and neither the
 * pointer, the keyboard nor a screen reader reaches them.
 */
export function Still({ isBare = false, children }: StillProps) {
  return (
    <StillContext value={true}>
      <div inert aria-hidden="true" className={classes.still} data-bare={isBare || undefined}>
        {children}
      </div>
    </StillContext>
  );
}

/** Returns whether an overlay is part of a picture: it must not move the focus or the page. */
export function useIsStill(): boolean {
  return useContext(StillContext);
}
