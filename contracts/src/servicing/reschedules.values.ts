/** What a borrower in difficulty is offered; each is a reschedule with other terms. */
export const planKinds = ['payment-holiday', 'longer-term', 'lower-instalment', 'other'] as const;
export type PlanKind = (typeof planKinds)[number];

/** How the borrower agreed to a plan. */
export const agreementChannels = ['call', 'sms', 'email', 'whatsapp', 'visit', 'letter'] as const;
export type AgreementChannel = (typeof agreementChannels)[number];
