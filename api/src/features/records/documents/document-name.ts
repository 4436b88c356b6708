const LENGTH_MAX = 180;

/**
 * Makes a file name safe to store and show: no path, and no characters that control a terminal, a
 * header or the text direction. The extension remains, whatever the length.
 */
export function documentName(sent: string): string {
  const last = sent.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = last.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{1,10})?$/s.exec(name) ?? [];
  // Cuts between code points, because half of a surrogate pair is not valid text.
  const shortened = Array.from(stem)
    .slice(0, LENGTH_MAX - ending.length)
    .join('');
  return (shortened.replace(/^\.+/, '') || 'document') + ending;
}

/**
 * Returns the header value of a download (RFC 6266): an ASCII name for old clients, and the real
 * name percent-encoded.
 */
export function attachmentOf(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
