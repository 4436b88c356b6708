import { useForm } from '@mantine/form';
import { useLayoutEffect, useRef, useState } from 'react';
import { ApiFailure } from './api-client.ts';
import { useCheckedByContract } from './contract-check.ts';
import type { Contract } from './contract-check.ts';
import { failureSentence } from './failure-sentence.ts';
import { keptOnClose, useKeeping } from './kept-draft.ts';

/** What is wrong with a form, a sentence a field. Fields have the names that the request gives them. */
export type FormProblems = Readonly<Record<string, string | undefined>>;

type Fields = Readonly<Record<string, unknown>>;

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
  const { name = 'form', opened = true, rules, body, sends } = options;
  const keeping = useKeeping(options);
  const library = useForm<Values>({ mode: 'controlled', initialValues: keeping.start.values });
  const unreadable = useUnreadable();
  const contract = useCheckedByContract(options.contract, opened);
  const attempt = useAttempt(options.refusedAt);
  const { count, refused } = attempt;
  const { values } = library;

  const problemsOf = (typed: Values): FormProblems => {
    const ruled = rules?.(typed) ?? {};
    const wrong = { ...unreadable.problems, ...contract.problemsOf(body(typed)) };
    return { ...withWords(wrong, options.says), ...withoutGaps(ruled) };
  };
  const shown: FormProblems = {
    ...options.liveRules?.(values),
    ...(count > 0 && problemsOf(values)),
    ...refused,
  };
  const idOf = (field: string) => `${name}-${field.replaceAll('.', '-')}`;
  const about = (field: string) => ({ id: idOf(field), error: shown[field] });

  const edited = () => {
    const typed = library.getValues();
    keeping.keep(typed);
    options.onEdited?.(typed);
    attempt.edited();
  };
  const change = (changes: Partial<Values>) => {
    library.setValues(changes);
    edited();
  };
  const startAnew = (start: Values) => {
    library.setInitialValues(start);
    library.reset();
    unreadable.forget();
    attempt.forgive();
  };
  useTurn(opened ? (options.keepAs ?? name) : null, () => startAnew(keeping.open()));

  const refuse = (cause: Error) => {
    attempt.refuse(cause);
    options.onRefused?.(cause);
  };
  const send = () => {
    attempt.begin();
    const typed = library.getValues();
    const [first] = Object.keys(withoutGaps(problemsOf(typed)));
    const sent = body(typed);
    // A summary above the fields takes the focus after this.
    if (first !== undefined) document.getElementById(idOf(first))?.focus();
    if (first !== undefined || sent === null) return;
    sends.mutate(sent, {
      onSuccess: (answer) => {
        keeping.settle();
        options.onSent(answer, typed);
      },
      onError: refuse,
    });
  };
  const isBusy = sends.isPending || contract.isAwaited;
  const submit = () => {
    if (!isBusy) contract.whenKnown(send);
  };
  return {
    values,
    change,
    /**
     * What a field of it is told; a nested one is named `desk.email`. `asked` is what the request
     * calls it, where that differs.
     */
    field: <Name extends FieldName<Values>>(
      field: Name,
      asked: string = field,
    ): FieldOf<Flat<Values>[Name]> => {
      const { value, onChange } = library.getInputProps(field);
      return {
        ...about(asked),
        value,
        onChange: (next) => {
          onChange(next);
          edited();
        },
        onUnreadable: (sentence) => unreadable.note(asked, sentence),
      };
    },
    /** The same of what is drawn another way. */
    about,
    count,
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
    isBusy,
    /** What a dialog or a drawer around it is told. */
    dialog: {
      onSubmit: submit,
      busy: isBusy,
      failure: attempt.failure,
      keeps: keeping.isKeeping ? keptOnClose(sends.isPaused ?? false, keeping.isTyped) : undefined,
    },
    /** Without a connection it goes out as soon as there is one again. */
    isWaiting: sends.isPaused ?? false,
    submit,
    refuse,
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

/** What a field is told: its id and value, what is wrong with it, and where its changes go. */
export type FieldOf<Value> = {
  readonly id: string;
  readonly error: string | undefined;
  readonly value: Value;
  // As a method, so that a form with more fields serves where one with fewer is asked for.
  onChange(value: Value): void;
  /** It holds what cannot be read, and hands on nothing; without a sentence it can be read again. */
  readonly onUnreadable: (sentence: string | undefined) => void;
};

type NameIn<Values> = keyof Values & string;

/** The names of all fields, nested ones as `desk.email`. */
type FieldName<Values> = {
  [Name in NameIn<Values>]: Values[Name] extends Fields
    ? Name | `${Name}.${NameIn<Values[Name]>}`
    : Name;
}[NameIn<Values>];

/** What each holds. */
type Flat<Values> = {
  [Name in FieldName<Values>]: Name extends keyof Values
    ? Values[Name]
    : Name extends `${infer Outer extends NameIn<Values>}.${infer Inner}`
      ? Inner extends keyof Values[Outer]
        ? Values[Outer][Inner]
        : never
      : never;
};

/** How sending it went so far: the attempts, and what the server refused. */
function useAttempt(refusedAt: ((cause: Error) => string | null) | undefined) {
  const [{ count, refusal }, setAttempt] = useState(untried);
  const field = refusal && (refusedAt?.(refusal) ?? refusedField(refusal));
  return {
    count,
    refusal,
    /** What was refused of a field, by its name. */
    refused: refusal && field ? { [field]: failureSentence(refusal) } : {},
    failure: refusal && !field ? failureSentence(refusal) : undefined,
    begin: () => setAttempt((now) => ({ count: now.count + 1, refusal: null })),
    refuse: (cause: Error) => setAttempt((now) => ({ count: now.count + 1, refusal: cause })),
    /** What the server said was about what stood in the form before. */
    edited: () => setAttempt((now) => (now.refusal ? { ...now, refusal: null } : now)),
    forgive: () => setAttempt(untried),
  };
}

const untried: Attempt = { count: 0, refusal: null };

type Attempt = { readonly count: number; readonly refusal: Error | null };

/** The field that a named failure is about; what a whole request got wrong is said above the form. */
function refusedField(cause: Error | null): string | undefined {
  if (!(cause instanceof ApiFailure) || cause.code === 'invalid_request') return undefined;
  return Object.keys(cause.fields)[0];
}

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
