import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { Box } from '../layout/Box.tsx';
import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { Note } from '../status/Note.tsx';

/** The state of a form, as `useContractForm` returns it. */
export type SubmittedForm = {
  /**
   * The problems that stop the form from being sent, by field, and the number of attempts and
   * refusals so far.
   */
  summary: readonly FieldProblem[];
  count: number;
  /** Why sending failed, in a sentence, if no field caused it. */
  failure: string | undefined;
  isBusy: boolean;
  /** True while something typed is not saved. */
  isUnsaved: boolean;
  /** True if the form shows a saved draft. */
  hasDraft: boolean;
  /** True while the form waits for a connection; it is sent as soon as there is one. */
  isWaiting: boolean;
  submit: () => void;
  discard: () => void;
};

export type FieldProblem = { fieldId: string; message: string };

type ErrorSummaryProps = {
  problems: readonly FieldProblem[];
  /** Grows with each attempt and refusal; the summary takes the focus whenever it grows. */
  attempt: number;
};

/**
 * Names the fields that stop a form from being sent, each linked to its field, where the problem is
 * explained. Shown above the fields. It is not an alert: the focus already makes screen readers
 * read it.
 */
export function ErrorSummary({ problems, attempt }: ErrorSummaryProps) {
  const { t } = useTranslation('ui');
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (attempt > 0) summary.current?.focus();
  }, [attempt]);
  if (problems.length === 0) return null;
  const title = t('form.problems', { count: problems.length });
  return (
    <Note
      kind="late"
      ref={(element) => {
        summary.current = element;
      }}
      tabIndex={-1}
      role="group"
      aria-label={title}
    >
      <Text weight="medium">{title}</Text>
      <Box as="ul" flow="row" gap={4} lines={1} above={1}>
        {problems.map((problem) => (
          <li key={problem.fieldId}>
            <FieldLink {...problem} />
          </li>
        ))}
      </Box>
    </Note>
  );
}

function FieldLink({ fieldId, message }: FieldProblem) {
  const label = useSyncExternalStore(noChange, () => labelOf(fieldId));
  return (
    <a
      href={`#${fieldId}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(fieldId)?.focus();
      }}
    >
      {label ?? message}
    </a>
  );
}

/** Labels do not change while a summary is shown. */
const noChange = () => () => undefined;

/** Reads the label from the page, so that no form has to list its labels a second time. */
function labelOf(fieldId: string): string | undefined {
  const field = document.getElementById(fieldId);
  const isOption = field instanceof HTMLInputElement && /radio|checkbox/.test(field.type);
  const group = isOption ? field.closest('fieldset')?.querySelector('legend') : null;
  const label = group ?? document.querySelector(`label[for="${CSS.escape(fieldId)}"]`);
  return label?.textContent?.trim() || undefined;
}

type FormFailureProps = {
  /** Why sending failed, in a sentence; without one, nothing is shown. */
  failure: string | undefined;
  /** Says what the failure did not affect. */
  safe?: string | undefined;
  /** An action with which the user can solve the problem. */
  action?: ReactNode;
};

/** Shows a failure that no field caused. Render it above the fields. */
export function FormFailure({ failure, safe, action }: FormFailureProps) {
  if (!failure) return null;
  return (
    <Note ref={bringIntoView} kind="late" role="alert">
      <Text weight={safe || action ? 'medium' : 'text'}>{failure}</Text>
      {safe && (
        <Box as="p" tone="soft" above={1}>
          {safe}
        </Box>
      )}
      {action && <Box above={3}>{action}</Box>}
    </Note>
  );
}

/** Scrolls the failure into view: the button that sent the form may be far below it. */
function bringIntoView(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'nearest' });
}

type DraftNoticeProps = {
  readonly hasDraft: boolean;
  /** True while the form waits for a connection; it is sent as soon as there is one. */
  readonly isWaiting?: boolean;
  readonly onDiscard: () => void;
};

/** Says that a form was restored from a draft, or that it waits for a connection. */
export function DraftNotice({ hasDraft, isWaiting = false, onDiscard }: DraftNoticeProps) {
  const { t } = useTranslation('ui');
  if (!hasDraft && !isWaiting) return null;
  return (
    <Note kind="soon" pad={[2, 3]}>
      <Row role="status" as="p" gap={2} justify="between" tone="soft" size="table">
        {isWaiting ? (
          t('kept.waiting')
        ) : (
          <>
            <span>{t('kept.fromBefore')}</span>
            <Button size="compact" kind="quiet" onClick={onDiscard}>
              {t('kept.discard')}
            </Button>
          </>
        )}
      </Row>
    </Note>
  );
}
