import type { StaffRow } from '@bursar/contracts/staff';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { LoansAfterwards } from './LoansAfterwards.tsx';
import { useSuspension } from './use-suspension.ts';

type SuspendDialogProps = {
  readonly account: StaffRow;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Suspends an account: it says what happens at once, and asks where an agent’s loans go. */
export function SuspendDialog({ account, opened, onClose }: SuspendDialogProps) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  const suspension = useSuspension({ account, opened, onDone: onClose });
  const { name, loans, activeLoans } = account;
  const holdsLoans = account.role === 'agent' && loans > 0;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('suspend.title', { name })}
      submitLabel={t('suspend.submit')}
      submitKind="danger"
      onSubmit={suspension.submit}
      busy={suspension.isSending}
      failure={suspension.failure}
    >
      <p>{t('suspend.meaning')}</p>
      {holdsLoans && (
        <LoansAfterwards
          legend={t('suspend.loans', {
            count: loans,
            figure: format.count(loans),
            active: format.count(activeLoans),
          })}
          suspension={suspension}
        />
      )}
    </FormDialog>
  );
}
