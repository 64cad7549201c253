import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

export type NetworkSettings = Schemas['NetworkSettingsView'];
export type Member = Schemas['AdminMemberView'];
export type MemberKind = Member['kind'];
export type MemberStatus = Member['status'];
export type Tree = 'sponsor' | 'placement';
export type Stands = Member[Tree];
export type Child = Schemas['AdminChildView'];
export type Move = Schemas['MoveView'];

/** The settings of the network. */
export const networkSettingsQuery = queryOptions({
  queryKey: ['network', 'settings'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/network/settings/', { signal })),
});

/** A member: where it stands in both trees, and what it was. */
export const memberQuery = (uid: number) =>
  queryOptions({
    queryKey: ['network', 'member', uid],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/network/{uid}/', { params: { path: { uid } }, signal })),
  });

/** The frontline of a member: who stands one level below in a tree. */
export const frontlineQuery = (uid: number, query: { tree: Tree; limit: number; offset: number }) =>
  queryOptions({
    queryKey: ['network', 'frontline', uid, query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/network/{uid}/children/', { params: { path: { uid }, query }, signal })),
    placeholderData: keepPreviousData,
  });
