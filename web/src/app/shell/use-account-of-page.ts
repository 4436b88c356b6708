import { type Mutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { signedOut } from '../../lib/api-client.ts';
import { leaveIfAnotherAccount, pageAccount } from '../../lib/session.ts';

/**
 * Leaves the page when the user returns to it after another account has signed in. Forms do not ask
 * for confirmation then, because the page must not stay.
 */
export function useAccountOfPage(): void {
  useEffect(() => {
    const events = [
      [window, 'focus'],
      [document, 'visibilitychange'],
    ] as const;
    for (const [of, name] of events) of.addEventListener(name, leaveIfAnotherAccount);
    addEventListener('beforeunload', leaveUnasked, true);
    return () => {
      for (const [of, name] of events) of.removeEventListener(name, leaveIfAnotherAccount);
      removeEventListener('beforeunload', leaveUnasked, true);
    };
  }, []);
}

function leaveUnasked(event: BeforeUnloadEvent): void {
  if (leaveIfAnotherAccount()) event.stopImmediatePropagation();
}

/**
 * Binds each write to the account that sends it: a failed write is repeated even after its page was
 * closed, and must not be sent once another account has signed in.
 */
export function useWritesOfAccount(): void {
  const cache = useQueryClient().getMutationCache();
  useEffect(() => {
    for (const mutation of cache.getAll()) bindToAccount(mutation);
    return cache.subscribe(({ type, mutation }) => {
      if (type === 'added') bindToAccount(mutation);
    });
  }, [cache]);
}

function bindToAccount({ options }: Mutation): void {
  const account = pageAccount();
  const { mutationFn } = options;
  options.mutationFn = async (...given) => {
    if (!mutationFn || pageAccount() !== account) throw signedOut();
    return mutationFn(...given);
  };
}
