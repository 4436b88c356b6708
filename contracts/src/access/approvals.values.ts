export const approvalStates = ['waiting', 'approved', 'declined', 'withdrawn', 'failed'] as const;
