import { TextInput, type TextInputProps } from '@mantine/core';

/** The field of a code that is used once. */
export function CodeInput(props: TextInputProps) {
  return <TextInput autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} {...props} />;
}
