import { Textarea, type TextareaProps } from '@mantine/core';
import { t } from '../i18n/t';

const MAX_REASON = 500;

/** Why something is changed. */
export function ReasonField(props: TextareaProps) {
  return (
    <Textarea
      label={t('Reason')}
      description={t('Kept in the history and in the audit log.')}
      withAsterisk
      autosize
      minRows={2}
      maxLength={MAX_REASON}
      {...props}
    />
  );
}
