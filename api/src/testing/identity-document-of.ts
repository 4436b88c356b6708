import { uuidv7 } from 'uuidv7';

/** A passport as it is sent to be added, under a number of its own. */
export function identityDocumentOf(wishes: object = {}) {
  const id = uuidv7();
  const said = { kind: 'passport', number: id, country: 'IN', issuedOn: null, expiresOn: null };
  return { id, ...said, ...wishes };
}
