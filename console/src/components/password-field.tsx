import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from '../i18n/t';

/** A password input. Unlike the library's own it sets `aria-invalid`, for screen readers and to focus the first error. */
export function PasswordField(props: PasswordInputProps) {
  const isWrong = props.error !== undefined && props.error !== null && props.error !== false;
  return (
    <PasswordInput
      aria-invalid={isWrong || undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the password'), tabIndex: 0 }}
      {...props}
    />
  );
}
