/** How long after a key or a press somebody still counts as being there. */
const ATTENDED_MS = 60_000;

/** Opening the page is something that somebody does. */
let lastInputAt = Date.now();

export function noteInput(): void {
  lastInputAt = Date.now();
}

/** Whether somebody is at the page: what it asks by itself keeps no session open. */
export function isAttended(): boolean {
  return Date.now() - lastInputAt < ATTENDED_MS;
}
