import type { LoanParty } from '@bursar/contracts/records/loan-parties';
import { useTranslation } from 'react-i18next';

/** As they are called on the loan: by name, else by the number of the papers. */
export function usePartyName({ borrower }: Pick<LoanParty, 'borrower'>): string {
  const { t } = useTranslation('borrowers');
  return borrower.name ?? borrower.externalId ?? t('title');
}
