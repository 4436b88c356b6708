import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ComponentProps, RefObject } from 'react';
import { useIsUppermost } from '../overlay/use-is-uppermost.ts';
import classes from './Floating.module.css';
import { placeBeside } from './place-beside.ts';

type FloatingProps = Omit<ComponentProps<'div'>, 'ref'> & {
  role: 'menu' | 'dialog';
  /** The button that it belongs to: it stands beside it, and Escape gives the focus back to it. */
  anchor: RefObject<HTMLElement | null>;
  /** The side of the button that it keeps to. */
  align: 'start' | 'end';
  /** In pixels, where the screen is as wide. */
  width?: number | undefined;
  /** What came by the pointer's mere passing takes no focus. */
  takesFocus?: boolean;
  onClose: () => void;
};

/** What opens beside a button and lies over everything else until one turns elsewhere. */
export function Floating(props: FloatingProps) {
  const { anchor, align, width, takesFocus = true, onClose, className, ...rest } = props;
  const panel = useRef<HTMLDivElement>(null);
  // A drawer below hears no Escape meanwhile.
  useIsUppermost(true);
  usePlaceBeside({ panel, anchor, align });
  useEffect(() => {
    if (!takesFocus) return;
    const firstItem = panel.current?.querySelector<HTMLElement>(firstMenuItem);
    (firstItem ?? panel.current)?.focus({ preventScroll: true });
  }, [takesFocus]);
  useEscape({ panel, anchor, onClose });
  useTurningElsewhere({ panel, anchor, onClose });
  return (
    <div
      tabIndex={-1}
      {...rest}
      ref={panel}
      popover="manual"
      className={`${classes.panel} ${className ?? ''}`}
      // `style`: the width is the caller's.
      style={{ inlineSize: width }}
    />
  );
}

const firstMenuItem = '[role=menuitem]:not(:disabled)';

type Places = Pick<FloatingProps, 'anchor'> & { panel: RefObject<HTMLElement | null> };

function usePlaceBeside({ panel, anchor, align }: Places & Pick<FloatingProps, 'align'>): void {
  useLayoutEffect(() => {
    const [element, button] = [panel.current, anchor.current];
    if (!element || !button) return undefined;
    element.showPopover();
    const place = () => placeBeside(element, button, align);
    place();
    addEventListener('resize', place);
    addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      removeEventListener('resize', place);
      removeEventListener('scroll', place, { capture: true });
    };
  }, [panel, anchor, align]);
}

type Closing = Places & Pick<FloatingProps, 'onClose'>;

/** Escape closes and gives the focus back to the button; nothing around the panel hears it. */
function useEscape({ panel, anchor, onClose }: Closing): void {
  useEffect(() => {
    const element = panel.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      anchor.current?.focus();
      onClose();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [panel, anchor, onClose]);
}

/** Calls back when a press or the focus goes to something else than the panel and its button. */
function useTurningElsewhere({ panel, anchor, onClose }: Closing): void {
  useEffect(() => {
    const look = ({ target }: Event) => {
      const isElsewhere = [panel, anchor].every(
        ({ current }) => !(target instanceof Node && current?.contains(target)),
      );
      if (isElsewhere) onClose();
    };
    document.addEventListener('pointerdown', look, { capture: true });
    document.addEventListener('focusin', look);
    return () => {
      document.removeEventListener('pointerdown', look, { capture: true });
      document.removeEventListener('focusin', look);
    };
  }, [panel, anchor, onClose]);
}
