import { describe, expect, it } from '@jest/globals';
import { assertConsoleExtensions, type ConsoleExtension } from './console-extension.js';

const POINTS: ConsoleExtension = {
  name: 'points',
  title: 'Loyalty',
  entry: '/shop/dist/console/index.js',
  pages: [{ path: 'points', title: 'Points', permission: 'users.read' }],
  blocks: [{ slot: 'home', permission: 'users.read' }],
};

const PERMISSIONS = ['users.read'];

const wrong = (changes: object): (() => void) => {
  return () => assertConsoleExtensions([{ ...POINTS, ...changes }], PERMISSIONS);
};

describe('what an extension adds to the console', () => {
  it('is accepted as it is declared', () => {
    expect(() => assertConsoleExtensions([POINTS, { ...POINTS, name: 'others' }], PERMISSIONS)).not.toThrow();
  });

  it('has a name of its own', () => {
    expect(wrong({ name: '../x' })).toThrow('must have a name of small letters');
    expect(() => assertConsoleExtensions([POINTS, POINTS], PERMISSIONS)).toThrow(
      '"points" has a name that another extension has',
    );
  });

  it('has its script in a folder for the console, as its other files are sent too', () => {
    expect(wrong({ entry: '/shop/dist/index.js' })).toThrow(
      'a script in a folder "console" as entry: /shop/dist/index.js',
    );
    expect(wrong({ entry: '/shop/console/index.html' })).toThrow('as entry');
    expect(wrong({ entry: String.raw`C:\shop\console\index.js` })).not.toThrow();
  });

  it('has pages with a path, a title and a permission that there is', () => {
    const page = POINTS.pages![0]!;
    expect(wrong({ pages: [{ ...page, path: 'assets' }] })).toThrow('cannot have the path "assets"');
    expect(wrong({ pages: [{ ...page, path: 'a/b' }] })).toThrow('cannot have the path "a/b"');
    expect(wrong({ pages: [page, page] })).toThrow('has two pages with the path points');
    expect(wrong({ pages: [{ ...page, title: '' }] })).toThrow('has a page without a title: points');
    expect(wrong({ pages: [{ ...page, permission: 'points.read' }] })).toThrow('the permission "points.read"');
  });

  it('has blocks on pages that have a place for them', () => {
    expect(wrong({ blocks: [{ slot: 'members', permission: 'users.read' }] })).toThrow(
      'has a block in "members": there are home, member, order, run',
    );
  });
});
