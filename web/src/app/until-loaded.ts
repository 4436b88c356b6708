const LONGEST_PAUSE_MS = 30_000;

/**
 * Loads code that every page needs, and tries again until that succeeds: a server that restarts,
 * or a lost connection, fails only some attempts.
 */
export async function untilLoaded<Code>(load: () => Promise<Code>, pauseMs = 1_000): Promise<Code> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return untilLoaded(load, Math.min(2 * pauseMs, LONGEST_PAUSE_MS));
  }
}
