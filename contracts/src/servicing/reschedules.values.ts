/** The plans for a borrower in difficulty; each is a reschedule with different terms. */
export const planKinds = ['payment-holiday', 'longer-term', 'lower-instalment', 'other'] as const;
export type PlanKind = (typeof planKinds)[number];

/** Channels through which a borrower can agree to a plan or settlement. */
export const agreementChannels = ['call', 'sms', 'email', 'whatsapp', 'visit', 'letter'] as const;
export type AgreementChannel = (typeof agreementChannels)[number];
