import { uuidv7 } from 'uuidv7';

/** Builds the request for a passport with a unique number. */
export function identityDocumentOf(wishes: object = {}) {
  const id = uuidv7();
  const defaults = { kind: 'passport', number: id, country: 'IN', issuedOn: null, expiresOn: null };
  return { id, ...defaults, ...wishes };
}
