/** A loaded page waits this long for its first answer; after that its skeleton shows. */
const FIRST_ANSWER_MS = 250;

/** Waits for the answers that a page requested before rendering, but at most `FIRST_ANSWER_MS`. */
export async function untilFirstAnswer(asked: Promise<unknown>): Promise<void> {
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, FIRST_ANSWER_MS))]);
}
