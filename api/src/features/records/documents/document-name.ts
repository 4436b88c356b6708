const LENGTH_MAX = 180;

/**
 * A name as it may be kept and shown: without a path, without characters that steer a terminal, a
 * header or the direction of reading, and with its ending whatever its length.
 */
export function documentName(sent: string): string {
  const last = sent.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = last.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{1,10})?$/s.exec(name) ?? [];
  // By whole letters of Unicode: half of one would be no text at all.
  const kept = Array.from(stem)
    .slice(0, LENGTH_MAX - ending.length)
    .join('');
  return (kept.replace(/^\.+/, '') || 'document') + ending;
}

/** RFC 6266: the name for old clients in ASCII, the real one beside it, percent-encoded. */
export function attachmentOf(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
