import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface NameFieldProps {
  label: string;
  description?: ReactNode;
  error?: string;
  value: string;
  isReadOnly: boolean;
  /** With the new name, when the field is left or by Enter. */
  onRename: (name: string) => void;
  'data-path': string;
}

/** The name of a rank or a bonus. Others name it: so it changes as a whole, not letter by letter. */
export function NameField({ value, isReadOnly, onRename, ...field }: NameFieldProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  const commit = (): void => {
    if (text !== value) onRename(text);
  };
  return (
    <TextInput
      {...field}
      autoComplete="off"
      readOnly={isReadOnly}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        commit();
      }}
    />
  );
}
