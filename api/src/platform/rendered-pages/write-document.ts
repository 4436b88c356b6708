import type { PageView, RenderedPage } from '@bursar/contracts/rendered-pages';

type Rendered = Pick<RenderedPage, 'styles' | 'scripts'> & {
  /** The account that the page was rendered for. */
  readonly accountId: string;
  readonly html: string;
  readonly view: PageView;
  readonly answers: Readonly<Record<string, string>>;
};

/**
 * Puts a rendered page into the document of the web app. The page is visible but not interactive
 * until the app replaces it. The document includes the answers, so that the app does not fetch them
 * again.
 */
export function writeDocument(
  document: string,
  { html, view: { language, screen }, styles, scripts, answers, accountId }: Rendered,
): string {
  const isArabic = language === 'ae';
  const links = [
    ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ];
  const data = Object.entries(answers).map(
    ([address, json]) =>
      `<script type="application/json" data-answer="${address.replaceAll('&', '&amp;')}">${withoutTags(json)}</script>`,
  );
  const page = `<div id="rendered-page" inert aria-hidden="true">${html}</div>`;
  return document
    .replace(
      /<html lang="\w+" dir="\w+"/,
      () =>
        `<html lang="${isArabic ? 'ar' : 'en'}" dir="${isArabic ? 'rtl' : 'ltr'}" data-rendered="${language} ${screen.width}" data-account="${accountId}"`,
    )
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace('<div id="app"></div>', (app) => `${app}${page}${data.join('')}`);
}

/**
 * Escapes `<`, which could end the script element. In JSON, it occurs only inside strings, where
 * the escape means the same.
 */
function withoutTags(json: string): string {
  return json.replaceAll('<', String.raw`\u003c`);
}
