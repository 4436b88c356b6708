import sanitizeHtml from 'sanitize-html';

/**
 * Reduces rich text to formats of text, so that it cannot run, load or imitate anything for its
 * readers. It allows more than the editor creates: quoted and stored mails may contain the rest.
 * Links open in a new tab.
 */
export function cleanRichText(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...allowedTags],
    allowedAttributes: { a: ['href', 'target', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }),
    },
    // Deeper lists are flattened: no user nests them this deep, but hostile markup may.
    nestingLimit: 30,
  });
}

const allowedTags = (
  'p br strong b em i u s code pre h1 h2 h3 h4 blockquote ul ol li a hr' as const
).split(' ');

/** Returns the text of cleaned rich text on one line, for searches and previews. */
export function textOfRichText(html: string): string {
  const spaced = html.replaceAll(/<(?:br|hr|\/p|\/h\d|\/li|\/pre|\/blockquote)\b/g, ' $&');
  const text = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} });
  const plain = text.replaceAll(
    /&(lt|gt|quot|amp);/g,
    (_, name: keyof typeof signs) => signs[name],
  );
  return plain.replaceAll(/\s+/g, ' ').trim();
}

const signs = { lt: '<', gt: '>', quot: '"', amp: '&' } as const;
