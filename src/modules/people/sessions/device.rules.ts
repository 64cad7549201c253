/** What browsers and systems call themselves in a `User-Agent`; the first that matches. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A device in a few words, such as `Firefox on Windows`; null if nothing is known of it. */
export function deviceOf(userAgent: string | null): string | null {
  const named = (names: readonly [RegExp, string][]): string | undefined =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser === undefined || system === undefined) return browser ?? system ?? null;
  return `${browser} on ${system}`;
}

/** SQL of the same words; an empty text if nothing is known. */
export function deviceSql(userAgent: string): string {
  const named = (names: typeof BROWSERS): string => {
    const cases = names.map(
      ([{ source }, name]) => `WHEN ${userAgent} ~ '${source.replaceAll('\\b', '\\y')}' THEN '${name}'`,
    );
    return `CASE ${cases.join(' ')} END`;
  };
  return `concat_ws(' on ', ${named(BROWSERS)}, ${named(SYSTEMS)})`;
}
