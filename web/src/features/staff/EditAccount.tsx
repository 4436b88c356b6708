import type { StaffRow } from '@bursar/contracts/staff';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../ui/form/PageForm.tsx';
import { RowForm } from '../../ui/form/RowForm.tsx';
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
  return (
    <RowForm editing={editing} contested={editing.contested}>
      <FormSection title={t('section.person')}>
        <PersonFields {...editing} hasPortfolio={account.role !== 'admin'} />
      </FormSection>
      {account.role === 'agent' && account.currency !== null && (
        <FormSection title={t('section.work')} hint={t('section.workHint')}>
          <WorkFields {...editing} currency={account.currency} teams={teams} />
        </FormSection>
      )}
    </RowForm>
  );
}
