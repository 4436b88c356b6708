import type { Language } from '@bursar/contracts/languages';

/** The lender that sends the email; Bursar, until a company is saved. */
export type MailSignature = {
  readonly legalName: string;
  readonly address: string;
  readonly hasLogo: boolean;
};

type Worded = {
  readonly subject: string;
  readonly body: string;
  readonly language: Language;
  readonly lender: MailSignature;
};

/** The Content-ID by which the page shows the attached logo. */
export const LOGO_CID = 'company-logo';

/**
 * Builds the HTML version of an email. Mail programs drop style sheets, so every element has its
 * style inline. The style sheet has only rules that a program may drop: for dark colours and narrow
 * windows.
 */
export function mailPage({ subject, body, language, lender }: Worded): string {
  const { lang, dir, from } = attributes[language];
  const around = `lang="${lang}" dir="${dir}"`;
  return `<!doctype html>
<html ${around}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${sheet}</style>
</head>
<body class="ground" style="margin: 0; background: ${light.ground}">
<table ${around} role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background: ${light.ground}">
<tr><td align="center" class="margin" style="padding: 32px 16px">
<table ${around} role="presentation" class="sheet" width="560" cellpadding="0" cellspacing="0" style="width: 100%; max-width: 560px; background: ${light.sheet}; border: 1px solid ${light.line}; border-radius: 8px">
<tr><td class="inside" align="${from}" style="padding: 24px 32px 0">${headOf(lender)}</td></tr>
<tr><td class="inside ink" align="${from}" style="padding: 24px 32px 16px; ${font}; font-size: 15px; line-height: 24px; color: ${light.ink}; text-align: ${from}">
<h1 class="ink" style="margin: 0 0 16px; font-size: 20px; line-height: 28px; font-weight: 600; color: ${light.ink}">${escaped(subject)}</h1>
${paragraphsOf(body, lender).map(shownParagraph).join('\n')}
</td></tr>
<tr><td class="inside foot" align="${from}" style="padding: 16px 32px 24px; border-top: 1px solid ${light.line}; ${font}; font-size: 12px; line-height: 18px; color: ${light.muted}; text-align: ${from}">${footOf(lender)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`;
}

const attributes: Record<
  Language,
  { readonly lang: string; readonly dir: 'ltr' | 'rtl'; readonly from: 'left' | 'right' }
> = {
  en: { lang: 'en', dir: 'ltr', from: 'left' },
  ae: { lang: 'ar', dir: 'rtl', from: 'right' },
};

// The values of web/src/ui/theme/tokens.css; mail programs know no custom properties.
const light = {
  ground: '#f3f4f7',
  sheet: '#ffffff',
  line: '#e6e8ed',
  ink: '#15181e',
  muted: '#616977',
  accent: '#2f4bd0',
  onAccent: '#ffffff',
};
const dark = {
  ground: '#0f1216',
  sheet: '#171b21',
  line: '#242a33',
  ink: '#e8ebf1',
  muted: '#98a0ae',
  accent: '#8ea2ff',
  onAccent: '#0f1216',
};

const font =
  "font-family: 'IBM Plex Sans', 'IBM Plex Sans Arabic', system-ui, 'Segoe UI', Tahoma, Arial, sans-serif";

const sheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .margin { padding: 16px 8px !important; }
  .inside { padding-left: 20px !important; padding-right: 20px !important; }
}
@media (prefers-color-scheme: dark) {
  .ground { background: ${dark.ground} !important; }
  .sheet { background: ${dark.sheet} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .muted, .foot { color: ${dark.muted} !important; border-color: ${dark.line} !important; }
  .link { color: ${dark.accent} !important; }
  .accent { background: ${dark.accent} !important; color: ${dark.onAccent} !important; border-color: ${dark.accent} !important; }
  .stroke { background: ${dark.onAccent} !important; }
  .plate { background: #ffffff !important; }
}
`;

/** Returns the lender's logo, or Bursar's mark with the lender's name if there is no logo. */
function headOf(lender: MailSignature): string {
  if (lender.hasLogo) {
    // Logos are designed for a light background, so it stays light in dark mode.
    const alt = escaped(lender.legalName);
    return `<span class="plate" style="display: inline-block; border-radius: 6px; padding: 4px"><img src="cid:${LOGO_CID}" alt="${alt}" height="40" style="display: block; height: 40px; border: 0"></span>`;
  }
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td>${mark}</td>
<td class="ink" style="padding: 0 10px; ${font}; font-size: 16px; font-weight: 600; color: ${light.ink}">${escaped(lender.legalName)}</td>
</tr></table>`;
}

const stroke = (width: number, style: string) =>
  `<div class="stroke" style="width: ${width}px; height: 2px; border-radius: 1px; background: ${light.onAccent}; ${style}"></div>`;

/** Bursar's mark, drawn with HTML elements, because mail programs show no SVG. */
const mark = `<div class="accent" dir="ltr" aria-hidden="true" style="width: 28px; height: 28px; border-radius: 7px; background: ${light.accent}">
<div class="stroke" style="float: left; width: 2px; height: 16px; margin: 6px 0 0 7px; border-radius: 1px; background: ${light.onAccent}"></div>
<div style="float: left; margin: 8px 0 0 3px">${stroke(7, '')}${stroke(10, 'margin-top: 3px')}${stroke(8, 'margin-top: 3px')}</div>
</div>`;

function footOf(lender: MailSignature): string {
  return [lender.legalName, ...lender.address.split('\n')]
    .filter((line) => line.trim() !== '')
    .map((line) => `<span dir="auto">${escaped(line)}</span>`)
    .join('<br>');
}

/**
 * Splits the text into paragraphs, without the name that signs it, because the foot shows that
 * name.
 */
function paragraphsOf(body: string, lender: MailSignature): readonly string[] {
  const paragraphs = body.split('\n\n');
  return paragraphs.at(-1) === lender.legalName ? paragraphs.slice(0, -1) : paragraphs;
}

/**
 * Converts a paragraph to HTML. Only two kinds of paragraph become links: one that is nothing but a
 * URL, and a line of text with a URL below it, which becomes a button. A URL in any other place
 * stays text.
 */
function shownParagraph(text: string): string {
  const shown = escaped(text).replaceAll('\n', '<br>');
  const [, label, url] = /^(?:([^\n]+)\n)?(https?:\/\/\S+)$/.exec(text) ?? [];
  if (url === undefined) return `<p style="${paragraph}">${shown}</p>`;
  const address = escaped(url);
  if (label === undefined) {
    return `<p style="${paragraph}"><a class="link" dir="ltr" href="${address}" style="color: ${light.accent}; word-break: break-all">${address}</a></p>`;
  }
  return `<p style="margin: 24px 0 12px"><a class="accent" href="${address}" style="display: inline-block; padding: 8px 20px; border: 1px solid ${light.accent}; border-radius: 6px; background: ${light.accent}; color: ${light.onAccent}; font-weight: 500; text-decoration: none">${escaped(label)}</a></p>
<p class="muted" dir="ltr" style="margin: 0 0 24px; font-size: 12px; line-height: 18px; color: ${light.muted}; word-break: break-all">${address}</p>`;
}

const paragraph = 'margin: 0 0 16px';

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
