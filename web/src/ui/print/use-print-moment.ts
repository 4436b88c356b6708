import { useSyncExternalStore } from 'react';

/**
 * Returns the time of printing while the page is being printed, and null on screen. React applies a
 * store's change at once, so content for print is rendered before the browser lays out its pages.
 */
export function usePrintMoment(): string | null {
  return useSyncExternalStore(onPrint, readMoment, readMoment);
}

let moment: string | null = null;

function readMoment(): string | null {
  return moment;
}

function onPrint(listener: () => void): () => void {
  const begin = () => {
    moment ??= new Date().toISOString();
    listener();
  };
  const end = () => {
    moment = null;
    listener();
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}
