import type { MemberKind, MemberStatus, NetworkSettings, Tree } from './network.queries';
import { t } from '../../i18n/t';

interface Option<Value> {
  value: Value;
  label: string;
  text: string;
}

/** What members can be. */
export const KINDS: readonly Option<MemberKind>[] = [
  { value: 'distributor', label: t('Distributor'), text: t('Sponsors others, is placed, and is paid.') },
  { value: 'preferred', label: t('Preferred customer'), text: t('Buys. Sponsors no distributors, and is not placed.') },
  { value: 'customer', label: t('Customer'), text: t('Buys. Sponsors no distributors, and is not placed.') },
];

/** The statuses of members. */
export const STATUSES: readonly Option<MemberStatus>[] = [
  { value: 'active', label: t('Active'), text: t('Sells and is paid.') },
  { value: 'suspended', label: t('Suspended'), text: t('Sells, but is not paid.') },
  {
    value: 'terminated',
    label: t('Terminated'),
    text: t('Stays in the trees, but is not paid, and gets no new members below.'),
  },
];

/** The label of a kind. */
export const kindLabel = (kind: MemberKind): string => KINDS.find(({ value }) => value === kind)!.label;

/** The names of the trees. */
export const TREES: Readonly<Record<Tree, string>> = { sponsor: t('Sponsor tree'), placement: t('Placement tree') };

/** The name of a leg: `left leg` in a binary tree, else `leg 3`. */
export function legName(leg: number, placement: NetworkSettings['placement'] | undefined): string {
  if (placement === 'binary' && leg <= 2) return leg === 1 ? t('left leg') : t('right leg');
  return t('leg {{leg}}', { leg });
}

/** A place in a tree: `Below alice, left leg`, or `Root`. */
export function placeName(
  { parent_uid, parent, leg }: { parent_uid: number | null; parent: string | null; leg: number | null },
  placement: NetworkSettings['placement'] | undefined,
): string {
  if (parent_uid === null) return t('Root');
  return [
    t('Below {{parent}}', { parent: parent ?? t('uid {{parent_uid}}', { parent_uid }) }),
    ...(leg === null ? [] : [legName(leg, placement)]),
  ].join(', ');
}

const PLACEMENTS: Readonly<Record<NetworkSettings['placement'], string>> = {
  none: t('no placement tree'),
  binary: t('a binary tree'),
  matrix: t('a matrix'),
};

/** The settings in a few words: `a matrix of 3 legs`. */
export function settingsInWords({ placement, width }: NetworkSettings): string {
  return placement === 'matrix' && width !== null ? t('a matrix of {{width}} legs', { width }) : PLACEMENTS[placement];
}
