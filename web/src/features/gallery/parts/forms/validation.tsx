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
    { keys: ['Tab'], does: 'nextField' },
    { keys: ['Enter'], does: 'send' },
  ],
};

function ByContract() {
  const { t } = useTranslation('gallery-forms');
  const form = useContractForm({
    name: 'tag',
    empty: () => ({ name: '', colour: 'teal' }),
    contract: async () => (await import('@bursar/contracts/distribution/tags')).createTag,
    messages: { name: t('validation.words.nameWrong') },
    rules: ({ name }) => ({ name: name.trim() ? undefined : t('validation.words.nameMissing') }),
    body: (values) => ({ id: crypto.randomUUID(), ...values }),
    mutation: useMutation({ mutationFn: checkedOnly }),
    onSent: () => notify.success(t('validation.words.right')),
  });
  return (
    <PageForm form={form} submitLabel={t('validation.words.check')}>
      <FormSection title={t('validation.words.tag')} hint={t('validation.words.tagHint')}>
        <TextField {...form.field('name')} label={t('validation.words.name')} />
      </FormSection>
    </PageForm>
  );
}

function ByRule() {
  const { t } = useTranslation('gallery-forms');
  const form = useContractForm({
    name: 'promise',
    empty: () => ({ amount: empty, day: nobodysDay }),
    rules: ({ amount, day }) => ({
      amount: amount === null ? t('validation.words.amountMissing') : undefined,
      day: day !== null && day < today ? t('validation.words.dayPast') : undefined,
    }),
    body: (values) => values,
    mutation: useMutation({ mutationFn: checkedOnly }),
    onSent: () => notify.success(t('validation.words.right')),
  });
  return (
    <PageForm form={form} submitLabel={t('validation.words.check')}>
      <FormSection title={t('validation.words.promise')}>
        <MoneyField {...form.field('amount')} label={t('validation.words.amount')} currency="USD" />
        <DayField {...form.field('day')} label={t('validation.words.day')} today={today} optional />
      </FormSection>
    </PageForm>
  );
}

const today = new Date().toISOString().slice(0, 10);

const empty: number | null = null;

const nobodysDay: string | null = null;

/** Sends nothing: these forms only show validation. */
async function checkedOnly(body: object): Promise<object> {
  return await Promise.resolve(body);
}
