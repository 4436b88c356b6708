const LONGEST_PAUSE_MS = 30_000;

/**
 * Loads code that every page needs, and tries again until that succeeds: after a pause, because a
 * server that restarts answers no request while the browser is online, or once there is a
 * connection.
 */
export async function untilLoaded<Code>(load: () => Promise<Code>, pauseMs = 1_000): Promise<Code> {
  try {
    return await load();
  } catch {
    await pauseOrConnection(pauseMs);
    return untilLoaded(load, Math.min(2 * pauseMs, LONGEST_PAUSE_MS));
  }
}

function pauseOrConnection(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, pauseMs);
    addEventListener('online', end);
  });
}
