import { useMutation } from '@tanstack/react-query';
import { type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../../lib/contract-form.ts';
import { PageForm, FormSection } from '../../../../ui/form/PageForm.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { MoneyField } from '../../../../ui/form/MoneyField.tsx';
import { DayField } from '../../../../ui/form/DayField.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { ByContract, ByRule },
  components: [
    documented<ComponentProps<typeof PageForm>>('PageForm', [
      { name: 'form', type: 'useContractForm(…)' },
      { name: 'submitLabel', type: 'string' },
      { name: 'notice', type: 'string', standard: '–' },
      { name: 'cancel', type: 'ReactNode', standard: '–' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab'], does: 'moveFocus' },
    { keys: ['Enter'], does: 'send' },
  ],
};

function ByContract() {
  const { t } = useTranslation('gallery-samples');
  const form = useContractForm({
    name: 'tag',
    empty: () => ({ name: '', colour: 'teal' }),
    contract: async () => (await import('@bursar/contracts/distribution/tags')).createTag,
    rules: ({ name }) => ({ name: name.trim() ? undefined : t('ui:form.issue.missing') }),
    body: (values) => ({ id: crypto.randomUUID(), ...values }),
    mutation: useMutation({ mutationFn: checkedOnly }),
    onSent: () => notify.success(t('valid')),
  });
  return (
    <PageForm form={form} submitLabel={t('check')}>
      <FormSection title={t('tags')}>
        <TextField {...form.field('name')} label={t('name')} />
      </FormSection>
    </PageForm>
  );
}

function ByRule() {
  const { t } = useTranslation('gallery-samples');
  const form = useContractForm({
    name: 'promise',
    empty: () => ({ amount: empty, day: noDay }),
    rules: ({ amount, day }) => ({
      amount: amount === null ? t('ui:form.issue.missing') : undefined,
      day: day !== null && day < today ? t('dayPast') : undefined,
    }),
    body: (values) => values,
    mutation: useMutation({ mutationFn: checkedOnly }),
    onSent: () => notify.success(t('valid')),
  });
  return (
    <PageForm form={form} submitLabel={t('check')}>
      <FormSection title={t('promises')}>
        <MoneyField {...form.field('amount')} label={t('amount')} currency="USD" />
        <DayField {...form.field('day')} label={t('day')} today={today} optional />
      </FormSection>
    </PageForm>
  );
}

const today = new Date().toISOString().slice(0, 10);

const empty: number | null = null;

const noDay: string | null = null;

/** Sends nothing: these forms only show validation. */
async function checkedOnly(body: object): Promise<object> {
  return await Promise.resolve(body);
}
