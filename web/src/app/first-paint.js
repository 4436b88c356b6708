/*
 * Runs before the first paint: it applies the saved theme and direction, and preloads what the first
 * page needs. Keys and rules are those of ../lib/display-settings.ts, which takes over afterwards. The
 * language is detected here only; ../lib/languages.ts reads it from the document.
 */
(() => {
  const root = document.documentElement;
  const stored = (storage, key) => {
    try {
      return window[storage].getItem(key);
    } catch {
      return null; // The browser refuses storage for this site.
    }
  };
  const theme = stored('localStorage', 'theme');
  const isDark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');

  const kept = stored('localStorage', 'i18nextLng');
  const candidates = [
    new URLSearchParams(location.search).get('lng'),
    /(?:^|; )i18next=([^;]*)/.exec(document.cookie)?.[1],
    kept,
    stored('sessionStorage', 'i18nextLng'),
    ...navigator.languages,
  ];
  const known = candidates
    .map((code) => /^[a-z]+/.exec((code ?? '').toLowerCase())?.[0])
    .map((code) => (code === 'ar' ? 'ae' : code))
    .find((code) => code === 'en' || code === 'ae');
  const language = known ?? 'en';
  root.lang = language === 'ae' ? 'ar' : 'en';

  // A direction chosen by the user applies until another language is chosen.
  const chosen = kept === language ? stored('localStorage', 'rtlClass') : null;
  root.dir = chosen ?? (language === 'ae' ? 'rtl' : 'ltr');

  // The server renders a first view with usual settings, for the language and window size that the
  // last page stored in the `view` cookie.
  const isUsual =
    root.dir === (language === 'ae' ? 'rtl' : 'ltr') &&
    [
      ['menu', 'vertical'],
      ['layout', 'full'],
      ['navbar', 'sticky'],
      ['sidebar', 'false'],
      ['semidark', 'false'],
    ].every(([key, usual]) => (stored('localStorage', key) ?? usual) === usual);
  const view = `${language} ${innerWidth}x${innerHeight} ${isUsual ? (theme ?? 'light') : 'own'}`;
  document.cookie = `view=${encodeURIComponent(view)}; path=/; samesite=strict`;
  const { rendered } = root.dataset;
  if (rendered !== undefined) {
    const [renderedLanguage, width] = rendered.split(' ');
    // The server assumes the usual text size, in which an em is 16 px.
    const isSameShape = [40, 60, 64].every(
      (limit) => width < limit * 16 === matchMedia(`(width < ${limit}em)`).matches,
    );
    if (!isUsual || renderedLanguage !== language || !isSameShape) delete root.dataset.rendered;
    // If a script fails, hides the rendered page: a page that can be seen but never used looks
    // broken.
    const onError = ({ target }) => {
      if (target.tagName === 'SCRIPT') delete root.dataset.rendered;
    };
    addEventListener('error', onError, true);
  }

  const preload = (href, kind) => {
    const link = document.createElement('link');
    link.rel = kind === 'script' ? 'modulepreload' : 'preload';
    if (kind !== 'script') link.as = kind;
    link.crossOrigin = 'anonymous';
    link.href = href;
    document.head.append(link);
    return link;
  };
  // Preloads only files that this page will use: a browser warns about unused preloads.
  const { framed, home, list, lists, signedIn, signedOut } = document.currentScript.dataset;
  const isFramed = (framed ?? '').split(' ').includes(location.pathname.split('/')[1]);
  const isHome = location.pathname === '/';
  const role = /(?:^|; )role=([^;]*)/.exec(document.cookie)?.[1];
  const opened = (lists ?? '')
    .split(' ')
    .map((one) => one.split('?'))
    .find(([place]) => place === role + location.pathname);
  const isSignIn = /^\/(login|auth\/boxed-signin)$/.test(location.pathname);
  const isSignedIn = /(?:^|; )token=/.test(document.cookie);
  const ahead = (files) => {
    for (const file of (files ?? '').split(' ').filter(Boolean)) {
      const kind = { css: 'style', woff2: 'font' }[file.split('.').pop()] ?? 'script';
      // Only Arabic texts use the Arabic typeface; their figures and names use the Latin one.
      if (language === 'ae' || !/arabic/.test(file)) preload(`/${file}`, kind);
    }
  };
  // Preloads all translations of the first page in one file, if the build has made one.
  const translations = (file) => {
    preload(`/locales/${language}/${file}.json`, 'fetch').id = 'preload-translations';
  };
  // While the server prepares its database, every address shows the maintenance page.
  if (root.hasAttribute('data-under-maintenance')) {
    preload(`/locales/${language}/app.json`, 'fetch');
  } else if (isSignedIn && isFramed && signedIn) {
    ahead(signedIn);
    if (isHome) ahead(home);
    if (opened) ahead(list);
    translations(opened ? 'loan-list' : 'signed-in');
    // A document with a rendered page already contains these answers.
    if (rendered === undefined) {
      preload('/api/session', 'fetch');
      if (isHome) preload('/api/dashboard', 'fetch');
      // If the address has a query, only the page knows its request.
      if (opened && location.search === '') preload(`/api/loans?${opened[1]}`, 'fetch');
    }
  } else if (!isSignedIn && (isFramed || isSignIn) && signedOut) {
    ahead(signedOut);
    translations('signed-out');
  } else {
    preload(`/locales/${language}/app.json`, 'fetch');
  }
})();
