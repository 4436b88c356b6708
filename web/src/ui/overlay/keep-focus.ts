import { isModalOpen } from '../shortcut/is-modal-open.ts';

/**
 * The delay before `takeFocus` is called, in milliseconds: the code that removed the focused
 * element may focus another one first.
 */
const GRACE = 100;

let isStarted = false;

/**
 * From now on, calls `takeFocus` if the focused element, such as the button of an action that is
 * done or a link to a view that replaces its list, disappears while no dialog is open. Otherwise
 * the focus would fall to the body, and a keyboard user would start again at the top. `focused`
 * is the element that had the focus last; it may have disappeared while this code was loading.
 * Later calls do nothing.
 */
export function keepFocus(takeFocus: () => void, focused: EventTarget | null = null): void {
  if (isStarted) return;
  isStarted = true;
  let last = document.activeElement === document.body ? focused : document.activeElement;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = () =>
    document.activeElement === document.body && last instanceof Node && !last.isConnected;
  const take = () => {
    timer = undefined;
    if (!isLost() || isModalOpen()) return;
    takeFocus();
  };
  document.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  const check = () => {
    if (isLost()) timer ??= setTimeout(take, GRACE);
  };
  check();
  new MutationObserver(check).observe(document.body, { childList: true, subtree: true });
}
