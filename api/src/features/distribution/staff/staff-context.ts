import type { CommandContext } from '../../../platform/command-context.ts';
import type { Platform } from '../../../platform/endpoints.ts';

/** Commands about accounts may mail links, so they need the public address. */
export type StaffContext = CommandContext & { readonly publicUrl: string };

export function staffContextOf(
  { publicUrl }: Pick<Platform, 'publicUrl'>,
  context: CommandContext,
): StaffContext {
  return { ...context, publicUrl: publicUrl() };
}
