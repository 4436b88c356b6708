/**
 * The longest time between a contact that is logged as it happens and the request that arrives: a
 * year. A browser saves an unsent contact as a draft until a user sends it.
 */
export const CONTACT_SECONDS_AGO_MAX = 366 * 86_400;
