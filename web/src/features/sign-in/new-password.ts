import { checkPassword, type PasswordProblem } from './validation.ts';

/** A password as it is chosen: once, and once more against a slip of the fingers. */
export type NewPassword = { password: string; again: string };

export type NewPasswordProblem =
  | PasswordProblem
  | 'newPassword.again.required'
  | 'newPassword.again.differs';

/** The first rule that each field breaks; whether a password has leaked is the server's to say. */
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
