import { useForm } from '@mantine/form';
import { useLayoutEffect, useRef, useState } from 'react';
import { ApiFailure } from './api-client.ts';
import { refusedFieldSentence, useCheckedByContract } from './contract-check.ts';
import type { Contract } from './contract-check.ts';
import { failureSentence } from './failure-sentence.ts';
import { fieldsOf, type Fields, type FormProblems, type Library } from './form-fields.ts';
import { useFormTurns } from './form-turns.ts';
import { draftOnClose, useSavedDraft } from './saved-draft.ts';
import { reportToUser } from './user-reports.ts';

/** The part of a TanStack Query mutation that a form uses. */
export type FormMutation<Body, Answer> = {
  readonly isPending: boolean;
  /** True while the mutation waits for a connection. */
  readonly isPaused?: boolean;
  readonly mutateAsync: (body: Body) => Promise<Answer>;
};

export type ContractFormOptions<Values extends Fields, Body, Answer> = {
  /** Prefix of the field ids, unique among the forms of the page. */
  readonly name?: string;
  /** Initial values. Ids that every retry must repeat are created here. */
  readonly empty: () => Values;
  /** Values typed before the form opened; they count as unsaved. */
  readonly typedBefore?: Values | undefined;
  /** Whether the dialog around the form is open; the form resets each time it opens. */
  readonly opened?: boolean;
  /** Saves the draft in this browser under this name until it is sent: `contact.<loan id>`. */
  readonly draftName?: string;
  /** Problems that the contract cannot know, by field; shown after the first attempt to send. */
  readonly rules?: (values: Values) => FormProblems;
  /** Problems that are shown while the user still types. */
  readonly liveRules?: (values: Values) => FormProblems;
  /** The field that a refusal belongs to; null for the field that the failure itself names. */
  readonly refusedAt?: (cause: Error) => string | null;
  /** Loads the endpoint's schema; called when the form opens. */
  readonly contract?: () => Promise<Contract>;
  /** Sentences for fields that the contract refuses or that hold unreadable text. */
  readonly messages?: FormProblems;
  /** The request body; null while a required value is missing. */
  readonly body: (values: Values) => Body | null;
  readonly mutation: FormMutation<Body, Answer>;
  /** Called if the form is still open when the answer arrives; closes it, for example. */
  readonly onSent?: (answer: Answer, values: Values) => void;
  /**
   * Says that the form was sent; called even if the form was closed in the meantime, but not if an
   * earlier attempt of a saved draft had arrived.
   */
  readonly announce?: (answer: Answer, values: Values) => void;
  /** Called if the form is still open when the refusal arrives. */
  readonly onRefused?: (cause: Error) => void;
  readonly onEdited?: (values: Values) => void;
};

/**
 * A form's values, its problems and its submission. Problems, except those of `liveRules`, appear
 * after the first attempt and update with every change; a refusal by the server is shown until the
 * next change.
 */
export function useContractForm<Values extends Fields, Body, Answer>(
  options: ContractFormOptions<Values, Body, Answer>,
) {
  const { name = 'form', opened = true } = options;
  const draft = useSavedDraft(options);
  const library = useForm<Values>({ mode: 'controlled', initialValues: draft.start.values });
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
    draft.save(typed);
    options.onEdited?.(typed);
    attempt.edited();
  };
  const startAnew = (start: Values) => {
    library.setInitialValues(start);
    library.reset();
    problems.forget();
    attempt.clearProblems();
  };
  const turns = useFormTurns(options);
  useTurn(opened ? (options.draftName ?? name) : null, () => {
    turns.begin();
    startAnew(draft.open());
  });

  const sending = sendingOf(options, { problems, attempt, draft, library, turns, idOf });
  return {
    values,
    change: (changes: Partial<Values>) => {
      library.setValues(changes);
      edited();
    },
    ...fieldsOf({ library, shown, idOf, edited, note: problems.note }),
    count: attempt.count,
    refusal: attempt.refusal,
    /** A failure that belongs to no field. */
    failure: attempt.failure,
    /** The fields with problems, for the summary above the form. */
    summary: Object.entries(withoutGaps(shown)).map(([field, message]) => ({
      fieldId: idOf(field),
      message,
    })),
    isUnsaved: library.isDirty(),
    /** True if the form shows a saved draft. */
    hasDraft: draft.hasDraft,
    ...sending,
    /** Properties for the dialog or drawer around the form. */
    dialog: {
      onSubmit: sending.submit,
      busy: sending.isBusy,
      failure: attempt.failure,
      draftOnClose: draft.savesDraft ? draftOnClose(sending.isWaiting, draft.isTyped) : undefined,
    },
    clearProblems: attempt.clearProblems,
    /** Removes the saved draft while the form still shows its values. */
    removeDraft: draft.removeDraft,
    discard: () => {
      draft.discard();
      startAnew(options.empty());
    },
    /** Starts another form, for example after one was sent. */
    startAnew,
    library,
  };
}

export type ContractForm<Values extends Fields> = Pick<
  ReturnType<typeof useContractForm<Values, unknown, unknown>>,
  'field' | 'controlProps' | 'values' | 'change'
>;

/** Collects the problems from the form's rules, from the contract and from unreadable fields. */
function useProblems<Values extends Fields, Body, Answer>(
  { rules, liveRules, messages, body, contract }: ContractFormOptions<Values, Body, Answer>,
  opened: boolean,
) {
  const unreadable = useUnreadable();
  const checked = useCheckedByContract(contract, opened);
  const problemsOf = (typed: Values): FormProblems => {
    const wrong = { ...unreadable.problems, ...checked.problemsOf(body(typed)) };
    return { ...withWords(wrong, messages), ...withoutGaps(rules?.(typed) ?? {}) };
  };
  return {
    note: unreadable.note,
    forget: unreadable.forget,
    isAwaited: checked.isAwaited,
    whenKnown: checked.whenKnown,
    /** Returns the first field with a problem, and its sentence. */
    firstOf: (typed: Values) => Object.entries(withoutGaps(problemsOf(typed)))[0],
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

/**
 * Returns the state of the submission and its functions. `submit` sends the form if it has no
 * problems; otherwise it moves the focus to the first field with a problem.
 */
function sendingOf<Values extends Fields, Body, Answer>(
  { body, mutation, onSent, announce, onRefused }: ContractFormOptions<Values, Body, Answer>,
  {
    problems,
    attempt,
    draft,
    library,
    turns,
    idOf,
  }: {
    problems: Problems<Values>;
    attempt: Attempts;
    draft: { hasDraft: boolean; removeDraft: () => void };
    library: Library<Values>;
    turns: ReturnType<typeof useFormTurns>;
    idOf: (field: string) => string;
  },
) {
  const refuse = (cause: Error) => {
    attempt.refuse(cause);
    onRefused?.(cause);
  };
  const send = (turn: ReturnType<typeof turns.note>, submitted: Values) => {
    // The form may be closed, or show another record, by now.
    const isOpen = turn.isOpen();
    if (isOpen) attempt.begin();
    const typed = isOpen ? library.getValues() : submitted;
    const [field, reason] = problems.firstOf(typed) ?? [];
    const sent = body(typed);
    // A summary above the fields takes the focus afterwards.
    if (field !== undefined && isOpen) document.getElementById(idOf(field))?.focus();
    if (reason !== undefined && !isOpen) reportToUser({ kind: 'form-not-sent', reason });
    if (field !== undefined || sent === null) return;
    turn.send();
    const answered = (answer: Answer) => {
      turn.answer();
      draft.removeDraft();
      if (draft.hasDraft && isReplayed(answer)) reportToUser({ kind: 'sent-before' });
      else announce?.(answer, typed);
      if (turn.isOpen()) onSent?.(answer, typed);
    };
    const refused = (cause: Error) => {
      turn.answer();
      if (turn.isOpen()) refuse(cause);
      else reportToUser({ kind: 'form-failed', cause });
    };
    // Callbacks of `mutate` would be lost when the form is unmounted or sent for another record.
    void mutation.mutateAsync(sent).then(answered, refused);
  };
  // While a request for another record is under way, this form stays usable and shows no progress.
  const isSending = !turns.isOfOthers && (mutation.isPending || turns.isUnanswered);
  const isBusy = isSending || problems.isAwaited;
  return {
    isBusy,
    /** True while the form waits for a connection; it is sent as soon as there is one. */
    isWaiting: !turns.isOfOthers && (mutation.isPaused ?? false),
    submit: () => {
      if (isBusy) return;
      const [turn, submitted] = [turns.note(), library.getValues()];
      problems.whenKnown(() => send(turn, submitted));
    },
    refuse,
  };
}

/**
 * Returns whether the server had already received the same request, so that it changed nothing this
 * time. The record may have been changed back since the first request.
 */
function isReplayed(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'replayed' in answer && !!answer.replayed;
}

/**
 * Tracks the server's last refusal, and a count that changes with every attempt and every refusal.
 */
function useAttempt(refusedAt: ((cause: Error) => string | null) | undefined) {
  const [{ count, refusal }, setAttempt] = useState(untried);
  const field = refusal && (refusedAt?.(refusal) ?? refusedField(refusal));
  return {
    count,
    refusal,
    refused: refusal && field ? { [field]: failureSentence(refusal) } : invalidFields(refusal),
    failure: refusal && !field ? failureSentence(refusal) : undefined,
    begin: () => setAttempt((now) => ({ count: now.count + 1, refusal: null })),
    refuse: (cause: Error) => setAttempt((now) => ({ count: now.count + 1, refusal: cause })),
    /** Clears the server's refusal, which was about the values before this edit. */
    edited: () => setAttempt((now) => (now.refusal ? { ...now, refusal: null } : now)),
    clearProblems: () => setAttempt(untried),
  };
}

type Attempts = ReturnType<typeof useAttempt>;

const untried: Attempt = { count: 0, refusal: null };

type Attempt = { readonly count: number; readonly refusal: Error | null };

/**
 * Returns the first field that a failure names. Failures in `ofWholeRequest` give none, because
 * their sentence is shown above the form.
 */
function refusedField(cause: Error): string | undefined {
  return fieldsNamed(cause, false)[0];
}

/** Returns the fields that a refusal of the whole request asks the user to correct. */
function invalidFields(cause: Error | null): FormProblems {
  return Object.fromEntries(fieldsNamed(cause, true).map((name) => [name, refusedFieldSentence()]));
}

function fieldsNamed(cause: Error | null, isInvalid: boolean): string[] {
  const isAsked = cause instanceof ApiFailure && ofWholeRequest.has(cause.code) === isInvalid;
  return isAsked ? Object.keys(cause.fields) : [];
}

/** Failures whose sentence is about the whole request, even though they name fields. */
const ofWholeRequest: ReadonlySet<string> = new Set(['invalid_request', 'unknown_fields']);

/** Tracks fields with unreadable text: they have no value, but they are not empty. */
function useUnreadable() {
  const [problems, setProblems] = useState<FormProblems>({});
  return {
    problems,
    note: (field: string, sentence: string | undefined) =>
      setProblems((now) => (now[field] === sentence ? now : { ...now, [field]: sentence })),
    forget: () => setProblems({}),
  };
}

/** Runs `begin` when `turn` changes, for example when a dialog opens; a null turn never runs it. */
export function useTurn(turn: string | null, begin: () => void, before = turn): void {
  const last = useRef(before);
  useLayoutEffect(() => {
    if (turn === last.current) return;
    last.current = turn;
    if (turn !== null) begin();
  });
}

function withWords(wrong: FormProblems, messages: FormProblems = {}): FormProblems {
  return Object.fromEntries(
    Object.entries(wrong).map(([field, sentence]) => [
      field,
      sentence && (messages[field] ?? sentence),
    ]),
  );
}

/** Leaves out the fields without a problem. */
function withoutGaps(problems: FormProblems): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, sentence]) =>
      sentence === undefined ? [] : [[field, sentence]],
    ),
  );
}
