import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { useFormat } from '../format/FormatProvider.tsx';
import type { FieldProblem } from './ErrorSummary.tsx';
import { KeptNotice } from './KeptNotice.tsx';
import { PageForm } from './PageForm.tsx';

type RowFormProps = {
  /** What is typed and how saving it stands. */
  editing: {
    form: { summary: readonly FieldProblem[]; count: number; failure: string | undefined };
    isUnsaved: boolean;
    /** It holds what was typed before the session ended. */
    isKept: boolean;
    discard: () => void;
    isSaving: boolean;
    save: () => void;
    isStale: boolean;
    isLoading: boolean;
    loadLatest: () => void;
  };
  /** The fields, in words, that somebody else has changed as well since they were typed over. */
  contested: readonly string[];
  /** `FormSection`s. */
  children: ReactNode;
};

/** A page’s form that changes what is there, and tells who meets somebody else’s change. */
export function RowForm({ editing, contested, children }: RowFormProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const { form } = editing;
  return (
    <PageForm
      problems={form.summary}
      attempt={form.count}
      failure={form.failure}
      failureAction={
        editing.isStale && (
          <Button onClick={editing.loadLatest} busy={editing.isLoading}>
            {t('form.loadLatest')}
          </Button>
        )
      }
      notice={
        contested.length > 0
          ? t('form.contested', { fields: format.list([...contested]) })
          : undefined
      }
      submitLabel={t('form.save')}
      busy={editing.isSaving}
      unsaved={editing.isUnsaved}
      onSubmit={editing.save}
    >
      <KeptNotice isKept={editing.isKept} onDiscard={editing.discard} />
      {children}
    </PageForm>
  );
}
