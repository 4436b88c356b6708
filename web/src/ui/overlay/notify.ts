export type Toast = {
  id: number;
  tone: 'success' | 'error';
  message: string;
  action: { label: string; run: () => void } | null;
  /** How long it stays, in milliseconds; null until it is closed. */
  lifetimeMs: number | null;
  /** `top` is for what only passes by: it has no button. */
  place: 'top' | 'bottom';
};

/**
 * Says in passing what has happened. A toast that offers a way back stays long enough to take
 * it; one that reports a failure stays until it is closed.
 */
export const notify = {
  success: (message: string) => push({ ...plain, message, lifetimeMs: 4000 }),
  error: (message: string) => push({ ...plain, tone: 'error', message, lifetimeMs: null }),
  /** At the top, without a button, gone after three seconds. */
  passing: (message: string) => push({ ...plain, message, lifetimeMs: 3000, place: 'top' }),
  /** "3 loans assigned to Delta team", with a verb that does more: *Undo*, *Receipt*. */
  undo: (message: string, action: { label: string; run: () => void }) =>
    push({ ...plain, message, action, lifetimeMs: 10_000 }),
  /** What one may want to do next; it stays until it is taken or closed. */
  offer: (message: string, action: { label: string; run: () => void }) =>
    push({ ...plain, message, action, lifetimeMs: null }),
  dismiss: (id: number) => publish(toasts.filter((toast) => toast.id !== id)),
};

/** What `useSyncExternalStore` needs to show the toasts. */
export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): readonly Toast[] => toasts,
};

const plain = { tone: 'success', action: null, place: 'bottom' } as const;

/** More than this would cover the page; the oldest goes first. */
const mostAtOnce = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function push(toast: Omit<Toast, 'id'>): number {
  lastId += 1;
  publish([...toasts, { ...toast, id: lastId }].slice(-mostAtOnce));
  return lastId;
}

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
