import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { featuresOff } from '@bursar/tools/browser-options';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';

it('the browser runs without the features that Playwright turns off', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bursar-browser-'));
  try {
    // A stand-in for the browser that writes its arguments to a file and exits.
    const program = join(folder, 'browser');
    const list = join(folder, 'arguments');
    writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${list}'\n`);
    chmodSync(program, 0o755);
    const launched = chromium.launch({ executablePath: program, chromiumSandbox: false });
    await expect(launched).rejects.toThrow(/launch/);
    const [, named = ''] = /^--disable-features=(.+)$/m.exec(readFileSync(list, 'utf8')) ?? [];
    const ofPlaywright = named.split(',');
    expect(ofPlaywright.length).toBeGreaterThan(5);
    expect(ofPlaywright.filter((feature) => !featuresOff.includes(feature))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
