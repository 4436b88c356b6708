/** An expected failure of a command. The user sees its message without a stack trace. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Runs a command. Reports the message of a refusal and sets exit code 1; rethrows other errors. */
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
