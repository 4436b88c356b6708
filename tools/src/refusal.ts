/** An expected reason to stop, which is shown as its sentence without a stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Runs a command. A refusal becomes its sentence and exit code 1; other errors are thrown on. */
export async function runCommand(
  command: () => Promise<void>,
  report: (message: string) => void = console.error,
): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    report(error.message);
    process.exitCode = 1;
  }
}
