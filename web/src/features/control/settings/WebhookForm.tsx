import { auditEvents } from '@bursar/contracts/control/audit-events';
import { WEBHOOK_URL_MAX } from '@bursar/contracts/control/webhooks.values';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm, type ContractForm } from '../../../lib/contract-form.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { SeveralPickedField } from '../../../ui/form/SeveralPickedField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { eventText } from '../../access/audit-events/event-text.ts';
import { portfolioSettingsQuery } from './settings.queries.ts';
import {
  useChangeWebhook,
  useCreateWebhook,
  type MadeWebhook,
  type Webhook,
  type WebhookBody,
  type WebhookChange,
} from './webhooks.queries.ts';

type Values = {
  readonly id: string;
  readonly portfolioId: string | null;
  readonly name: string;
  readonly url: string;
  readonly which: 'all' | 'some';
  readonly events: readonly string[];
};

type NewWebhookProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onMade: (made: MadeWebhook) => void;
};

/** Adds a webhook; its secret is shown afterwards. */
export function NewWebhook({ opened, onClose, onMade }: NewWebhookProps) {
  const { t } = useTranslation(['webhooks', 'settings-page']);
  const { data } = useQuery({ ...portfolioSettingsQuery, enabled: opened });
  const portfolios = data?.portfolios ?? [];
  const only = portfolios.length === 1 ? portfolios[0]?.id : undefined;
  const rules = useWebhookRules();
  const form = useContractForm<Values, WebhookBody, MadeWebhook>({
    name: 'webhook',
    opened,
    empty: () => ({
      id: uuidv7(),
      portfolioId: null,
      name: '',
      url: '',
      which: 'some',
      events: [],
    }),
    rules: (values) => ({
      ...rules(values),
      portfolioId: (values.portfolioId ?? only) ? undefined : t('form.portfolioMissing'),
    }),
    contract: () => import('@bursar/contracts/control/webhooks').then((it) => it.createWebhook),
    body: ({ id, name, url, ...values }) => {
      const portfolioId = values.portfolioId ?? only;
      return portfolioId === undefined
        ? null
        : { id, name, url, portfolioId, events: eventsOf(values) };
    },
    mutation: useCreateWebhook(),
    onSent: onMade,
  });
  return (
    <FormDrawer
      {...form.dialog}
      opened={opened}
      onClose={onClose}
      title={t('form.new')}
      submitLabel={t('form.create')}
    >
      {portfolios.length > 1 && (
        <SelectField
          {...form.field('portfolioId')}
          label={t('form.portfolio')}
          options={portfolios.map(({ id, name }) => ({ value: id, label: name }))}
          required
        />
      )}
      <WebhookFields form={form} />
    </FormDrawer>
  );
}

type WebhookFormProps = {
  readonly webhook: Webhook;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Changes the name, the address and the events of a webhook. */
export function EditWebhook({ webhook, opened, onClose }: WebhookFormProps) {
  const { t } = useTranslation('webhooks');
  const { id, name, url, events, version } = webhook;
  const form = useContractForm<Values, WebhookChange, Webhook>({
    name: 'webhook',
    opened,
    empty: () => ({
      id,
      portfolioId: webhook.portfolio.id,
      name,
      url,
      which: events === null ? 'all' : 'some',
      events: events ?? [],
    }),
    rules: useWebhookRules(),
    contract: () => import('@bursar/contracts/control/webhooks').then((it) => it.changeWebhook),
    body: (values) => ({
      name: values.name,
      url: values.url,
      events: eventsOf(values),
      version,
    }),
    mutation: useChangeWebhook(id),
    announce: () => notify.success(t('form.saved')),
    onSent: onClose,
  });
  return (
    <FormDrawer
      {...form.dialog}
      opened={opened}
      onClose={onClose}
      title={t('form.change')}
      submitLabel={t('form.save')}
    >
      <WebhookFields form={form} />
    </FormDrawer>
  );
}

function useWebhookRules() {
  const { t } = useTranslation(['webhooks', 'failures']);
  return ({ name, url, which, events }: Values) => ({
    name: name.trim() === '' ? t('failures:name_missing') : undefined,
    url: /^https?:\/\/\S+$/i.test(url.trim()) ? undefined : t('failures:webhook_address_invalid'),
    events: which === 'some' && events.length === 0 ? t('form.eventsMissing') : undefined,
  });
}

function eventsOf({ which, events }: Pick<Values, 'which' | 'events'>): WebhookBody['events'] {
  return which === 'all' ? null : auditEvents.filter((one) => events.includes(one));
}

function WebhookFields({ form }: { readonly form: ContractForm<Values> }) {
  const { t } = useTranslation('webhooks');
  const { t: tAudit } = useTranslation('audit');
  const { locale } = useFormat().settings;
  const options = useMemo(
    () =>
      auditEvents
        .map((value) => ({ value, label: eventText(tAudit, value) }))
        .toSorted((one, other) => one.label.localeCompare(other.label, locale)),
    [tAudit, locale],
  );
  const { id } = form.field('which');
  return (
    <>
      <TextField
        {...form.field('name')}
        label={t('form.name')}
        hint={t('form.nameHint')}
        maxLength={60}
        autoComplete="off"
        required
        focusFirst
      />
      <TextField
        {...form.field('url')}
        label={t('form.url')}
        hint={t('form.urlHint')}
        maxLength={WEBHOOK_URL_MAX}
        autoComplete="off"
        required
      />
      <ChoiceField
        id={id}
        label={t('form.which')}
        choices={[
          { value: 'some', label: t('form.some') },
          { value: 'all', label: t('form.all') },
        ]}
        value={form.values.which}
        onChange={(which) => form.change({ which })}
      />
      {form.values.which === 'some' && (
        <SeveralPickedField
          {...form.field('events')}
          label={t('form.events')}
          groups={[{ label: t('form.events'), options }]}
          required
        />
      )}
    </>
  );
}
