import { type Mutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { signedOut } from '../../lib/api-client.ts';
import { leaveIfAnotherAccount, pageAccount } from '../../lib/session.ts';

/** Leaves the page when its user returns to it after another account has signed in. */
export function useAccountOfPage(): void {
  useEffect(() => {
    addEventListener('focus', leaveIfAnotherAccount);
    document.addEventListener('visibilitychange', leaveIfAnotherAccount);
    return () => {
      removeEventListener('focus', leaveIfAnotherAccount);
      document.removeEventListener('visibilitychange', leaveIfAnotherAccount);
    };
  }, []);
}

/**
 * Binds each write to the account that sends it. A failed write is repeated even after its page was
 * closed, and by then another account may have signed in.
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

function bindToAccount({ options }: Mutation<unknown, Error, unknown>): void {
  const account = pageAccount();
  const { mutationFn } = options;
  options.mutationFn = async (...given) => {
    if (!mutationFn || pageAccount() !== account) throw signedOut();
    return mutationFn(...given);
  };
}
