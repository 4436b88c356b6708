import type { enquiryKinds } from '@bursar/contracts/choices';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { SendEnquiry } from '@bursar/contracts/access/enquiries';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { useLanguage } from '../../../lib/languages.ts';
import { paths } from '../../../lib/paths.ts';
import { readSession } from '../../../lib/session.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { ErrorSummary, FormFailure } from '../../../ui/form/FormMessages.tsx';
import { FormDone } from '../../../ui/form/PageForm.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { EntranceHeading } from '../../../ui/page/EntranceHeading.tsx';
import { MonthCountdown } from './MonthCountdown.tsx';
import { useSendEnquiry, type NewEnquiry } from './enquiries.queries.ts';

type Kind = (typeof enquiryKinds)[number];
type Values = { id: string; name: string; email: string; text: string };

/** The form of a visitor without an account: an access request, an enquiry or a subscription. */
export function EnquiryForm({ kind }: { kind: Kind }) {
  const { t } = useTranslation('enquiries');
  const { form, isSent } = useEnquiryForm(kind);
  if (isSent) {
    return (
      <FormDone title={t(`${kind}.done`)} hint={t(`${kind}.doneHint`)}>
        <ButtonLink to={paths.dashboard}>{t('home')}</ButtonLink>
      </FormDone>
    );
  }
  return (
    <>
      <EntranceHeading title={t(`${kind}.title`)} meaning={t(`${kind}.meaning`)} />
      {kind === 'announcement' && (
        <Box below={6}>
          <MonthCountdown />
        </Box>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        <Stack gap={4}>
          <FormFailure failure={form.failure} />
          <ErrorSummary problems={form.summary} attempt={form.count} />
          {kind !== 'announcement' && (
            <TextField
              {...form.field('name')}
              label={t('name')}
              autoComplete="name"
              maxLength={120}
              required
            />
          )}
          <TextField
            {...form.field('email')}
            label={t('email')}
            type="email"
            autoComplete="email"
            maxLength={254}
            required
          />
          {kind !== 'announcement' && (
            <TextareaField
              {...form.field('text')}
              label={t(`${kind}.text`)}
              hint={t(`${kind}.textHint`)}
              rows={5}
              maxLength={4000}
              required={kind === 'contact'}
              optional={kind === 'account'}
            />
          )}
          <Button type="submit" kind="primary" busy={form.isBusy}>
            {t(`${kind}.submit`)}
          </Button>
          <Box as="p" text="center">
            <Link to={paths.signIn}>{t('toSignIn')}</Link>
          </Box>
        </Stack>
      </form>
    </>
  );
}

const contract = () => import('@bursar/contracts/access/enquiries').then((it) => it.sendEnquiry);

function useEnquiryForm(kind: Kind) {
  const { t } = useTranslation(['enquiries', 'failures']);
  const language = useLanguage();
  const [isSent, setIsSent] = useState(false);
  const form = useContractForm<Values, NewEnquiry, AnswerOf<SendEnquiry>>({
    name: kind,
    // Values of an empty form, with a new id. Retries send the same id, so nothing is received
    // twice.
    empty: () => ({ id: uuidv7(), name: '', email: readSession()?.email ?? '', text: '' }),
    rules: ({ name, email, text }) => ({
      name: kind !== 'announcement' && name.trim() === '' ? t('failures:name_missing') : undefined,
      email: email.trim() === '' ? t('failures:email_not_valid') : undefined,
      text: kind === 'contact' && text.trim() === '' ? t('failures:text_missing') : undefined,
    }),
    contract,
    body: (values) => ({ ...values, kind, language }),
    mutation: useSendEnquiry(),
    onSent: () => setIsSent(true),
  });
  return { form, isSent };
}
