/** Names the browser and system of a user agent; null for each that is unknown. */
export function describeDevice(userAgent: string): {
  browser: string | null;
  system: string | null;
} {
  return { browser: firstMatch(browsers, userAgent), system: firstMatch(systems, userAgent) };
}

type Names = readonly (readonly [name: string, mark: RegExp])[];

// The order matters, because the user agent of most browsers also names the browsers that they
// descend from.
const browsers: Names = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?Chrome\/|\bCriOS\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
];

const systems: Names = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows NT\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

function firstMatch(names: Names, userAgent: string): string | null {
  return names.find(([, mark]) => mark.test(userAgent))?.[0] ?? null;
}
