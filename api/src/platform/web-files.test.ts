import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inlineScriptHashes } from './web-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'bursar-web-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the scripts allowed by the content security policy', () => {
  it('are the inline scripts of index.html, by their hashes', () => {
    const script = 'document.title = "first";\nstart();';
    writeFileSync(
      join(folder, 'index.html'),
      `<script data-files="a.js b.js">${script}</script><script type="module" src="/a.js"></script>`,
    );
    const hash = createHash('sha256').update(script).digest('base64');
    expect(inlineScriptHashes(folder)).toEqual([`sha256-${hash}`]);
  });

  it('are none without a web folder', () => {
    expect(inlineScriptHashes(null)).toEqual([]);
    expect(inlineScriptHashes(join(folder, 'nothing'))).toEqual([]);
  });
});
