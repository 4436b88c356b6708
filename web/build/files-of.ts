import type { Rolldown } from 'vite';

export type Bundle = Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>;

/** Returns the names of the files that a module needs: its script, its styles and its imports. */
export function filesOf(module: string, bundle: Bundle): readonly string[] {
  const files = new Set<string>();
  const page = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)),
  );
  if (!page) throw new Error(`The build has no page ${module}`);
  collect(page.fileName, bundle, files);
  return [...files];
}

function collect(fileName: string, bundle: Bundle, files: Set<string>): void {
  const file = bundle[fileName];
  if (files.has(fileName) || file?.type !== 'chunk') return;
  files.add(fileName);
  for (const style of file.viteMetadata?.importedCss ?? []) files.add(style);
  for (const imported of file.imports) collect(imported, bundle, files);
}
