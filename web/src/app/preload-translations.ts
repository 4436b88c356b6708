/** Namespaces that every framed page may need. */
export const frameNamespaces: readonly string[] = [
  'settings',
  'failures',
  'ui',
  'notifications',
  'search',
];

/**
 * Namespaces of each kind of first visit. The build writes each kind as one file per language, next
 * to the files of the single namespaces, because many small requests in a row would delay the first
 * page.
 */
export const preloadedTranslations: Readonly<
  Record<'signed-in' | 'signed-out' | 'loan-list', readonly string[]>
> = {
  'signed-in': ['app', ...frameNamespaces, 'dashboard', 'work-queue'],
  'loan-list': ['app', ...frameNamespaces, 'loans', 'facts', 'assignments', 'tags'],
  'signed-out': ['app', 'sign-in', 'failures'],
};
