import { IconMailCheck } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { Button } from '../button/Button.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import { Box } from '../layout/Box.tsx';
import { Row, Stack } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { ConfirmDialog } from '../overlay/ConfirmDialog.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { Note } from '../status/Note.tsx';
import { ErrorSummary, FormFailure, DraftNotice } from './FormMessages.tsx';
import type { SubmittedForm } from './FormMessages.tsx';
import classes from './PageForm.module.css';

type PageFormProps = {
  form: SubmittedForm;
  /** An action for the user if sending failed. */
  failureAction?: ReactNode;
  /**
   * A sentence about the form that is not an error, for example that another user changed its
   * record.
   */
  notice?: string | undefined;
  /** The action that the button starts: "Send invitation". */
  submitLabel: string;
  /** A link that leaves the form without sending it. */
  cancel?: ReactNode;
  /** `FormSection`s. */
  children: ReactNode;
};

/**
 * A form that is a page of its own, in sections. Leaving it asks for confirmation while something
 * is unsaved.
 */
export function PageForm(props: PageFormProps) {
  const { form, failureAction, notice, submitLabel, cancel, children } = props;
  return (
    <>
      {form.isUnsaved && <UnsavedWarning />}
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        <FormFailure failure={form.failure} action={failureAction} />
        {notice !== undefined && (
          <Note kind="accent" as="p" role="status">
            {notice}
          </Note>
        )}
        <ErrorSummary problems={form.summary} attempt={form.count} />
        <DraftNotice hasDraft={form.hasDraft} isWaiting={form.isWaiting} onDiscard={form.discard} />
        {children}
        <Row gap={3} wrap={false} align="stretch" className={classes.footer}>
          <Button type="submit" kind="primary" busy={form.isBusy}>
            {submitLabel}
          </Button>
          {cancel}
        </Row>
      </form>
    </>
  );
}

type RowFormProps<Field extends string> = {
  form: SubmittedForm & {
    contested: readonly Field[];
    isStale: boolean;
    isLoading: boolean;
    loadLatest: () => void;
  };
  /** The label of each field, to name those that another user changed as well. */
  fieldLabels: Readonly<Record<Field, string>>;
  /** A link that leaves the form, on a page that only edits the record. */
  cancel?: ReactNode;
  /** `FormSection`s. */
  children: ReactNode;
};

/**
 * A form that edits an existing record and says which of the user's changes conflict with another
 * user's.
 */
export function RowForm<Field extends string>(props: RowFormProps<Field>) {
  const { form, fieldLabels, cancel, children } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const fields = format.list(form.contested.map((field) => fieldLabels[field]));
  return (
    <PageForm
      form={form}
      failureAction={
        form.isStale && (
          <Button onClick={form.loadLatest} busy={form.isLoading}>
            {t('form.loadLatest')}
          </Button>
        )
      }
      notice={form.contested.length > 0 ? t('form.contested', { fields }) : undefined}
      submitLabel={t('form.save')}
      cancel={cancel}
    >
      {children}
    </PageForm>
  );
}

type FormSectionProps = {
  title: string;
  hint?: ReactNode;
  /** `h3` below another heading. */
  titleAs?: 'h2' | 'h3';
  children: ReactNode;
};

/** A group of fields, with its title and hint next to it. */
export function FormSection({ title, hint, titleAs = 'h2', children }: FormSectionProps) {
  const titleId = useId();
  return (
    <Stack as="section" gap={4} className={classes.section} aria-labelledby={titleId}>
      <div>
        <Text id={titleId} as={titleAs} size="body" weight="strong">
          {title}
        </Text>
        {hint && (
          <Box as="p" tone="muted" size="table" above={1} pretty>
            {hint}
          </Box>
        )}
      </div>
      <Box flow="stack" gap={4} shrinks className={classes.fields}>
        {children}
      </Box>
    </Stack>
  );
}

/** Fields in two columns of equal width; one column on a phone. */
export function TwoFields({ children }: { readonly children: ReactNode }) {
  return <div className={classes.two}>{children}</div>;
}

type FormDoneProps = { title: string; hint: string; children: ReactNode };

/** Shown in place of a form that was sent, with the next steps. It takes the focus of the form. */
export function FormDone({ title, hint, children }: FormDoneProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} tabIndex={-1} role="status" className={classes.done}>
      <EmptyState
        icon={<IconMailCheck size={22} stroke={1.5} />}
        title={title}
        hint={hint}
        action={<Row justify="center">{children}</Row>}
      />
    </div>
  );
}

/** History state of a link that takes the typed values to the next page. */
export const withWhatIsTyped = { savesDraft: true };

/**
 * While mounted, asks before typed text is lost by a link, by going back or by closing the window.
 * Signing out, an ended session and links with `withWhatIsTyped` are not blocked.
 */
function UnsavedWarning() {
  const { t } = useTranslation('ui');
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      !next.pathname.startsWith('/auth/') &&
      next.state !== withWhatIsTyped &&
      (here.pathname !== next.pathname || here.search !== next.search),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('unsaved.title')}
      confirmLabel={t('unsaved.leave')}
      onConfirm={() => blocker.proceed?.()}
      tone="danger"
    >
      {t('unsaved.meaning')}
    </ConfirmDialog>
  );
}
