import type { ContactAttempt } from '@bursar/contracts/collections/contact-log';
import { useTranslation } from 'react-i18next';
import { contactDirections, contactOutcomes } from '@bursar/contracts/choices';
import { disputeReasons } from '@bursar/contracts/collections/contact-outcomes';
import { contactChannels } from '@bursar/contracts/records/closed-channels';
import { ErrorSummary, DraftNotice } from '../../../ui/form/FormMessages.tsx';
import { FormDrawer } from '../../../ui/overlay/FormDrawer.tsx';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { Grid } from '../../../ui/layout/Layout.tsx';
import { PinnedNote } from '../../../ui/page/PinnedNote.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TimeField } from '../../../ui/form/TimeField.tsx';
import { useMovedForm } from '../../servicing/loan-account/MovedLoan.tsx';
import type { PromisingLoan } from './promise-draft.ts';
import { PromiseLines } from './PromiseLines.tsx';
import { useContactForm, type ContactForm, FIRST_BORROWER } from './use-contact-form.ts';
import { useContactLines } from './use-contact-lines.ts';
import { CallBackFields } from './CallBackFields.tsx';
import { channelIcon } from './channel-icon.tsx';

type LogContactDrawerProps = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The channel that the form opens with; a call by default. */
  readonly channel?: ContactAttempt['channel'];
};

/** Logs a contact attempt next to its loan; the draft is saved until it is sent. */
export function LogContactDrawer(props: LogContactDrawerProps) {
  const { loan, opened, onClose, channel = 'call' } = props;
  const { t } = useTranslation('contact-log');
  const form = useContactForm({ loan, opened, channel, onLogged: onClose });
  const moved = useMovedForm({
    loan,
    opened,
    kind: 'contact',
    id: form.values.id,
    lines: useContactLines(loan, form),
    isBusy: form.isBusy,
    onSent: () => {
      form.discard();
      onClose();
    },
  });
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={t('log.title', { reference: loan.reference })}
      submitLabel={t('log.submit')}
      {...form.dialog}
      safe={t('kept.safe')}
      {...moved.dialog}
    >
      {moved.note}
      <DraftNotice hasDraft={form.hasDraft} isWaiting={form.isWaiting} onDiscard={form.discard} />
      <ErrorSummary problems={form.summary} attempt={form.count} />
      <PinnedNote note={form.pinnedNote} />
      <ContactFields loan={loan} form={form} />
    </FormDrawer>
  );
}

/** The channel, the outcome and the note. */
function ContactFields({ loan, form }: { loan: PromisingLoan; form: ContactForm }) {
  const { t } = useTranslation('contact-log');
  const draft = form.values;
  return (
    <>
      {(form.parties.length > 0 || draft.partner !== FIRST_BORROWER) && (
        <ChoiceField
          {...form.field('partner', 'partyId')}
          label={t('field.partner')}
          choices={[
            {
              value: FIRST_BORROWER,
              label: t('with.first', { name: loan.borrower.name ?? t('with.nameless') }),
            },
            ...form.parties.map(({ id, role, borrower }) => ({
              value: id,
              label: t(`with.${role}`, { name: borrower.name ?? t('with.nameless') }),
            })),
          ]}
        />
      )}
      <ChoiceField
        {...form.field('channel')}
        label={t('field.channel')}
        choices={contactChannels.map((channel) => ({
          value: channel,
          label: t(`channel.${channel}`),
          icon: channelIcon(channel),
          closed: form.closedReason(channel),
        }))}
      />
      <ChoiceField
        {...form.field('direction')}
        label={t('field.direction')}
        choices={contactDirections.map((value) => ({ value, label: t(`direction.${value}`) }))}
      />
      <ChoiceField
        {...form.field('outcome')}
        label={t('field.outcome')}
        choices={contactOutcomes.map((outcome) => ({
          value: outcome,
          label: t(`outcome.${outcome}`),
        }))}
        focusFirst
      />
      {draft.outcome === 'promised' && (
        <PromiseLines
          loan={loan}
          draft={draft.promise}
          onChange={(changes) => form.change({ promise: { ...draft.promise, ...changes } })}
          propsOf={(name) => form.field('promise', `promise.${name}`)}
        />
      )}
      {draft.outcome === 'disputed' && (
        <ChoiceField
          {...form.field('disputeReason')}
          label={t('field.disputeReason')}
          choices={disputeReasons.map((value) => ({ value, label: t(`disputeReason.${value}`) }))}
        />
      )}
      <CallBackFields loan={loan} form={form} />
      <TextareaField
        {...form.field('note')}
        label={t('field.note')}
        optional
        rows={3}
        maxLength={2000}
      />
      <ChoiceField
        {...form.controlProps('when')}
        label={t('field.when')}
        choices={[
          { value: 'now', label: t('when.now') },
          { value: 'earlier', label: t('when.earlier') },
        ]}
        value={draft.isEarlier ? 'earlier' : 'now'}
        onChange={(when) => form.change({ isEarlier: when === 'earlier' })}
      />
      {draft.isEarlier && (
        <Grid min={12}>
          <DayField
            {...form.field('day')}
            label={t('field.day')}
            today={loan.businessDate}
            latest={loan.businessDate}
            required
          />
          <TimeField {...form.field('time', 'contactedAt')} label={t('field.time')} required />
        </Grid>
      )}
    </>
  );
}
