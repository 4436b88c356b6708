import type { Contact } from '@bursar/contracts/contacts';
import { useTranslation } from 'react-i18next';
import { ErrorSummary, KeptNotice } from '../../ui/form/FormMessages.tsx';
import { FormDrawer } from '../../ui/overlay/FormDrawer.tsx';
import { ContactFields } from './ContactFields.tsx';
import type { PromisingLoan } from './promise-draft.ts';
import { useContactForm } from './use-contact-form.ts';

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
