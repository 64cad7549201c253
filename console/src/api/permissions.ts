import { useQuery } from '@tanstack/react-query';
import type { Schemas } from './client';
import { identityQuery } from './session';

/** What an operation of the admin API may need. */
export type Permission = Schemas['AdminIdentityView']['permissions'][number];

/** Tells whether the logged-in user has a permission; without one asked for, everybody has it. */
export function useMay(): (permission?: Permission) => boolean {
  const { data } = useQuery(identityQuery);
  return (permission) => permission === undefined || (data?.permissions.includes(permission) ?? false);
}
