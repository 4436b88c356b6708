import type { StaffRow } from '@bursar/contracts/staff';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api-client.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FormSection, PageForm } from '../../ui/form/PageForm.tsx';
import type { SelectOption } from '../../ui/form/SelectField.tsx';
import { PersonFields } from './PersonFields.tsx';
import { useAccountChange } from './use-account-change.ts';
import { WorkFields } from './WorkFields.tsx';

type EditAccountProps = {
  readonly account: StaffRow;
  readonly teams?: readonly SelectOption[] | undefined;
};

/** Changes what is known of a person. */
export function EditAccount({ account, teams }: EditAccountProps) {
  const { t } = useTranslation('staff');
  const editing = useAccountChange(account);
  const { form } = editing;
  const isStale = form.refusal instanceof ApiFailure && form.refusal.code === 'changed_since';
  return (
    <PageForm
      problems={form.summary}
      attempt={form.count}
      failure={form.failure}
      failureAction={
        isStale && (
          <Button onClick={editing.loadLatest} busy={editing.isLoading}>
            {t('edit.loadLatest')}
          </Button>
        )
      }
      notice={editing.notice}
      submitLabel={t('edit.submit')}
      busy={editing.isSaving}
      unsaved={editing.isUnsaved}
      onSubmit={editing.save}
    >
      <FormSection title={t('section.person')}>
        <PersonFields {...editing} />
      </FormSection>
      {account.role === 'agent' && account.currency !== null && (
        <FormSection title={t('section.work')} hint={t('section.workHint')}>
          <WorkFields {...editing} currency={account.currency} teams={teams} />
        </FormSection>
      )}
    </PageForm>
  );
}
