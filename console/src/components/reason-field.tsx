import { Textarea, type TextareaProps } from '@mantine/core';
import { t } from '../i18n/t';
import type { BulkField } from './bulk';

export const MAX_REASON = 500;

const DESCRIPTION = t('Kept in the history and in the audit log.');

/** The same for several at once. */
export const REASON: BulkField = {
  label: t('Reason'),
  description: DESCRIPTION,
  isRequired: true,
  maxLength: MAX_REASON,
};

/** Why something is changed. */
export function ReasonField(props: TextareaProps) {
  return (
    <Textarea
      label={t('Reason')}
      description={DESCRIPTION}
      withAsterisk
      autosize
      minRows={2}
      maxLength={MAX_REASON}
      {...props}
    />
  );
}
