/** How long after a key or a press somebody still counts as being there. */
const ATTENDED_MS = 60_000;

/** Opening the page counts as input. */
let lastInputAt = Date.now();

export function noteInput(): void {
  lastInputAt = Date.now();
}

/** Whether somebody used the page lately: calls it makes by itself must not keep a session open. */
export function isAttended(): boolean {
  return Date.now() - lastInputAt < ATTENDED_MS;
}
