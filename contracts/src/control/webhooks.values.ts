export const webhookStates = ['active', 'paused'] as const;

/** Why a webhook was paused: by a person, or by Bursar. */
export const webhookPauses = ['by-hand', 'failing', 'gone', 'secret-lost'] as const;

/** Why an attempt of a delivery failed. Other failures are named as the system names them. */
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

/** The longest address of a webhook. */
export const WEBHOOK_URL_MAX = 500;
/** Deliveries are listed and can be sent again for this long. */
export const DELIVERY_DAYS = 30;
/** A new secret and the one before it both sign for this long. */
export const SECRET_OVERLAP_HOURS = 24;
