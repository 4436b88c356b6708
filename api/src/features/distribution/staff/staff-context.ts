import type { CommandContext } from '../../../platform/command-context.ts';
import type { Platform } from '../../../platform/endpoints.ts';

/** A command about people may send a link. */
export type StaffContext = CommandContext & { readonly publicUrl: string };

export function staffContextOf(
  { publicUrl }: Pick<Platform, 'publicUrl'>,
  context: CommandContext,
): StaffContext {
  return { ...context, publicUrl: publicUrl() };
}
