import type {
  BeginSingleSignOn,
  CompleteSingleSignOn,
} from '@bursar/contracts/access/single-sign-on';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import classes from './SignInForm.module.css';
import { isProviderAnswer } from './provider-answer.ts';
import type { SignInEntry } from './use-sign-in.ts';

export type ProviderButtonProps = {
  readonly entry: SignInEntry;
  /**
   * The text of the button; null if it could not be loaded, or if single sign-on was switched off
   * while the user was at the provider.
   */
  readonly label: string | null;
};

/** Opens the identity provider, and completes the sign-in when the provider redirects back. */
export function ProviderButton({ entry, label }: ProviderButtonProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isAnswered = useRef(false);

  const sendAnswer = useEffectEvent(async (query: string): Promise<void> => {
    setBusy(true);
    try {
      const body = { query };
      await entry.complete(
        callApi<CompleteSingleSignOn>('POST /api/login/single-sign-on/complete', { body }),
      );
    } catch (cause) {
      setProblem(failureSentence(cause));
    }
    setBusy(false);
  });

  useEffect(() => {
    const query = location.search;
    // An effect may run twice, but the server accepts the provider's answer only once.
    if (isAnswered.current || !isProviderAnswer(query)) return;
    isAnswered.current = true;
    // The answer must not stay in the address, where reloading the page would send it again.
    history.replaceState(history.state, '', location.pathname);
    void sendAnswer(query);
  }, []);

  async function open(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const { address } = await callApi<BeginSingleSignOn>('POST /api/login/single-sign-on/begin');
      location.assign(address);
    } catch (cause) {
      setProblem(failureSentence(cause));
      setBusy(false);
    }
  }

  return (
    <div className={classes.provider}>
      {problem !== undefined && (
        <Text tone="late" role="alert">
          {problem}
        </Text>
      )}
      {label !== null && (
        <Button
          className={classes.submit}
          busy={isBusy || entry.state.step === 'leaving'}
          onClick={() => void open()}
        >
          {label}
        </Button>
      )}
    </div>
  );
}
