import { isStorable, leavesOf } from '@bursar/contracts/sent-values';
import { NAME_FORM } from '@bursar/contracts/visible-names';
import i18next from 'i18next';
import { useEffect, useRef, useState } from 'react';

type Issue = {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly maximum?: number | bigint | undefined;
  readonly origin?: string | undefined;
  readonly format?: string | undefined;
};

/** The part of a contract endpoint that a form uses. */
export type Contract = { readonly body: BodySchema };

type BodySchema = {
  readonly safeParse: (body: unknown) => {
    readonly success: boolean;
    readonly error?: { readonly issues: readonly Issue[] } | undefined;
  };
};

/**
 * Maximum wait for a slow schema; the form is then sent, because the server validates everything
 * again.
 */
const LONGEST_WAIT_MS = 2_000;

/** Loads the contract's schema when a form opens, so that no page load waits for it. */
export function useCheckedByContract(load: (() => Promise<Contract>) | undefined, opened: boolean) {
  const schema = useRef<BodySchema | null>(null);
  const [isAwaited, setAwaited] = useState(false);
  const fetchIt = async () => {
    // Without a connection there is no schema; the form is still sent, or waits to be sent.
    schema.current ??= (await load?.().catch(() => null))?.body ?? null;
  };
  const fetching = useRef(fetchIt);
  useEffect(() => {
    if (opened) void fetching.current();
  }, [opened]);
  return {
    /** True while a submitted form waits for the schema. */
    isAwaited,
    whenKnown: (send: () => void) => {
      if (!load || schema.current) return send();
      setAwaited(true);
      const enough = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
      void Promise.race([fetchIt(), enough]).then(() => {
        setAwaited(false);
        send();
      });
    },
    /** Returns the contract's problems with a body: one sentence per field. */
    problemsOf: (body: unknown): Readonly<Record<string, string>> => {
      if (body === null) return {};
      const issues = schema.current?.safeParse(body).error?.issues ?? [];
      const unkept = [...leavesOf(body)].filter(
        ({ value }) => typeof value === 'string' && !isStorable(value),
      );
      // Reversed, so that the first issue of a field wins.
      return Object.fromEntries([
        ...unkept.map(({ path }) => [path, i18next.t('ui:form.issue.unkept')]),
        ...issues.toReversed().map((issue) => [issue.path.join('.'), sentenceOf(issue)]),
      ]);
    },
  };
}

/**
 * Returns the sentence for a field that only the server refused: the server's own text is not
 * translated.
 */
export const refusedFieldSentence = (): string => i18next.t(invalid);

/** Returns a general sentence; a form has more precise ones for likely mistakes. */
function sentenceOf({ code, origin, maximum, format }: Issue): string {
  if (format === NAME_FORM) return i18next.t('ui:form.issue.hidden');
  if (code === 'too_big' && origin === 'string') {
    return i18next.t('ui:form.issue.tooLong', { count: Number(maximum) });
  }
  return i18next.t(code === 'too_small' && origin === 'string' ? missing : invalid);
}

const missing = 'ui:form.issue.missing';
const invalid = 'ui:form.issue.invalid';
