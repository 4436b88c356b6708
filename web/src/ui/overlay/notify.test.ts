import { afterEach, describe, expect, it, vi } from 'vitest';
import { notify, toastStore } from './notify.ts';

afterEach(() => {
  for (const toast of toastStore.read()) notify.dismiss(toast.id);
});

describe('toasts', () => {
  it('notify listeners, and disappear when dismissed', () => {
    const listener = vi.fn<() => void>();
    const stop = toastStore.subscribe(listener);
    const id = notify.success('Saved');
    expect(toastStore.read().map((toast) => toast.message)).toEqual(['Saved']);
    notify.dismiss(id);
    expect(toastStore.read()).toEqual([]);
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    notify.success('Unheard');
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('at the top disappear after three seconds', () => {
    notify.passing('You are signed in');
    expect(toastStore.read()).toMatchObject([{ place: 'top', lifetimeMs: 3000, actions: [] }]);
  });

  it('never cover the page, because the oldest disappears', () => {
    for (const word of ['one', 'two', 'three', 'four']) notify.success(word);
    expect(toastStore.read().map((toast) => toast.message)).toEqual(['two', 'three', 'four']);
  });

  it('stay if they report a failure or offer an undo', () => {
    notify.error('Not saved');
    notify.undo('3 loans assigned', { label: 'Undo', run: () => undefined });
    expect(toastStore.read().map((toast) => toast.lifetimeMs)).toEqual([null, 10_000]);
  });
});

it('takes no toast with an action between two sessions', () => {
  const signOut = notify.allowOffers();
  notify.offer('Receipt', { label: 'Save', run: () => undefined });
  signOut();
  notify.undo('Moved', { label: 'Undo', run: () => undefined });
  notify.error('The server cannot be reached.');
  const messages = () => toastStore.read().map(({ message }) => message);
  expect(messages()).toEqual(['The server cannot be reached.']);
  notify.allowOffers();
  notify.undo('Moved', { label: 'Undo', run: () => undefined });
  expect(messages()).toEqual(['The server cannot be reached.', 'Moved']);
});
