import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { Box } from '../layout/Box.tsx';
import { Row } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { Note } from '../status/Note.tsx';

/** What a form says of itself, as `useContractForm` tells it. */
export type SubmittedForm = {
  /** What keeps it from being sent, by field, and the attempts so far. */
  summary: readonly FieldProblem[];
  count: number;
  /** Why sending failed, in a sentence, where it was no field’s fault. */
  failure: string | undefined;
  isBusy: boolean;
  /** Something is typed that is not saved. */
  isUnsaved: boolean;
  /** It holds what was typed at an earlier time. */
  hasDraft: boolean;
  /** It waits for the connection and goes out by itself. */
  isWaiting: boolean;
  submit: () => void;
  discard: () => void;
};

export type FieldProblem = { fieldId: string; message: string };

type ErrorSummaryProps = {
  problems: readonly FieldProblem[];
  /** Counts the attempts to submit: after each that fails the summary takes the focus. */
  attempt: number;
};

/** What keeps a form from being sent, each line leading to its field. Stands above the fields. */
export function ErrorSummary({ problems, attempt }: ErrorSummaryProps) {
  const { t } = useTranslation('ui');
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (attempt > 0) summary.current?.focus();
  }, [attempt]);
  if (problems.length === 0) return null;
  return (
    <Note
      kind="late"
      ref={(element) => {
        summary.current = element;
      }}
      tabIndex={-1}
      role="alert"
    >
      <Text weight="medium">{t('form.problems', { count: problems.length })}</Text>
      <Box as="ul" above={1}>
        {problems.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a
              href={`#${fieldId}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(fieldId)?.focus();
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </Box>
    </Note>
  );
}

type FormFailureProps = {
  /** Why sending failed, in a sentence; nothing is shown without one. */
  failure: string | undefined;
  /** What is safe although it failed. */
  safe?: string | undefined;
  /** What can be done about it. */
  action?: ReactNode;
};

/** Above the fields of a form: what went wrong that no field is to blame for. */
export function FormFailure({ failure, safe, action }: FormFailureProps) {
  if (!failure) return null;
  return (
    <Note kind="late" role="alert">
      <p>{failure}</p>
      {safe && (
        <Box as="p" tone="soft" above={1}>
          {safe}
        </Box>
      )}
      {action && <Box above={3}>{action}</Box>}
    </Note>
  );
}

type DraftNoticeProps = {
  readonly hasDraft: boolean;
  /** It waits for the connection and goes out by itself. */
  readonly isWaiting?: boolean;
  readonly onDiscard: () => void;
};

/** Says of a form that it was begun earlier, or that it waits for the connection. */
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
