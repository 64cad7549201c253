import { Pill, PillsInput, Stack, Text } from '@mantine/core';
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiFailure } from '#console/api/failure';
import { usePills } from '#console/components/use-pills';
import { t } from '#console/i18n/t';
import { api, dataOf, type Schemas } from '#console/api/client';

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

/**
 * Entries of an access list. Enter, a comma or leaving the field adds the typed or pasted text; the service validates
 * each entry immediately, and invalid ones are marked.
 */
export function EntryList({ kind, label, description, example, value, onChange, error }: EntryListProps) {
  const { field, remove } = usePills(value, onChange);
  const check = useQuery(checkedEntriesQuery(kind, value));
  const checked = new Map(check.data?.map((one) => [one.entry, one]));
  const refused = value.filter((entry) => checked.get(entry)?.problem);
  const wholeProblem = check.error instanceof ApiFailure ? check.error.fields.entries?.[0]?.message : undefined;

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
          {...field}
          placeholder={value.length === 0 ? t('e.g. {{example}}', { example }) : t('Add another')}
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

type EntryKind = Schemas['CheckEntriesDto']['kind'];

/** The service's validation of access list entries. */
const checkedEntriesQuery = (kind: EntryKind, entries: readonly string[]) =>
  queryOptions({
    queryKey: ['access-entries', kind, entries],
    queryFn: ({ signal }) =>
      dataOf(api.POST('/admin/api/applications/check-entries/', { body: { kind, entries: [...entries] }, signal })),
    enabled: entries.length > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
