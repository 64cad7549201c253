import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password that is typed. Unlike the library's own it says when it is wrong, so that forms find it and screen readers tell. */
export function PasswordField(props: PasswordInputProps) {
  const isWrong = props.error !== undefined && props.error !== null && props.error !== false;
  return (
    <PasswordInput
      aria-invalid={isWrong || undefined}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
      {...props}
    />
  );
}
