import { useTranslation } from 'react-i18next';
import { ErrorSummary, KeptNotice } from '../../ui/form/FormMessages.tsx';
import { FormDrawer } from '../../ui/overlay/FormDrawer.tsx';
import classes from './PromiseFields.module.css';
import { PromiseFields } from './PromiseFields.tsx';
import type { PromisingLoan } from './promise-draft.ts';
import { usePromiseForm } from './use-promise-form.ts';

type MakePromiseDrawerProps = {
  readonly loan: PromisingLoan;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Writes a promise to pay down; what it does to the one that waits is said before. */
export function MakePromiseDrawer({ loan, opened, onClose }: MakePromiseDrawerProps) {
  const { t } = useTranslation('contacts');
  const form = usePromiseForm({ loan, opened, onMade: onClose });
  const { attempt } = form;
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      keeps={form.keeps}
      title={t('promise.title', { reference: loan.reference })}
      submitLabel={t('promise.submit')}
      onSubmit={form.submit}
      busy={form.isSending || form.isWaiting}
      failure={attempt.failure}
      safe={t('kept.safe')}
    >
      <KeptNotice isKept={form.isKept} isWaiting={form.isWaiting} onDiscard={form.discard} />
      <ErrorSummary problems={attempt.summary} attempt={attempt.count} />
      <PromiseFields
        loan={loan}
        draft={form.draft}
        onChange={form.change}
        fieldProps={attempt.fieldProps}
        focusFirst
      />
      <p className={classes.meaning}>{t('promise.meaning')}</p>
      {form.replaced && <p>{form.replaced}</p>}
    </FormDrawer>
  );
}
