export type ToastAction = { label: string; run: () => void };

export type Toast = {
  id: number;
  tone: 'success' | 'error';
  message: string;
  actions: readonly ToastAction[];
  /** Lifetime in milliseconds; null if it stays until it is closed. */
  lifetimeMs: number | null;
  /** `top` is for short notices without a button. */
  place: 'top' | 'bottom';
};

/**
 * Shows a short message. A toast with an undo stays long enough to use it; one that reports a
 * failure stays until it is closed.
 */
export const notify = {
  success: (message: string) => push({ ...plain, message, lifetimeMs: 4000 }),
  error: (message: string, ...actions: ToastAction[]) =>
    push({ ...plain, tone: 'error', message, actions, lifetimeMs: null }),
  /** Shows a message at the top, without a button, for three seconds. */
  passing: (message: string) => push({ ...plain, message, lifetimeMs: 3000, place: 'top' }),
  /** Shows a message with further actions, such as *Undo* or *Receipt*, for ten seconds. */
  undo: (message: string, ...actions: ToastAction[]) =>
    push({ ...plain, message, actions, lifetimeMs: 10_000 }),
  /** Suggests a next step; it stays until it is used or closed. */
  offer: (message: string, action: ToastAction) =>
    push({ ...plain, message, actions: [action], lifetimeMs: null }),
  dismiss: (id: number) => publish(toasts.filter((toast) => toast.id !== id)),
  /**
   * Allows toasts with actions until the returned function is called, which removes them: the next
   * user of the browser must not find them, nor those of answers that arrive later.
   */
  allowOffers: (): (() => void) => {
    takesOffers = true;
    return () => {
      takesOffers = false;
      publish(toasts.filter(({ actions }) => actions.length === 0));
    };
  },
};

/** The subscription that `useSyncExternalStore` needs. */
export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly Toast[] => toasts,
};

const plain = { tone: 'success', actions: [], place: 'bottom' } as const;

/** Maximum number of toasts: more would cover the page. The oldest is removed first. */
const mostAtOnce = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
let takesOffers = true;
const listeners = new Set<() => void>();

function push(toast: Omit<Toast, 'id'>): number {
  lastId += 1;
  if (toast.actions.length > 0 && !takesOffers) return lastId;
  publish([...toasts, { ...toast, id: lastId }].slice(-mostAtOnce));
  return lastId;
}

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
