import type { Volume, VolumeKind } from './volumes.queries';

/** What the kinds of rows are called. */
const LABELS: Readonly<Record<VolumeKind, string>> = {
  sale: 'Sale',
  cancellation: 'Cancellation',
  return: 'Return',
  adjustment: 'Adjustment',
  import: 'Import',
};

/** Descriptions of the kinds of rows. */
export const KIND_TEXTS: Readonly<Record<VolumeKind, string>> = {
  sale: 'A line of an order that was paid.',
  cancellation: 'A line of a paid order that was cancelled.',
  return: 'Pieces of a line that were returned.',
  adjustment: 'Entered by a super admin.',
  import: 'Imported from another system.',
};

/** The kinds of rows as select options. */
export const VOLUME_KINDS = Object.entries(LABELS).map(([value, label]) => ({ value, label }));

/** The label of a row's kind. */
export const kindOf = ({ kind }: Volume): string => LABELS[kind];
