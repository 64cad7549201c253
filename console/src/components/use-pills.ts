import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';

const SEPARATORS = /[\s,;]+/;

/**
 * The field of a list of short texts, each a pill. Enter, a comma, a semicolon, a space or leaving the field adds what was typed;
 * what is pasted may be several; Backspace in the empty field takes the last one away.
 */
export function usePills(value: readonly string[], onChange: (value: string[]) => void) {
  const [text, setText] = useState('');
  const add = (typed: string): void => {
    setText('');
    const fresh = typed.split(SEPARATORS).filter((one) => one !== '');
    if (fresh.length > 0) onChange([...new Set([...value, ...fresh])]);
  };
  const remove = (gone: string): void => onChange(value.filter((one) => one !== gone));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (['Enter', ',', ';', ' '].includes(event.key) && text.trim() !== '') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) {
      event.preventDefault();
      remove(value[value.length - 1]!);
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text').trim();
    if (!SEPARATORS.test(pasted)) return;
    event.preventDefault();
    add(text + pasted);
  };
  const field = {
    value: text,
    autoCapitalize: 'none',
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => setText(currentTarget.value),
    onKeyDown,
    onBlur: () => add(text),
    onPaste,
  } as const;
  return { field, add, remove };
}
