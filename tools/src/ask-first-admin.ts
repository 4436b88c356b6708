import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { isLeakedPassword } from '@bursar/api/features/access/accounts/password-rules';
import { findAdminProblems } from '@bursar/api/platform/settings';

export const leakedPassword =
  'The admin’s password is one of the most common leaked passwords. Choose another.';

type Admin = { readonly email: string; readonly password: string };

/** Asks on the terminal until the answers are valid for sign-in. The password is not shown. */
export async function askFirstAdmin(): Promise<Admin> {
  let isHidden = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  // Without this, Ctrl-C at the prompt would never end the question.
  terminal.once('SIGINT', () => process.exit(130));
  const ask = async (question: string, hidden: boolean): Promise<string> => {
    process.stdout.write(question);
    isHidden = hidden;
    const answer = await terminal.question('');
    isHidden = false;
    if (hidden) process.stdout.write('\n');
    return answer;
  };
  try {
    process.stdout.write('This installation has no admin yet. Enter the first admin’s details.\n');
    for (;;) {
      const email = (await ask('  Email: ', false)).trim();
      const admin = { email, password: await ask('  Password (8 to 15 characters): ', true) };
      const problems = findAdminProblems(admin);
      if (isLeakedPassword(admin.password)) problems.push(leakedPassword);
      if (problems.length === 0) return admin;
      for (const problem of problems) process.stdout.write(`  ${problem}\n`);
    }
  } finally {
    terminal.close();
  }
}
