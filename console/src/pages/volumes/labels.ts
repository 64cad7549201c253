import type { Volume, VolumeKind } from './volumes.queries';
import { t } from '../../i18n/t';

/** What the kinds of rows are called. */
const LABELS: Readonly<Record<VolumeKind, string>> = {
  sale: t('Sale'),
  cancellation: t('Cancellation'),
  return: t('Return'),
  adjustment: t('Adjustment'),
  import: t('Import'),
};

/** Descriptions of the kinds of rows. */
export const KIND_TEXTS: Readonly<Record<VolumeKind, string>> = {
  sale: t('A line of an order that was paid.'),
  cancellation: t('A line of a paid order that was cancelled.'),
  return: t('Pieces of a line that were returned.'),
  adjustment: t('Entered by a super admin.'),
  import: t('Imported from another system.'),
};

/** The kinds of rows as select options. */
export const VOLUME_KINDS = Object.entries(LABELS).map(([value, label]) => ({ value, label }));

/** The label of a row's kind. */
export const kindOf = ({ kind }: Volume): string => LABELS[kind];
