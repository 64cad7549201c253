import { useQuery } from '@tanstack/react-query';
import type { Schemas } from './client';
import { identityQuery } from './session';

/** The permissions of extensions, which add theirs by declaration merging. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- extensions fill it
export interface ExtensionPermissions {}

/** What an operation of the admin API may need. */
// eslint-disable-next-line @typescript-eslint/no-redundant-type-constituents -- none in the console itself
export type Permission = Schemas['AdminIdentityView']['permissions'][number] | keyof ExtensionPermissions;

/** Tells whether the logged-in user has a permission; without one asked for, everybody has it. */
export function useMay(): (permission?: Permission) => boolean {
  const { data } = useQuery(identityQuery);
  return (permission) => permission === undefined || (data?.permissions.some((held) => held === permission) ?? false);
}
