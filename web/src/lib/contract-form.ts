import { useForm } from '@mantine/form';
import { useLayoutEffect, useRef, useState } from 'react';
import { ApiFailure } from './api-client.ts';
import { refusedFieldSentence, useCheckedByContract } from './contract-check.ts';
import type { Contract } from './contract-check.ts';
import { failureSentence } from './failure-sentence.ts';
import { fieldsOf, type Fields, type FormProblems, type Library } from './form-fields.ts';
import { keptOnClose, useKeeping } from './kept-draft.ts';

/** A mutation of TanStack Query, as far as a form needs it. */
export type Sends<Body, Answer> = {
  readonly isPending: boolean;
  /** It waits for a connection. */
  readonly isPaused?: boolean;
  readonly mutate: (
    body: Body,
    on: { onSuccess: (answer: Answer) => void; onError: (cause: Error) => void },
  ) => void;
};

export type ContractFormOptions<Values extends Fields, Body, Answer> = {
  /** Tells the ids of its fields from those of another form on the page. */
  readonly name?: string;
  /** What it holds before anybody has typed; ids that every retry is sent with are made here. */
  readonly empty: () => Values;
  /** What somebody typed before it began: it is shown, and counts as unsaved. */
  readonly typedBefore?: Values | undefined;
  /** Of a dialog: it begins anew each time it opens. */
  readonly opened?: boolean;
  /** What is typed outlives the form in this browser until it is sent: `contact.<loan id>`. */
  readonly keepAs?: string;
  /** What the contract does not know is wrong, by field. Said once someone has tried to send it. */
  readonly rules?: (values: Values) => FormProblems;
  /** Those of them that are said while it is typed already. */
  readonly liveRules?: (values: Values) => FormProblems;
  /** The field that a refusal is about, where the failure itself names none. */
  readonly refusedAt?: (cause: Error) => string | null;
  /** The endpoint that it is sent to: its schema is fetched as the form opens. */
  readonly contract?: () => Promise<Contract>;
  /** What is said of a field that the contract refuses, or that holds what cannot be read. */
  readonly says?: FormProblems;
  /** What is sent; null while something is missing that a rule names. */
  readonly body: (values: Values) => Body | null;
  readonly sends: Sends<Body, Answer>;
  readonly onSent: (answer: Answer, values: Values) => void;
  readonly onRefused?: (cause: Error) => void;
  readonly onEdited?: (values: Values) => void;
};

/**
 * A form of the product: what is typed, what is wrong with it, and sending it once. Problems are
 * said after the first attempt and follow every change; what the server refused stays until then.
 */
export function useContractForm<Values extends Fields, Body, Answer>(
  options: ContractFormOptions<Values, Body, Answer>,
) {
  const { name = 'form', opened = true, sends } = options;
  const keeping = useKeeping(options);
  const library = useForm<Values>({ mode: 'controlled', initialValues: keeping.start.values });
  const { typedBefore } = options;
  const { setValues } = library;
  useLayoutEffect(() => {
    if (typedBefore) setValues(typedBefore);
  }, [typedBefore, setValues]);
  const problems = useProblems(options, opened);
  const attempt = useAttempt(options.refusedAt);
  const { values } = library;
  const shown = problems.shownOf(values, attempt);
  const idOf = (field: string) => `${name}-${field.replaceAll('.', '-')}`;

  const edited = () => {
    const typed = library.getValues();
    keeping.keep(typed);
    options.onEdited?.(typed);
    attempt.edited();
  };
  const startAnew = (start: Values) => {
    library.setInitialValues(start);
    library.reset();
    problems.forget();
    attempt.forgive();
  };
  useTurn(opened ? (options.keepAs ?? name) : null, () => startAnew(keeping.open()));

  const sending = sendingOf(options, { problems, attempt, keeping, library, idOf });
  return {
    values,
    change: (changes: Partial<Values>) => {
      library.setValues(changes);
      edited();
    },
    ...fieldsOf({ library, shown, idOf, edited, note: problems.note }),
    count: attempt.count,
    refusal: attempt.refusal,
    /** What went wrong that belongs to no field. */
    failure: attempt.failure,
    /** The fields in question, for the summary above them. */
    summary: Object.entries(withoutGaps(shown)).map(([field, message]) => ({
      fieldId: idOf(field),
      message,
    })),
    isUnsaved: library.isDirty(),
    /** It holds what was typed at an earlier time. */
    isKept: keeping.isKept,
    ...sending,
    /** What a dialog or a drawer around it is told. */
    dialog: {
      onSubmit: sending.submit,
      busy: sending.isBusy,
      failure: attempt.failure,
      keeps: keeping.isKeeping ? keptOnClose(sends.isPaused ?? false, keeping.isTyped) : undefined,
    },
    /** Nothing is said of it any more. */
    forgive: attempt.forgive,
    /** What is kept of it is done with, though the form still shows it. */
    settle: keeping.settle,
    discard: () => {
      keeping.discard();
      startAnew(options.empty());
    },
    /** Begins another one, such as after one was sent. */
    startAnew,
    library,
  };
}

export type ContractForm<Values extends Fields> = Pick<
  ReturnType<typeof useContractForm<Values, unknown, unknown>>,
  'field' | 'about' | 'values' | 'change'
>;

/** What is wrong with what was typed: by its own rules, by the contract, or because it cannot be read. */
function useProblems<Values extends Fields, Body, Answer>(
  { rules, liveRules, says, body, contract }: ContractFormOptions<Values, Body, Answer>,
  opened: boolean,
) {
  const unreadable = useUnreadable();
  const checked = useCheckedByContract(contract, opened);
  const problemsOf = (typed: Values): FormProblems => {
    const wrong = { ...unreadable.problems, ...checked.problemsOf(body(typed)) };
    return { ...withWords(wrong, says), ...withoutGaps(rules?.(typed) ?? {}) };
  };
  return {
    note: unreadable.note,
    forget: unreadable.forget,
    isAwaited: checked.isAwaited,
    whenKnown: checked.whenKnown,
    firstOf: (typed: Values) => Object.keys(withoutGaps(problemsOf(typed)))[0],
    shownOf: (typed: Values, { count, refused }: Pick<Attempts, 'count' | 'refused'>) => ({
      ...liveRules?.(typed),
      ...(count > 0 && problemsOf(typed)),
      ...refused,
    }),
  };
}

type Problems<Values extends Fields> = Pick<
  ReturnType<typeof useProblems<Values, unknown, unknown>>,
  'firstOf' | 'isAwaited' | 'whenKnown'
>;

/** Sends what was typed, once it is right and as often as someone asks. */
function sendingOf<Values extends Fields, Body, Answer>(
  { body, sends, onSent, onRefused }: ContractFormOptions<Values, Body, Answer>,
  {
    problems,
    attempt,
    keeping,
    library,
    idOf,
  }: {
    problems: Problems<Values>;
    attempt: Attempts;
    keeping: { settle: () => void };
    library: Library<Values>;
    idOf: (field: string) => string;
  },
) {
  const refuse = (cause: Error) => {
    attempt.refuse(cause);
    onRefused?.(cause);
  };
  const send = () => {
    attempt.begin();
    const typed = library.getValues();
    const first = problems.firstOf(typed);
    const sent = body(typed);
    // A summary above the fields takes the focus after this.
    if (first !== undefined) document.getElementById(idOf(first))?.focus();
    if (first !== undefined || sent === null) return;
    sends.mutate(sent, {
      onSuccess: (answer) => {
        keeping.settle();
        onSent(answer, typed);
      },
      onError: refuse,
    });
  };
  const isBusy = sends.isPending || problems.isAwaited;
  return {
    isBusy,
    /** Without a connection it goes out as soon as there is one again. */
    isWaiting: sends.isPaused ?? false,
    submit: () => {
      if (!isBusy) problems.whenKnown(send);
    },
    refuse,
  };
}

/** How sending it went so far: the attempts, and what the server refused. */
function useAttempt(refusedAt: ((cause: Error) => string | null) | undefined) {
  const [{ count, refusal }, setAttempt] = useState(untried);
  const field = refusal && (refusedAt?.(refusal) ?? refusedField(refusal));
  return {
    count,
    refusal,
    /** What was refused of a field, by its name. */
    refused: refusal && field ? { [field]: failureSentence(refusal) } : unfitFields(refusal),
    failure: refusal && !field ? failureSentence(refusal) : undefined,
    begin: () => setAttempt((now) => ({ count: now.count + 1, refusal: null })),
    refuse: (cause: Error) => setAttempt((now) => ({ count: now.count + 1, refusal: cause })),
    /** What the server said was about what stood in the form before. */
    edited: () => setAttempt((now) => (now.refusal ? { ...now, refusal: null } : now)),
    forgive: () => setAttempt(untried),
  };
}

type Attempts = ReturnType<typeof useAttempt>;

const untried: Attempt = { count: 0, refusal: null };

type Attempt = { readonly count: number; readonly refusal: Error | null };

/** The field that a named failure is about; what a whole request got wrong is said above the form. */
function refusedField(cause: Error): string | undefined {
  return fieldsNamed(cause, false)[0];
}

/** The fields that such a sentence above the form tells to correct. */
function unfitFields(cause: Error | null): FormProblems {
  return Object.fromEntries(fieldsNamed(cause, true).map((name) => [name, refusedFieldSentence()]));
}

function fieldsNamed(cause: Error | null, isUnfit: boolean): string[] {
  const isAsked = cause instanceof ApiFailure && ofWholeRequest.has(cause.code) === isUnfit;
  return isAsked ? Object.keys(cause.fields) : [];
}

/** Failures whose sentence is about everything that was sent, though they name fields. */
const ofWholeRequest: ReadonlySet<string> = new Set(['invalid_request', 'unknown_fields']);

/** Which fields hold what cannot be read: they are not empty, though they hand on nothing. */
function useUnreadable() {
  const [problems, setProblems] = useState<FormProblems>({});
  return {
    problems,
    note: (field: string, sentence: string | undefined) =>
      setProblems((now) => (now[field] === sentence ? now : { ...now, [field]: sentence })),
    forget: () => setProblems({}),
  };
}

/** Runs when it comes to another turn, such as a dialog that opens; null is nobody’s turn. */
export function useTurn(turn: string | null, begin: () => void, before = turn): void {
  const last = useRef(before);
  useLayoutEffect(() => {
    if (turn === last.current) return;
    last.current = turn;
    if (turn !== null) begin();
  });
}

function withWords(wrong: FormProblems, says: FormProblems = {}): FormProblems {
  return Object.fromEntries(
    Object.entries(wrong).map(([field, sentence]) => [
      field,
      sentence && (says[field] ?? sentence),
    ]),
  );
}

/** Without the fields of which nothing is said. */
function withoutGaps(problems: FormProblems): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, sentence]) =>
      sentence === undefined ? [] : [[field, sentence]],
    ),
  );
}
