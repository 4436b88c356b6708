/** A reason to stop that its reader can act on: shown as its sentence, without a stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Runs a command; a refusal becomes its sentence and exit code 1, anything else stays an error. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
