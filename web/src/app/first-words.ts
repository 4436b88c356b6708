/** The words that every page inside the frame may need. */
export const frameWords: readonly string[] = ['settings', 'failures', 'ui', 'notices', 'search'];

/**
 * The words of a first visit, which the build puts into one file a language, beside the files of
 * the namespaces: many small answers in a row would hold up the first page.
 */
export const firstWords: Readonly<
  Record<'signed-in' | 'signed-out' | 'loan-list', readonly string[]>
> = {
  'signed-in': ['app', ...frameWords, 'dashboard', 'work'],
  'loan-list': ['app', ...frameWords, 'loans', 'facts', 'assignments', 'tags'],
  'signed-out': ['app', 'sign-in', 'failures'],
};
