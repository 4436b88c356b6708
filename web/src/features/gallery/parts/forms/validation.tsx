import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../../lib/api-client.ts';
import { useContractForm } from '../../../../lib/contract-form.ts';
import { failureSentence } from '../../../../lib/failure-sentence.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { DayField } from '../../../../ui/form/DayField.tsx';
import {
  ErrorSummary,
  FormFailure,
  type SubmittedForm,
} from '../../../../ui/form/FormMessages.tsx';
import { MoneyField } from '../../../../ui/form/MoneyField.tsx';
import { PageForm, FormSection } from '../../../../ui/form/PageForm.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { useFormat } from '../../../../ui/format/FormatProvider.tsx';
import { Grid, Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { documented, type Part } from '../../part.ts';
import { noChange } from '../../still-panels.tsx';

export const part: Part = {
  examples: {
    ByContract,
    ByRule,
    SeveralProblems,
    WhileTyping,
    AcrossFields,
    OnLeaving,
    ByTheServer,
  },
  stills: { SeveralProblems: ProblemsOpen, ByTheServer: RefusalOpen },
  components: [
    documented<ComponentProps<typeof PageForm>>('PageForm', [
      { name: 'form', type: 'SubmittedForm' },
      { name: 'submitLabel', type: 'string' },
      { name: 'notice', type: 'string', standard: '–' },
      { name: 'cancel', type: 'ReactNode', standard: '–' },
    ]),
    documented<ComponentProps<typeof ErrorSummary>>('ErrorSummary', [
      { name: 'problems', type: '{ fieldId, message }[]' },
      { name: 'attempt', type: 'number' },
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
    <ShortForm form={form}>
      <MoneyField {...form.field('amount')} label={t('amount')} currency="USD" />
      <DayField {...form.field('day')} label={t('day')} today={today} optional />
    </ShortForm>
  );
}

const today = new Date().toISOString().slice(0, 10);

const empty: number | null = null;

const noDay: string | null = null;

/** Sends nothing: these forms only show validation. */
async function checkedOnly(body: object): Promise<object> {
  return await Promise.resolve(body);
}

function SeveralProblems() {
  const { t } = useTranslation('gallery-samples');
  const form = useContractForm({
    name: 'borrower',
    empty: () => ({ name: '', phone: '', email: '', region: '' }),
    rules: ({ name, phone, email }) => ({
      name: name.trim() ? undefined : t('ui:form.issue.missing'),
      phone: /^\+?[\d ]{8,}$/.test(phone) ? undefined : t('phoneWrong'),
      email: /^\S+@\S+\.\S+$/.test(email) ? undefined : t('emailWrong'),
    }),
    body: (values) => values,
    mutation: useMutation({ mutationFn: checkedOnly }),
    onSent: () => notify.success(t('valid')),
  });
  return (
    <ShortForm form={form}>
      <TextField {...form.field('name')} label={t('name')} required />
      <TextField {...form.field('phone')} label={t('phone')} type="tel" required />
      <TextField {...form.field('email')} label={t('email')} type="email" required />
      <TextField {...form.field('region')} label={t('region')} optional />
    </ShortForm>
  );
}

/** The form after a failed submit: the error summary and two fields with their errors. */
function ProblemsOpen() {
  const { t } = useTranslation('gallery-samples');
  const problems = [
    { fieldId: 'shown-phone', label: t('phone'), value: '55', message: t('phoneWrong') },
    { fieldId: 'shown-email', label: t('email'), value: 'layla', message: t('emailWrong') },
  ];
  return (
    <Stack style={{ inlineSize: '100%' }}>
      <ErrorSummary problems={problems} attempt={0} />
      <Grid min={14}>
        {problems.map(({ fieldId, label, value, message }) => (
          <TextField
            key={fieldId}
            id={fieldId}
            label={label}
            value={value}
            error={message}
            onChange={noChange}
          />
        ))}
      </Grid>
    </Stack>
  );
}

/** A form inside a page: its errors, its fields and its submit button. */
function ShortForm({ form, children }: { form: SubmittedForm; children: ReactNode }) {
  const { t } = useTranslation('gallery-samples');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <Stack>
        <FormFailure failure={form.failure} />
        <ErrorSummary problems={form.summary} attempt={form.count} />
        <Grid min={14}>{children}</Grid>
        <Row>
          <Button type="submit" busy={form.isBusy}>
            {t('check')}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

function WhileTyping() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  const [product, setProduct] = useState<keyof typeof limits>('salary');
  const [amount, setAmount] = useState<number | null>(12_000_00);
  const { least, most } = limits[product];
  const between = t('amountBetween', {
    least: format.money(least, 'USD'),
    most: format.money(most, 'USD'),
  });
  const isOutside = amount !== null && (amount < least || amount > most);
  return (
    <Grid min={14}>
      <SelectField
        id="limit-product"
        label={t('products')}
        required
        options={[
          { value: 'salary', label: t('salary') },
          { value: 'car', label: t('car') },
        ]}
        value={product}
        onChange={setProduct}
      />
      <MoneyField
        id="limit-amount"
        label={t('amount')}
        currency="USD"
        hint={isOutside ? undefined : between}
        error={isOutside ? between : undefined}
        value={amount}
        onChange={setAmount}
      />
    </Grid>
  );
}

const limits = {
  salary: { least: 500_00, most: 5_000_00 },
  car: { least: 5_000_00, most: 30_000_00 },
};

function AcrossFields() {
  const { t } = useTranslation('gallery-samples');
  const form = useContractForm({
    name: 'pause',
    empty: () => ({ from: noDay, to: noDay }),
    rules: ({ from, to }) => ({
      from: from === null ? t('ui:form.issue.missing') : undefined,
      to:
        to === null
          ? t('ui:form.issue.missing')
          : from !== null && to < from
            ? t('dayBefore')
            : undefined,
    }),
    body: (values) => values,
    mutation: useMutation({ mutationFn: checkedOnly }),
    onSent: () => notify.success(t('valid')),
  });
  return (
    <ShortForm form={form}>
      <DayField {...form.field('from')} label={t('pausedFrom')} today={today} />
      <DayField {...form.field('to')} label={t('pausedTo')} today={today} />
    </ShortForm>
  );
}

function OnLeaving() {
  const { t } = useTranslation('gallery-samples');
  const [number, setNumber] = useState('AE08 0331 2345 6789 0123 456');
  const [wasLeft, setWasLeft] = useState(true);
  const isWrong = wasLeft && number !== '' && !isIban(number);
  return (
    <Grid min={14}>
      <TextField
        id="leaving-iban"
        label={t('accountNumber')}
        hint={isWrong ? undefined : t('ibanHint')}
        error={isWrong ? t('ibanWrong') : undefined}
        value={number}
        onChange={(typed) => {
          setNumber(typed);
          setWasLeft(false);
        }}
        onBlur={() => setWasLeft(true)}
      />
    </Grid>
  );
}

/** Verifies the check digits of an IBAN (ISO 13616), which detect a wrong or swapped character. */
function isIban(text: string): boolean {
  const plain = text.replaceAll(' ', '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[\dA-Z]{11,30}$/.test(plain)) return false;
  const turned = plain.slice(4) + plain.slice(0, 4);
  const digits = turned.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}

function ByTheServer() {
  const { t } = useTranslation('gallery-samples');
  const form = useContractForm({
    name: 'taken',
    empty: () => ({ name: t('takenTag') }),
    rules: ({ name }) => ({ name: name.trim() ? undefined : t('ui:form.issue.missing') }),
    body: (values) => values,
    mutation: useMutation({
      mutationFn: (body: { name: string }) => answerOf(body, t('takenTag')),
    }),
    onSent: () => notify.success(t('valid')),
  });
  const field = form.field('name');
  const hint = field.error === undefined ? t('takenHint') : undefined;
  return (
    <ShortForm form={form}>
      <TextField {...field} label={t('name')} hint={hint} />
    </ShortForm>
  );
}

/** The field after the server rejected its value. */
function RefusalOpen() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Grid min={14} style={{ inlineSize: '100%' }}>
      <TextField
        id="shown-tag"
        label={t('name')}
        value={t('takenTag')}
        error={failureSentence(nameTaken())}
        onChange={noChange}
      />
    </Grid>
  );
}

/** Imitates the server: it answers after a delay, and its error names the rejected field. */
async function answerOf(body: { name: string }, taken: string): Promise<object> {
  await new Promise((resolve) => {
    setTimeout(resolve, 600);
  });
  if (body.name.trim() !== taken) return body;
  throw nameTaken();
}

const nameTaken = () =>
  new ApiFailure(409, {
    error: 'tag_name_already_used',
    message: 'Another tag has this name.',
    fields: { name: 'tag_name_already_used' },
  });
