/**
 * Resolves when this process is asked to end. npm forwards Ctrl-C, so it can arrive twice; later
 * signals change nothing, because shutdown has its own limit.
 */
export function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve());
    if (process.env['npm_lifecycle_event'] === undefined) return;
    // If npm is killed it forwards nothing, and the server would keep running unnoticed.
    const parent = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve();
    }, 500);
    timer.unref();
  });
}
