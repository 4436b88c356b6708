/** The typed values; the newsletter box is not sent. */
export type Credentials = { email: string; password: string };

export type CredentialField = keyof Credentials;

/** The specification's messages, as keys of the `sign-in` translations. */
export type CredentialProblem =
  | 'email.required'
  | 'email.format'
  | 'email.pattern'
  | PasswordProblem;

export type PasswordProblem = 'password.required' | 'password.tooShort' | 'password.tooLong';

/** Returns the first rule that each field breaks, in the specification's order. */
export function checkCredentials(
  typed: Credentials,
): Partial<Record<CredentialField, CredentialProblem>> {
  const email = checkEmail(typed.email);
  const password = checkPassword(typed.password);
  return { ...(email && { email }), ...(password && { password }) };
}

// The email format that browsers accept (HTML standard), which needs no top-level domain.
const emailFormat =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;
const emailPattern = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+\.[a-z]{2,}$/i;

const passwordLengthMin = 8;
const passwordLengthMax = 15;

function checkEmail(email: string): CredentialProblem | undefined {
  if (email === '') return 'email.required';
  if (!emailFormat.test(email)) return 'email.format';
  return emailPattern.test(email) ? undefined : 'email.pattern';
}

/** Returns the first rule that a password breaks, at sign-in or when it is chosen. */
export function checkPassword(password: string): PasswordProblem | undefined {
  if (password === '') return 'password.required';
  if (password.length < passwordLengthMin) return 'password.tooShort';
  return password.length > passwordLengthMax ? 'password.tooLong' : undefined;
}

/** A new password and its repetition, to catch typing errors. */
export type NewPassword = { password: string; again: string };

export type NewPasswordProblem =
  | PasswordProblem
  | 'newPassword.again.required'
  | 'newPassword.again.differs';

/** Returns the first rule that each field breaks; only the server knows leaked passwords. */
export function checkNewPassword({
  password,
  again,
}: NewPassword): Partial<Record<keyof NewPassword, NewPasswordProblem>> {
  const problem = checkPassword(password);
  const repeated = checkRepeated(password, again);
  return { ...(problem && { password: problem }), ...(repeated && { again: repeated }) };
}

function checkRepeated(password: string, again: string): NewPasswordProblem | undefined {
  if (again === '') return 'newPassword.again.required';
  return again === password ? undefined : 'newPassword.again.differs';
}
