const SCHEME = 'data-mantine-color-scheme';

/** Pages are printed in light colours, also by who reads light on dark: paper is white. */
export function printInLight(): void {
  let before: string | null = null;
  window.addEventListener('beforeprint', () => {
    before = document.documentElement.getAttribute(SCHEME);
    document.documentElement.setAttribute(SCHEME, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (before !== null) document.documentElement.setAttribute(SCHEME, before);
  });
}
