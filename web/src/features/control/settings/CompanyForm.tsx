import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../lib/contract-form.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { FormSection, PageForm } from '../../../ui/form/PageForm.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { InOrder } from '../../../ui/page/InOrder.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { FormToCome } from '../../../ui/page/PageShape.tsx';
import { CompanyLogo } from './CompanyLogo.tsx';
import { companyQuery, useChangeCompany, type Company } from './settings.queries.ts';

/** The company of this installation, whose name is on documents and emails. */
export function CompanySettings() {
  const query = useQuery(companyQuery);
  return (
    <InOrder gap={6}>
      <Loaded load={loadOf(query)} waiting={<FormToCome />}>
        {(company) => (
          // Another administrator's saved change resets the form.
          <CompanyForm key={company.version} company={company} />
        )}
      </Loaded>
      <CompanyLogo />
    </InOrder>
  );
}

const contract = () =>
  import('@bursar/contracts/control/company').then(({ changeCompany }) => changeCompany);

function CompanyForm({ company }: { readonly company: Company }) {
  const { t } = useTranslation(['settings-page', 'failures']);
  const form = useContractForm<Company, Company, Company>({
    name: 'company',
    empty: () => company,
    rules: ({ legalName }) => ({
      legalName: legalName.trim() === '' ? t('failures:name_missing') : undefined,
    }),
    contract,
    body: (values) => values,
    mutation: useChangeCompany(),
    onSent: () => notify.success(t('company.saved')),
  });
  return (
    <PageForm form={form} submitLabel={t('company.save')}>
      <FormSection title={t('company.title')} hint={t('company.hint')}>
        <TextField
          {...form.field('legalName')}
          label={t('company.legalName')}
          maxLength={200}
          required
        />
        <TextareaField
          {...form.field('address')}
          label={t('company.address')}
          rows={3}
          maxLength={500}
          optional
        />
        <TextField
          {...form.field('registrationNumber')}
          label={t('company.registrationNumber')}
          maxLength={60}
          optional
        />
      </FormSection>
    </PageForm>
  );
}
