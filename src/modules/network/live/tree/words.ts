/** The two trees over the same members. */
export const TREES = ['sponsor', 'placement'] as const;
export type TreeName = (typeof TREES)[number];

/** The words that members are described by, as numbers count them here. */
export const KINDS = ['distributor', 'preferred', 'customer'] as const;
export type Kind = (typeof KINDS)[number];
export const STATUSES = ['active', 'suspended', 'terminated'] as const;
export type Status = (typeof STATUSES)[number];
