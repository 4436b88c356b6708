import type { LoanStatus } from '@bursar/contracts/choices';

type ReversalRefusal = 'loan_is_written_off' | 'loan_is_not_active';

type PaymentRefusal = 'loan_is_closed' | 'loan_is_written_off' | 'loan_is_not_active';

/** What a loan's state allows; the reason also explains a disabled button. */
export const loanCan = {
  acceptPayment(status: LoanStatus): PaymentRefusal | null {
    switch (status) {
      case 'active':
        return null;
      case 'closed':
        return 'loan_is_closed';
      case 'written_off':
        return 'loan_is_written_off';
      case 'submitted':
      case 'approved':
      case 'rejected':
      case 'withdrawn':
        return 'loan_is_not_active';
    }
  },

  /** A reversal opens a closed loan again; what was written off stays as it was taken. */
  reversePayment(status: LoanStatus): ReversalRefusal | null {
    switch (status) {
      case 'active':
      case 'closed':
        return null;
      case 'written_off':
        return 'loan_is_written_off';
      case 'submitted':
      case 'approved':
      case 'rejected':
      case 'withdrawn':
        return 'loan_is_not_active';
    }
  },
};
