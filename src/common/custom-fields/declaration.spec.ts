import { describe, expect, it } from '@jest/globals';
import type { Permission } from '../access/roles.js';
import {
  type CustomField,
  type CustomFieldResource,
  type CustomFields,
  customFieldsOfExtensions,
} from './declaration.js';

const UNKNOWN = 'teas.write' as string as Permission;

const label = { en: 'Tea', de: 'Tee' };
const text: CustomField = { type: 'text', max: 20, label };

const declared = (all: readonly CustomFields[]): ReturnType<typeof customFieldsOfExtensions> =>
  customFieldsOfExtensions(all, ['users.read']);

/** What is said of one field, or undefined. */
function problemOf(resource: CustomFieldResource, field: CustomField, name = 'tea'): string | undefined {
  try {
    declared([{ [resource]: { [name]: field } }]);
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(`the custom field ${name} of ${resource}: `, '');
  }
}

describe('the custom fields of extensions', () => {
  it('are those of all, by resource and name, in the order of their declaration', () => {
    const fields = declared([{ users: { tea: text, size: text } }, { users: { shoe: text }, orders: {} }]);
    expect([...fields].map(([resource, of]) => [resource, [...of.keys()]])).toEqual([
      ['users', ['tea', 'size', 'shoe']],
    ]);
  });

  it('are declared once, of resources that have them, and are 50 at most', () => {
    const wrong =
      (...all: object[]) =>
      () =>
        declared(all);
    expect(wrong({ users: { tea: text } }, { users: { tea: text } })).toThrow(
      'the custom field tea of users is declared twice',
    );
    expect(wrong({ carts: { tea: text } })).toThrow('there are no custom fields of carts, only of users');
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`tea_${n}`, text]));
    expect(wrong({ users: many(50) })).not.toThrow();
    expect(wrong({ users: many(50) }, { users: { tea: text } })).toThrow('users have more than 50 custom fields');
  });

  it('make one column of a file each', () => {
    const both = (use: object): CustomFields => ({
      users: { tea: { ...text, ...use } },
      members: { tea: { ...text, ...use } },
    });
    expect(() => declared([both({})])).not.toThrow();
    for (const use of [{ csv: true }, { imported: true }])
      expect(() => declared([both(use)])).toThrow('would be one column of a file');
  });

  it.each([
    ['Tea', 'a name has up to 40'],
    ['1tea', 'a name has up to 40'],
    ['t'.repeat(41), 'a name has up to 40'],
    ['t'.repeat(40), undefined],
    ['tea_2', undefined],
  ])('are named %s: %s', (name, problem) => {
    expect(problemOf('users', text, name)?.slice(0, 19)).toBe(problem);
  });

  it.each<[string, CustomFieldResource, Partial<CustomField>, string | undefined]>([
    ['required of nobody', 'users', { required: true, admin: 'read' }, 'nobody may write it: it cannot be required'],
    ['required of clients', 'users', { required: true, admin: 'read', client: 'write' }, undefined],
    ['of members by clients', 'members', { client: 'write' }, 'the client API shows fields of members, and takes none'],
    ['of imported orders', 'orders', { imported: true }, 'only users, members and bundles are imported'],
    [
      'imported with a permission',
      'users',
      { imported: true, permissions: { read: 'users.read' } },
      'who imports needs no further permission: leave out permissions or imported',
    ],
    ['of bundles in CSV files', 'bundles', { csv: true }, 'only users and members are in CSV files'],
    ['in a list of lines', 'order_lines', { listed: true }, 'the admin module has lists of users, orders and bundles'],
    ['filters of members', 'members', { filterable: true }, 'the admin module has lists of users, orders and bundles'],
    ['filters of bundles', 'bundles', { filterable: true, listed: true }, undefined],
    ['with an unknown permission', 'users', { permissions: { write: UNKNOWN } }, 'there is no permission teas.write'],
    ['with a known permission', 'users', { permissions: { write: 'users.read' } }, undefined],
  ])('%s', (_, resource, more, problem) => {
    expect(problemOf(resource, { ...text, ...more } as CustomField)).toBe(problem);
  });

  it.each<[CustomField, string | undefined]>([
    [{ type: 'text', max: 2_000, label }, undefined],
    [{ type: 'text', max: 2_001, label }, 'a text has 1 to 2000 characters'],
    [{ type: 'text', max: 1.5, label }, 'a text has 1 to 2000 characters'],
    [{ type: 'text', min: 0, max: 5, label }, 'a text has 1 to 2000 characters'],
    [{ type: 'text', min: 6, max: 5, label }, 'a text has 1 to 2000 characters'],
    [{ type: 'number', min: 1, max: 1, label }, undefined],
    [{ type: 'decimal', min: 2, max: 1, label }, 'min is above max'],
    [{ type: 'choice', choices: { green: label }, label }, undefined],
    [
      { type: 'choice', choices: {}, label },
      'a choice is of letters, digits, ".", "_" and "-", and there is at least one',
    ],
    [
      { type: 'choice', choices: { 'green tea': label }, label },
      'a choice is of letters, digits, ".", "_" and "-", and there is at least one',
    ],
  ])('are valid by their type: %j', (field, problem) => {
    expect(problemOf('users', field)).toBe(problem);
  });
});
