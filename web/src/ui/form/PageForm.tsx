import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import type { FieldProblem } from './ErrorSummary.tsx';
import { FormFailure } from './FormFailure.tsx';
import classes from './PageForm.module.css';
import { UnsavedWarning } from './UnsavedWarning.tsx';

type PageFormProps = {
  /** What keeps it from being sent, by field, and the attempts so far: see `ErrorSummary`. */
  problems: readonly FieldProblem[];
  attempt: number;
  /** Why sending failed, in a sentence, where it was no field’s fault. */
  failure?: string | undefined;
  /** What can be done about it. */
  failureAction?: ReactNode;
  /** What happened to the form meanwhile, without anybody’s fault. */
  notice?: string | undefined;
  /** The verb of what will happen: "Send invitation". */
  submitLabel: string;
  busy: boolean;
  /** Something is typed that is not saved: leaving the page asks first. */
  unsaved?: boolean;
  onSubmit: () => void;
  /** The way out without sending: a link. */
  cancel?: ReactNode;
  /** `FormSection`s. */
  children: ReactNode;
};

/** A form that is a page of its own, in sections. */
export function PageForm(props: PageFormProps) {
  const { problems, attempt, failure, failureAction, notice, busy, onSubmit } = props;
  const { unsaved = false } = props;
  return (
    <>
      {unsaved && <UnsavedWarning />}
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        <FormFailure failure={failure} action={failureAction} />
        {notice !== undefined && (
          <p role="status" className={classes.notice}>
            {notice}
          </p>
        )}
        <ErrorSummary problems={problems} attempt={attempt} />
        {props.children}
        <div className={classes.footer}>
          <Button type="submit" kind="primary" busy={busy}>
            {props.submitLabel}
          </Button>
          {props.cancel}
        </div>
      </form>
    </>
  );
}

type FormSectionProps = { title: string; hint?: ReactNode; children: ReactNode };

/** Fields that belong together, with what they are about beside them. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  const titleId = useId();
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {hint && <p className={classes.hint}>{hint}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}
