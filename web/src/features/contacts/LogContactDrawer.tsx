import type { Contact } from '@bursar/contracts/contacts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx';
import { SideDrawer } from '../../ui/overlay/SideDrawer.tsx';
import { ContactFields } from './ContactFields.tsx';
import { KeptNotice } from './KeptNotice.tsx';
import type { PromisingLoan } from './promise-draft.ts';
import { useContactForm } from './use-contact-form.ts';
import classes from './WorkForm.module.css';

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
  const formId = useId();
  const form = useContactForm({ loan, opened, channel, onLogged: onClose });
  const { attempt } = form;
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title={t('log.title', { reference: loan.reference })}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            busy={form.isSending || form.isWaiting}
          >
            {t('log.submit')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        <KeptNotice isKept={form.isKept} isWaiting={form.isWaiting} onDiscard={form.discard} />
        {attempt.failure && (
          <p role="alert" className={classes.failure}>
            {attempt.failure} {t('kept.safe')}
          </p>
        )}
        <ErrorSummary problems={attempt.summary} attempt={attempt.count} />
        <ContactFields loan={loan} form={form} />
      </form>
    </SideDrawer>
  );
}
