import { Pill, PillsInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { ApiFailure } from '../../../api/failure';
import { checkedEntriesQuery, type EntryKind } from './entry-list.queries';
import { t } from '../../../i18n/t';

interface EntryListProps {
  kind: EntryKind;
  label: string;
  description: string;
  /** An example entry. */
  example: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** The service's error for the whole list when saving. */
  error?: string;
}

const SEPARATORS = /[\s,;]+/;

/**
 * Entries of an access list. Enter, a comma or leaving the field adds the typed or pasted text; the service validates
 * each entry immediately, and invalid ones are marked.
 */
export function EntryList({ kind, label, description, example, value, onChange, error }: EntryListProps) {
  const [text, setText] = useState('');
  const check = useQuery(checkedEntriesQuery(kind, value));
  const checked = new Map(check.data?.map((one) => [one.entry, one]));
  const refused = value.filter((entry) => checked.get(entry)?.problem);
  const wholeProblem = check.error instanceof ApiFailure ? check.error.fields.entries?.[0]?.message : undefined;

  const add = (typed: string): void => {
    setText('');
    const fresh = typed.split(SEPARATORS).filter((entry) => entry !== '');
    if (fresh.length > 0) onChange([...new Set([...value, ...fresh])]);
  };
  const remove = (entry: string): void => onChange(value.filter((one) => one !== entry));
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

  const problems = [
    ...refused.map((entry) => `“${entry}” ${checked.get(entry)!.problem!}`),
    ...(refused.length === 0 && error !== undefined ? [error] : []),
    ...(wholeProblem === undefined ? [] : [t('The list {{problem}}', { problem: wholeProblem })]),
  ];
  return (
    <PillsInput
      size="sm"
      label={label}
      description={description}
      error={
        problems.length > 0 ? (
          <Stack component="span" gap={2}>
            {problems.map((problem) => (
              <span key={problem}>{problem}</span>
            ))}
          </Stack>
        ) : undefined
      }
    >
      <Pill.Group>
        {value.map((entry) => (
          <Entry
            key={entry}
            text={checked.get(entry)?.stored_as ?? entry}
            isRefused={refused.includes(entry)}
            onRemove={() => remove(entry)}
          />
        ))}
        <PillsInput.Field
          value={text}
          placeholder={value.length === 0 ? t('e.g. {{example}}', { example }) : t('Add another')}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => add(text)}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text').trim();
            if (!SEPARATORS.test(pasted)) return;
            event.preventDefault();
            add(text + pasted);
          }}
        />
      </Pill.Group>
    </PillsInput>
  );
}

function Entry({ text, isRefused, onRemove }: { text: string; isRefused: boolean; onRemove: () => void }) {
  return (
    <Pill
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': t('Remove {{text}}', { text }), 'aria-hidden': false, tabIndex: 0 }}
      bg={isRefused ? 'var(--mantine-color-red-light)' : undefined}
      c={isRefused ? 'var(--mantine-color-red-light-color)' : undefined}
    >
      <Text component="span" inherit className="mono" td={isRefused ? 'line-through' : undefined}>
        {text}
      </Text>
    </Pill>
  );
}
