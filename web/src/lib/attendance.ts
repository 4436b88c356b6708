/** The user counts as present for this long after the last key press or click. */
const ATTENDED_MS = 60_000;

/** Opening the page counts as input. */
let lastInputAt = Date.now();

export function noteInput(): void {
  lastInputAt = Date.now();
}

/** Returns whether the user was active recently. Automatic calls must not extend a session. */
export function isAttended(): boolean {
  return Date.now() - lastInputAt < ATTENDED_MS;
}
