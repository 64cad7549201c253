import { Box, Button, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { EVENTS, type EventType } from '../../../api/events';

/** All current types. */
const TYPES = Object.keys(EVENTS).filter((type) => type !== 'webhook.test');

/** The group of each subject; other subjects are in the last group. */
const TITLES: Readonly<Record<string, string>> = {
  order: 'Orders',
  cart: 'Carts and wishlists',
  wishlist: 'Carts and wishlists',
  bundle: 'Catalogue',
  product: 'Catalogue',
  user: 'People and this application',
  session: 'People and this application',
  application: 'People and this application',
};

const titleOf = (type: string): string => TITLES[type.split('.')[0]!] ?? 'More';

const GROUPS = [...new Set([...Object.values(TITLES), 'More'])]
  .map((title) => ({ title, types: TYPES.filter((type) => titleOf(type) === title) }))
  .filter(({ types }) => types.length > 0);

/** All events, including those of later versions; excludes any other choice. */
const ALL: EventType = '*';

interface EventPickerProps {
  value: readonly EventType[];
  onChange: (value: EventType[]) => void;
  error?: string;
}

/** The events that a webhook receives, grouped by subject. */
export function EventPicker({ value, onChange, error }: EventPickerProps) {
  const isAll = value.includes(ALL);
  const hasEach = value.length === TYPES.length;
  const choose = (next: EventType[]): void => onChange(next.includes(ALL) ? [ALL] : next);
  return (
    <Checkbox.Group
      label="Events"
      description="The events sent to the URL. Select only those that the application handles."
      error={error}
      value={isAll ? [ALL, ...TYPES] : [...value]}
      onChange={(next) => (isAll ? onChange([]) : choose(next))}
    >
      <Checkbox
        mt="xs"
        value={ALL}
        label="All events, including future ones"
        description="Event types added in later versions are sent too; the application should ignore unknown types"
        size="sm"
      />
      <Group mt="sm" gap="xs">
        <Button variant="default" size="compact-sm" disabled={isAll} onClick={() => onChange(hasEach ? [] : TYPES)}>
          {hasEach ? 'Clear all' : 'Select all'}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {isAll ? 'All selected, including future ones' : `${value.length} of ${TYPES.length} selected`}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="sm" spacing="lg" verticalSpacing="md">
        {GROUPS.map(({ title, types }) => (
          <Box key={title} role="group" aria-label={title}>
            <Text size="sm" fw={600} mb={6}>
              {title}
            </Text>
            <Stack gap="xs">
              {types.map((type) => (
                <Checkbox
                  key={type}
                  value={type}
                  disabled={isAll}
                  label={<span className="mono">{type}</span>}
                  description={EVENTS[type]}
                  size="sm"
                />
              ))}
            </Stack>
          </Box>
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
