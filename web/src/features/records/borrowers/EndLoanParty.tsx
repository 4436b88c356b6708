import type { LoanParty } from '@bursar/contracts/records/loan-parties';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../lib/contract-form.ts';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { useEndLoanParty } from './loan-parties.queries.ts';
import { usePartyName } from './use-party-name.ts';

type Ending = { readonly reason: string };

type EndProps = {
  readonly loanId: string;
  readonly party: LoanParty;
  readonly onClose: () => void;
};

/** Removes a party from a loan from now on; the ended party and the reason stay on record. */
export function EndLoanParty({ loanId, party, onClose }: EndProps) {
  const { t } = useTranslation('borrowers');
  const name = usePartyName(party);
  const form = useContractForm<Ending, Ending, unknown>({
    name: 'end-loan-party',
    empty: () => ({ reason: '' }),
    rules: ({ reason }) => ({
      reason: reason.trim() === '' ? t('parties.reasonMissing') : undefined,
    }),
    body: ({ reason }) => ({ reason: reason.trim() }),
    mutation: useEndLoanParty({ loanId, partyId: party.id }),
    onSent: onClose,
  });
  return (
    <FormDialog
      {...form.dialog}
      opened
      size="small"
      onClose={onClose}
      title={t('parties.endTitle')}
      submitLabel={t('parties.end')}
      submitKind="danger"
    >
      <p>{t('parties.endMeaning', { name, role: t(`loanRole.${party.role}`) })}</p>
      <TextareaField
        {...form.field('reason')}
        label={t('parties.reason')}
        rows={2}
        maxLength={500}
        required
        focusFirst
      />
    </FormDialog>
  );
}
