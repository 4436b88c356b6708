import { useSyncExternalStore } from 'react';

/**
 * When the page is being printed, and null while it is only on screen. What is drawn for paper is
 * there before the browser lays its pages out: React draws a store's change at once.
 */
export function usePrintMoment(): string | null {
  return useSyncExternalStore(onPrint, () => moment);
}

let moment: string | null = null;

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
