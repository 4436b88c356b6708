import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import type { ButtonKind } from '../button/Button.tsx';
import { FormFailure } from '../form/FormMessages.tsx';
import { Stack } from '../layout/Layout.tsx';
import { Note } from '../status/Note.tsx';
import classes from './overlay.module.css';

/** The properties of a form in a dialog or a drawer. */
export type OverlayFormProps = {
  /**
   * The action that the button starts: "Assign 12 loans". Null if there is nothing to send, so that
   * the form can only be closed.
   */
  submitLabel: string | null;
  onSubmit: () => void;
  submitKind?: Extract<ButtonKind, 'primary' | 'danger'> | undefined;
  /** While the form is being sent, it cannot be sent again. */
  busy?: boolean | undefined;
  /** Why sending failed, in a sentence. */
  failure?: string | undefined;
  /** Says what the failure did not affect. */
  safe?: string;
  children: ReactNode;
};

type FormProps = Pick<OverlayFormProps, 'onSubmit' | 'busy' | 'failure' | 'safe' | 'children'> & {
  id: string;
  gap: 4 | 5;
  className?: string | undefined;
};

/** The form: its failure first, then its fields. */
export function OverlayForm(props: FormProps) {
  const { id, gap, className, onSubmit, busy = false, failure, safe, children } = props;
  return (
    <form
      id={id}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit();
      }}
    >
      <Stack gap={gap}>
        <FormFailure failure={failure} safe={safe} />
        {children}
      </Stack>
    </form>
  );
}

type ButtonsProps = Pick<OverlayFormProps, 'submitLabel' | 'submitKind' | 'busy'> & {
  formId: string;
  onClose: () => void;
  draftOnClose?: DraftOnClose | undefined;
};

/**
 * The outcome when the user closes the form: `nothing` was typed, the `draft` is saved, or the form
 * is sent as a `message` as soon as there is a connection.
 */
export type DraftOnClose = 'nothing' | 'draft' | 'message';

const wayOut = { nothing: 'cancel', draft: 'keepDraft', message: 'close' } as const;

/** A question that replaces the submit button: only its answer sends the form. */
export type AskedBeforehand = {
  readonly question: ReactNode;
  readonly answer: string;
  readonly onAnswer: () => void;
  /**
   * The label of an answer that returns to the form; without it, the second button is *Cancel* and
   * closes the form.
   */
  readonly otherwise?: string | undefined;
  readonly onOtherwise?: (() => void) | undefined;
};

/**
 * Shows the question and its answers in place of the form's buttons. The answer has a button of its
 * own instead of a submit button, so that Enter in a field cannot give it.
 */
export function OverlayQuestion(
  props: AskedBeforehand & { onClose: () => void; busy?: boolean | undefined },
) {
  const { question, answer, onAnswer, onClose, busy = false } = props;
  const { otherwise, onOtherwise = onClose } = props;
  const { t } = useTranslation('ui');
  return (
    <>
      <Note kind="soon" role="alert" pad={[2, 3]} className={classes.question}>
        {question}
      </Note>
      <Button onClick={onOtherwise}>{otherwise ?? t('overlay.cancel')}</Button>
      <Button kind="danger" busy={busy} onClick={onAnswer}>
        {answer}
      </Button>
    </>
  );
}

export function OverlayButtons(props: ButtonsProps) {
  const { formId, onClose, submitLabel, submitKind = 'primary', busy = false } = props;
  const { draftOnClose } = props;
  const { t } = useTranslation('ui');
  return (
    <>
      <Button onClick={onClose} aria-disabled={(busy && !draftOnClose) || undefined}>
        {t(`overlay.${submitLabel === null ? 'close' : wayOut[draftOnClose ?? 'nothing']}`)}
      </Button>
      {submitLabel !== null && (
        <Button type="submit" form={formId} kind={submitKind} busy={busy}>
          {submitLabel}
        </Button>
      )}
    </>
  );
}
