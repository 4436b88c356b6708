import type { Language } from '@bursar/contracts/languages';

type Worded = {
  readonly subject: string;
  readonly body: string;
  readonly language: Language;
  readonly hasLogo?: boolean;
};

/** By this id the page shows the logo, which the mail carries. */
export const LOGO_CID = 'company-logo';

/** Builds the HTML version of a mail, with its language and text direction. */
export function mailPage({ subject, body, language, hasLogo = false }: Worded): string {
  const { lang, dir } = attributes[language];
  const paragraphs = body.split('\n\n').map((text) => `<p>${paragraphOf(text)}</p>`);
  return [
    '<!doctype html>',
    `<html lang="${lang}" dir="${dir}">`,
    `<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    `<body style="font: 16px/1.5 sans-serif; text-align: start">`,
    ...(hasLogo ? [`<p><img src="cid:${LOGO_CID}" alt="" height="48"></p>`] : []),
    ...paragraphs,
    '</body></html>',
  ].join('\n');
}

const attributes: Record<Language, { lang: string; dir: 'ltr' | 'rtl' }> = {
  en: { lang: 'en', dir: 'ltr' },
  ae: { lang: 'ar', dir: 'rtl' },
};

/** Only a paragraph that is nothing but a URL becomes a link; text that people wrote stays text. */
function paragraphOf(text: string): string {
  const shown = escaped(text).replaceAll('\n', '<br>');
  return /^https?:\/\/\S+$/.test(text) ? `<a dir="ltr" href="${shown}">${shown}</a>` : shown;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
