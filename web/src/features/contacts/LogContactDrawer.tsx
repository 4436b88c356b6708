import type { Contact } from '@bursar/contracts/contacts';
import { useTranslation } from 'react-i18next';
import { contactDirections, contactOutcomes } from '@bursar/contracts/choices';
import { contactChannels } from '@bursar/contracts/closed-channels';
import { ErrorSummary, KeptNotice } from '../../ui/form/FormMessages.tsx';
import { FormDrawer } from '../../ui/overlay/FormDrawer.tsx';
import { ChoiceField } from '../../ui/form/ChoiceField.tsx';
import { DayField } from '../../ui/form/DayField.tsx';
import { FormGrid } from '../../ui/form/FormGrid.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { TimeField } from '../../ui/form/TimeField.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import type { PromisingLoan } from './promise-draft.ts';
import {
  useContactForm,
  type ContactForm,
  isTry,
  MORNING,
  tryAgainTimes,
} from './use-contact-form.ts';
import { channelIcon } from './channel-icon.tsx';
import { PromiseFields } from './PromiseFields.tsx';

type LogContactDrawerProps = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** How one is about to reach the borrower; a call where nothing else is said. */
  readonly channel?: Contact['channel'];
};

/** Logs a contact beside the loan it is about; what is typed stays until it is sent. */
export function LogContactDrawer(props: LogContactDrawerProps) {
  const { loan, opened, onClose, channel = 'call' } = props;
  const { t } = useTranslation('contacts');
  const form = useContactForm({ loan, opened, channel, onLogged: onClose });
  const { attempt } = form;
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      keeps={form.keeps}
      title={t('log.title', { reference: loan.reference })}
      submitLabel={t('log.submit')}
      onSubmit={form.submit}
      busy={form.isSending || form.isWaiting}
      failure={attempt.failure}
      safe={t('kept.safe')}
    >
      <KeptNotice isKept={form.isKept} isWaiting={form.isWaiting} onDiscard={form.discard} />
      <ErrorSummary problems={attempt.summary} attempt={attempt.count} />
      <ContactFields loan={loan} form={form} />
    </FormDrawer>
  );
}

/** How the borrower was reached, what came of it, and what was said. */
function ContactFields({ loan, form }: { loan: PromisingLoan; form: ContactForm }) {
  const { t } = useTranslation('contacts');
  const { draft, change, attempt } = form;
  return (
    <>
      <ChoiceField
        {...attempt.fieldProps('channel')}
        label={t('field.channel')}
        choices={contactChannels.map((channel) => ({
          value: channel,
          label: t(`channel.${channel}`),
          icon: channelIcon(channel),
          closed: form.closedReason(channel),
        }))}
        value={draft.channel}
        onChange={(channel) => change({ channel })}
      />
      <ChoiceField
        id="contact-direction"
        label={t('field.direction')}
        choices={contactDirections.map((value) => ({ value, label: t(`direction.${value}`) }))}
        value={draft.direction}
        onChange={(direction) => change({ direction })}
      />
      <ChoiceField
        {...attempt.fieldProps('outcome')}
        label={t('field.outcome')}
        choices={contactOutcomes.map((outcome) => ({
          value: outcome,
          label: t(`outcome.${outcome}`),
        }))}
        value={draft.outcome}
        onChange={(outcome) => change({ outcome })}
        focusFirst
      />
      {draft.outcome === 'promised' && (
        <PromiseFields
          loan={loan}
          draft={draft}
          onChange={change}
          fieldProps={(field) => attempt.fieldProps(`promise.${field}`)}
        />
      )}
      {isTry(draft) && <TryAgainFields loan={loan} form={form} />}
      <TextareaField
        id="contact-note"
        label={t('field.note')}
        optional
        value={draft.note}
        onChange={(note) => change({ note })}
        rows={3}
        maxLength={2000}
      />
      <ChoiceField
        id="contact-when"
        label={t('field.when')}
        choices={[
          { value: 'now', label: t('when.now') },
          { value: 'earlier', label: t('when.earlier') },
        ]}
        value={draft.isEarlier ? 'earlier' : 'now'}
        onChange={(when) => change({ isEarlier: when === 'earlier' })}
      />
      {draft.isEarlier && (
        <FormGrid columns={2}>
          <DayField
            id="contact-day"
            label={t('field.day')}
            value={draft.day}
            onChange={(day) => change({ day })}
            today={loan.businessDate}
            latest={loan.businessDate}
            required
          />
          <TimeField
            {...attempt.fieldProps('contactedAt')}
            label={t('field.time')}
            value={draft.time}
            onChange={(time) => change({ time })}
            required
          />
        </FormGrid>
      )}
    </>
  );
}

/** Nobody was reached: the loan stays where it is, or comes back when it is said. */
function TryAgainFields({ loan, form }: { loan: PromisingLoan; form: ContactForm }) {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  const { draft, change, attempt } = form;
  return (
    <>
      <ChoiceField
        id="contact-try-again"
        label={t('field.tryAgain')}
        choices={tryAgainTimes.map((value) => ({
          value,
          label: t(`tryAgain.${value}`, { time: format.time(MORNING) }),
        }))}
        value={draft.tryAgain}
        onChange={(tryAgain) => change({ tryAgain })}
      />
      {draft.tryAgain === 'other' && (
        <FormGrid columns={2}>
          <DayField
            id="contact-try-day"
            label={t('field.day')}
            value={draft.tryDay}
            onChange={(tryDay) => change({ tryDay })}
            today={loan.businessDate}
            earliest={loan.businessDate}
            required
          />
          <TimeField
            {...attempt.fieldProps('tryAgainAt')}
            label={t('field.time')}
            value={draft.tryTime}
            onChange={(tryTime) => change({ tryTime })}
            required
          />
        </FormGrid>
      )}
    </>
  );
}
