export const webhookStates = ['active', 'paused'] as const;

/** Reasons why a webhook was paused, by a user or by Bursar. */
export const webhookPauses = ['by-hand', 'failing', 'gone', 'secret-lost'] as const;

/**
 * Reasons why a delivery attempt failed. For any other reason, the error's own message is stored.
 */
export const deliveryFailures = [
  'not-accepted',
  'redirected',
  'address-forbidden',
  'host-unknown',
  'connection-refused',
  'connection-lost',
  'certificate-invalid',
  'timed-out',
  'secret-lost',
] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

/** Maximum length of a webhook's address, in characters. */
export const WEBHOOK_URL_MAX = 500;
/** Number of days for which deliveries are listed and can be sent again. */
export const DELIVERY_DAYS = 30;
/** Number of hours for which a new secret and the previous one both sign. */
export const SECRET_OVERLAP_HOURS = 24;
