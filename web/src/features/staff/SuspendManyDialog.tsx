import type { StaffRow } from '@bursar/contracts/staff';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { LoansAfterwards } from './LoansAfterwards.tsx';
import type { BulkOutcome } from './staff.queries.ts';
import { useSuspensionOfMany } from './use-suspension.ts';

type SuspendManyProps = {
  readonly people: readonly StaffRow[];
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onDone: (outcome: BulkOutcome) => void;
};

/** Suspends several accounts at once; the loans of those agents who hold some all go one way. */
export function SuspendManyDialog({ people, opened, onClose, onDone }: SuspendManyProps) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  const suspension = useSuspensionOfMany({ people, opened, onDone });
  const agents = people.filter(({ role }) => role === 'agent');
  const loans = agents.reduce((sum, agent) => sum + agent.loans, 0);
  const active = agents.reduce((sum, agent) => sum + agent.activeLoans, 0);
  const count = people.length;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('bulk.suspendTitle', { count, figure: format.count(count) })}
      submitLabel={t('suspend.submit')}
      submitKind="danger"
      {...suspension.form.dialog}
    >
      <p>{t('suspend.meaning')}</p>
      {loans > 0 && (
        <LoansAfterwards
          legend={t('suspend.loans', {
            count: loans,
            figure: format.count(loans),
            active: format.count(active),
          })}
          suspension={suspension}
        />
      )}
    </FormDialog>
  );
}
