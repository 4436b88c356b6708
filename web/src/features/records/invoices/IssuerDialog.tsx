import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../lib/contract-form.ts';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { issuerQuery, useChangeIssuer, type Issuer } from './invoices.queries.ts';

type IssuerDialogProps = { readonly opened: boolean; readonly onClose: () => void };

/** Edits the issuer at the head and foot of drafts and new invoices, but not of issued ones. */
export function IssuerDialog({ opened, onClose }: IssuerDialogProps) {
  const { data: issuer } = useQuery({ ...issuerQuery, enabled: opened });
  return issuer ? <IssuerForm issuer={issuer} opened={opened} onClose={onClose} /> : null;
}

const contract = () =>
  import('@bursar/contracts/records/invoice-issuers').then((it) => it.changeInvoiceIssuer);

function IssuerForm({ issuer, opened, onClose }: IssuerDialogProps & { readonly issuer: Issuer }) {
  const { t } = useTranslation(['invoices', 'failures']);
  const form = useContractForm({
    name: 'issuer',
    opened,
    empty: () => {
      const { name, address, taxNumber, paymentDetails, version } = issuer;
      const dueDays = String(issuer.dueDays);
      return { name, address, taxNumber, paymentDetails, dueDays, version };
    },
    rules: ({ name, dueDays }) => ({
      name: name.trim() === '' ? t('failures:name_missing') : undefined,
      dueDays: /^\d{1,3}$/.test(dueDays) && Number(dueDays) <= 365 ? undefined : t('issuer.days'),
    }),
    contract,
    body: ({ dueDays, ...values }) => ({ ...values, dueDays: Number(dueDays) }),
    mutation: useChangeIssuer(),
    announce: () => notify.success(t('issuer.done')),
    onSent: onClose,
  });
  const { field } = form;
  return (
    <FormDialog
      {...form.dialog}
      opened={opened}
      onClose={onClose}
      title={t('issuer.title')}
      submitLabel={t('issuer.submit')}
    >
      <p>{t('issuer.meaning')}</p>
      <TextField {...field('name')} label={t('issuer.name')} maxLength={200} required focusFirst />
      <TextareaField
        {...field('address')}
        label={t('field.address')}
        rows={3}
        maxLength={500}
        optional
      />
      <TextField {...field('taxNumber')} label={t('field.taxNumber')} maxLength={60} optional />
      <TextareaField
        {...field('paymentDetails')}
        label={t('issuer.payment')}
        hint={t('issuer.paymentHint')}
        rows={3}
        maxLength={1000}
        optional
      />
      <TextField
        {...field('dueDays')}
        label={t('issuer.dueDays')}
        hint={t('issuer.dueDaysHint')}
        maxLength={3}
        required
      />
    </FormDialog>
  );
}
