import { Refusal } from './refusal.ts';

type Checked = { readonly ok: true } | { readonly ok: false; readonly problem: string };

/**
 * Throws a refusal if the check failed, for example because the folder of the documents belongs to
 * another installation.
 */
export async function requireDocumentFolder(checking: Promise<Checked>): Promise<void> {
  const checked = await checking;
  if (!checked.ok) throw new Refusal(checked.problem);
}
