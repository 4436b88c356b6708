/** Namespaces that every framed page may need. */
export const frameWords: readonly string[] = ['settings', 'failures', 'ui', 'notices', 'search'];

/**
 * Namespaces of a first visit. The build writes them as one file per language, next to the single
 * namespaces: many small requests in a row would delay the first page.
 */
export const firstWords: Readonly<
  Record<'signed-in' | 'signed-out' | 'loan-list', readonly string[]>
> = {
  'signed-in': ['app', ...frameWords, 'dashboard', 'work'],
  'loan-list': ['app', ...frameWords, 'loans', 'facts', 'assignments', 'tags'],
  'signed-out': ['app', 'sign-in', 'failures'],
};
