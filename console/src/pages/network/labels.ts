import type { MemberKind, MemberStatus, NetworkSettings, Tree } from './network.queries';

interface Option<Value> {
  value: Value;
  label: string;
  text: string;
}

/** What members can be. */
export const KINDS: readonly Option<MemberKind>[] = [
  { value: 'distributor', label: 'Distributor', text: 'Sponsors others, is placed, and is paid.' },
  { value: 'preferred', label: 'Preferred customer', text: 'Buys. Sponsors no distributors, and is not placed.' },
  { value: 'customer', label: 'Customer', text: 'Buys. Sponsors no distributors, and is not placed.' },
];

/** The statuses of members. */
export const STATUSES: readonly Option<MemberStatus>[] = [
  { value: 'active', label: 'Active', text: 'Sells and is paid.' },
  { value: 'suspended', label: 'Suspended', text: 'Sells, but is not paid.' },
  {
    value: 'terminated',
    label: 'Terminated',
    text: 'Stays in the trees, but is not paid, and gets no new members below.',
  },
];

/** The label of a kind. */
export const kindLabel = (kind: MemberKind): string => KINDS.find(({ value }) => value === kind)!.label;

/** The names of the trees. */
export const TREES: Readonly<Record<Tree, string>> = { sponsor: 'Sponsor tree', placement: 'Placement tree' };

/** The name of a leg: `left leg` in a binary tree, else `leg 3`. */
export function legName(leg: number, placement: NetworkSettings['placement'] | undefined): string {
  if (placement === 'binary' && leg <= 2) return leg === 1 ? 'left leg' : 'right leg';
  return `leg ${leg}`;
}

/** A place in a tree: `Below alice, left leg`, or `Root`. */
export function placeName(
  { parent_uid, parent, leg }: { parent_uid: number | null; parent: string | null; leg: number | null },
  placement: NetworkSettings['placement'] | undefined,
): string {
  if (parent_uid === null) return 'Root';
  return [`Below ${parent ?? `uid ${parent_uid}`}`, ...(leg === null ? [] : [legName(leg, placement)])].join(', ');
}

const PLACEMENTS: Readonly<Record<NetworkSettings['placement'], string>> = {
  none: 'no placement tree',
  binary: 'a binary tree',
  matrix: 'a matrix',
};

/** The settings in a few words: `a matrix of 3 legs`. */
export function settingsInWords({ placement, width }: NetworkSettings): string {
  return placement === 'matrix' && width !== null ? `a matrix of ${width} legs` : PLACEMENTS[placement];
}
