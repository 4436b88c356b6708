import { describe, expect, it } from 'vitest';
import { attachmentOf, documentName } from './document-name.ts';

describe('the name of a document', () => {
  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    [String.raw`C:\Users\me\pay slip.pdf`, 'pay slip.pdf'],
    ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie: x=1.pdf'],
    ['invoice\u202Efdp.exe.pdf', 'invoicefdp.exe.pdf'],
    ['nul\0.txt', 'nul.txt'],
    ['...pdf', 'document.pdf'],
    ['كشف الحساب.pdf', 'كشف الحساب.pdf'],
    ['///', 'document'],
  ])('%j is stored as %j', (sent, stored) => {
    expect(documentName(sent)).toBe(stored);
  });

  it('retains its extension at any length', () => {
    const name = documentName(`${'x'.repeat(240)}.docx`);
    expect(name).toHaveLength(180);
    expect(name.endsWith('.docx')).toBe(true);
  });

  it('is escaped in a header', () => {
    expect(attachmentOf('كشف "1"%.pdf')).toBe(
      `attachment; filename="___ _1__.pdf"; filename*=UTF-8''%D9%83%D8%B4%D9%81%20%221%22%25.pdf`,
    );
  });
});
