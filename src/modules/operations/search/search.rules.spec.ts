import { describe, expect, it } from '@jest/globals';
import { shownSkus, toFoundView } from './search.rules.js';

describe('what a search shows', () => {
  const lena = { id: 12, title: 'lena', details: ['', 'lena@example.com', null], names: ['lena@example.com'] };

  it.each(['12', 'LENA', 'Lena@example.com'])('is exact when %s is all of its id or a name', (text) => {
    expect(toFoundView(lena, text).exact).toBe(true);
  });

  it('is not exact for a part, and leaves out details that there are not', () => {
    const { exact, details, status } = toFoundView(lena, 'len');
    expect({ exact, details, status }).toEqual({ exact: false, details: ['lena@example.com'], status: null });
  });

  it('has the SKUs of a bundle that were searched, else the first two', () => {
    const skus = ['TEA-1', 'TEA-2', 'CUP-1'];
    expect(shownSkus(skus, 'cup')).toEqual(['CUP-1']);
    expect(shownSkus(skus, 'green')).toEqual(['TEA-1', 'TEA-2']);
  });
});
