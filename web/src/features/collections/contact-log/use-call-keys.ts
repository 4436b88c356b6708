import { contactOutcomes } from '@bursar/contracts/choices';
import type { ContactOutcome } from '@bursar/contracts/collections/contact-outcomes';
import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { outcomeKeys } from '../../../lib/outcome-keys.ts';
import { matchesShortcut } from '../../../ui/shortcut/use-shortcut.ts';

type CallKeys = {
  readonly onOutcome: (outcome: ContactOutcome) => void;
  readonly onSave: () => void;
};

/**
 * The keys of the call form: a single key such as `1` or `d` chooses the outcome while no text is
 * typed, and Ctrl+Enter saves from any field. Returns the ref for the element around the fields.
 */
export function useCallKeys({ onOutcome, onSave }: CallKeys) {
  const [around, setAround] = useState<HTMLElement | null>(null);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSave();
      return;
    }
    const outcome = isTypedIn(event.target) ? undefined : outcomeOfKey(event);
    if (outcome === undefined) return;
    event.preventDefault();
    onOutcome(outcome);
  });
  // A layout effect, so that it receives a key that is pressed as soon as the form shows.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    around?.addEventListener('keydown', listen);
    return () => around?.removeEventListener('keydown', listen);
  }, [around]);
  return setAround;
}

function isTypedIn(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('textarea, select, input:not([type=radio]):not([type=checkbox])')
  );
}

function outcomeOfKey(pressed: KeyboardEvent): ContactOutcome | undefined {
  return contactOutcomes.find((outcome) => matchesShortcut(pressed, outcomeKeys[outcome]));
}
