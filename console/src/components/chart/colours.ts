/**
 * Colours of chart series, for light and dark pages. Each has a contrast of at least 3 to the page (WCAG 2.2,
 * 1.4.11), and they are distinguishable with any colour blindness; no information is given by colour alone.
 */
export const PALETTE = {
  /** For categories such as applications. */
  kinds: [
    'light-dark(#047a8b, #3fb3c6)',
    'light-dark(#d0760f, #fc931b)',
    'light-dark(#4f3fc8, #6e75f6)',
    'light-dark(#b0493b, #d35735)',
    'light-dark(#0f4a12, #a2f291)',
    'light-dark(#5c1049, #fec3fe)',
  ],
  /** For requests without an application, and for all applications without a colour of their own. */
  none: 'light-dark(#8a929a, #7b7f84)',
  others: 'light-dark(#14171a, #f4f6f8)',
  warning: 'light-dark(#c27a00, #f5b840)',
  failure: 'light-dark(#9c1034, #f0526a)',
  typical: 'light-dark(#047a8b, #3fb3c6)',
  slow: 'light-dark(#4f3fc8, #fec3fe)',
} as const;
