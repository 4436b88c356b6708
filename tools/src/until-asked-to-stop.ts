/**
 * Settles when somebody wants this process to end. Ctrl-C reaches npm and us alike, and npm hands
 * it on: further signals change nothing, since stopping is under way and has its own limit.
 */
export function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve());
    if (process.env['npm_lifecycle_event'] === undefined) return;
    // An npm that is killed outright hands nothing on, and would leave a server nobody sees.
    const parent = process.ppid;
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      resolve();
    }, 500);
    look.unref();
  });
}
