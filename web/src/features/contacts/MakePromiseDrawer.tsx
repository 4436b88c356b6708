import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx';
import { SideDrawer } from '../../ui/overlay/SideDrawer.tsx';
import { KeptNotice } from './KeptNotice.tsx';
import { PromiseFields } from './PromiseFields.tsx';
import type { PromisingLoan } from './promise-draft.ts';
import { usePromiseForm } from './use-promise-form.ts';
import classes from './WorkForm.module.css';

type MakePromiseDrawerProps = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Writes a promise to pay down; what it does to the one that waits is said before. */
export function MakePromiseDrawer({ loan, opened, onClose }: MakePromiseDrawerProps) {
  const { t } = useTranslation('contacts');
  const formId = useId();
  const form = usePromiseForm({ loan, opened, onMade: onClose });
  const { attempt } = form;
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      title={t('promise.title', { reference: loan.reference })}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            busy={form.isSending || form.isWaiting}
          >
            {t('promise.submit')}
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
        <PromiseFields
          loan={loan}
          draft={form.draft}
          onChange={form.change}
          fieldProps={attempt.fieldProps}
          focusFirst
        />
        <p>{t('promise.meaning')}</p>
        {form.replaced && <p>{form.replaced}</p>}
      </form>
    </SideDrawer>
  );
}
