const PAUSE_MS = 3_000;

/**
 * Loads code that every page needs, and tries again until that succeeds: a server that restarts,
 * or a lost connection, fails only some attempts.
 */
export async function untilLoaded<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return untilLoaded(load);
  }
}
