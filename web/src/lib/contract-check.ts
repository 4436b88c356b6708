import { isStorable, leavesOf } from '@bursar/contracts/sent-values';
import i18next from 'i18next';
import { useEffect, useRef, useState } from 'react';

type Issue = {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly maximum?: number | bigint | undefined;
  readonly origin?: string | undefined;
};

/** An endpoint of the contract, as far as a form asks it. */
export type Contract = { readonly body: BodySchema };

type BodySchema = {
  readonly safeParse: (body: unknown) => {
    readonly success: boolean;
    readonly error?: { readonly issues: readonly Issue[] } | undefined;
  };
};

/** The server checks all of it again: nobody waits longer for the schema to come. */
const LONGEST_WAIT_MS = 2_000;

/** Fetches the contract's schema as a form opens, so that no page waits for what checks a form. */
export function useCheckedByContract(load: (() => Promise<Contract>) | undefined, opened: boolean) {
  const schema = useRef<BodySchema | null>(null);
  const [isAwaited, setAwaited] = useState(false);
  const fetchIt = async () => {
    // Without a connection there is none: the form goes out, or waits, all the same.
    schema.current ??= (await load?.().catch(() => null))?.body ?? null;
  };
  const fetching = useRef(fetchIt);
  useEffect(() => {
    if (opened) void fetching.current();
  }, [opened]);
  return {
    /** A form was sent before the schema was here. */
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
    /** What the contract finds wrong with what would be sent, a sentence a field. */
    problemsOf: (body: unknown): Readonly<Record<string, string>> => {
      if (body === null) return {};
      const issues = schema.current?.safeParse(body).error?.issues ?? [];
      const unkept = [...leavesOf(body)].filter(
        ({ value }) => typeof value === 'string' && !isStorable(value),
      );
      // Of several on one field the first is said.
      return Object.fromEntries([
        ...unkept.map(({ path }) => [path, i18next.t('ui:form.issue.unkept')]),
        ...issues.toReversed().map((issue) => [issue.path.join('.'), sentenceOf(issue)]),
      ]);
    },
  };
}

/** What is said of a field that the server alone found wrong; its own sentence is in no language. */
export const refusedFieldSentence = (): string => i18next.t(invalid);

/** In general words; a form has better ones of its own for what is likely. */
function sentenceOf({ code, origin, maximum }: Issue): string {
  if (code === 'too_big' && origin === 'string') {
    return i18next.t('ui:form.issue.tooLong', { count: Number(maximum) });
  }
  return i18next.t(code === 'too_small' && origin === 'string' ? missing : invalid);
}

const missing = 'ui:form.issue.missing';
const invalid = 'ui:form.issue.invalid';
