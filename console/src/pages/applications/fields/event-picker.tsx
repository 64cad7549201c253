import { Box, Button, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { EVENTS, useEvents, type EventType } from '#console/api/events';
import { t } from '#console/i18n/t';

/** The group of each subject; other subjects are in the last groups. */
const TITLES: Readonly<Record<string, string>> = {
  order: t('Orders'),
  cart: t('Carts and wishlists'),
  wishlist: t('Carts and wishlists'),
  bundle: t('Catalogue'),
  product: t('Catalogue'),
  user: t('People and this application'),
  session: t('People and this application'),
  application: t('People and this application'),
  account: t('E-mails and erased accounts'),
  member: t('Network'),
  volume: t('Network'),
  commission: t('Commissions'),
  payout: t('Commissions'),
  approval: t('Approvals'),
};

/** Of events of extensions. */
const OF_EXTENSIONS = t('Extensions');

function titleOf(type: string): string {
  if (!Object.hasOwn(EVENTS, type)) return OF_EXTENSIONS;
  return TITLES[type.split('.')[0]!] ?? t('More');
}

/** Types that can be subscribed to, by the titles of their groups. */
function groupsOf(types: readonly EventType[]): { title: string; types: EventType[] }[] {
  return [...new Set([...Object.values(TITLES), t('More'), OF_EXTENSIONS])]
    .map((title) => ({ title, types: types.filter((type) => titleOf(type) === title) }))
    .filter((group) => group.types.length > 0);
}

/** All events, including those of later versions; excludes any other choice. */
const ALL: EventType = '*';

interface EventPickerProps {
  value: readonly EventType[];
  onChange: (value: EventType[]) => void;
  error?: string;
}

/** The events that a webhook receives, grouped by subject. */
export function EventPicker({ value, onChange, error }: EventPickerProps) {
  const events = useEvents();
  const types = Object.keys(events).filter((type) => type !== 'webhook.test');
  const isAll = value.includes(ALL);
  const hasEach = value.length === types.length;
  const choose = (next: EventType[]): void => onChange(next.includes(ALL) ? [ALL] : next);
  return (
    <Checkbox.Group
      label={t('Events')}
      description={t('The events sent to the URL. Select only those that the application handles.')}
      error={error}
      value={isAll ? [ALL, ...types] : [...value]}
      onChange={(next) => (isAll ? onChange([]) : choose(next))}
    >
      <Checkbox
        mt="xs"
        value={ALL}
        label={t('All events, including future ones')}
        description={t('Event types added in later versions are sent too; the application should ignore unknown types')}
        size="sm"
      />
      <Group mt="sm" gap="xs">
        <Button variant="default" size="compact-sm" disabled={isAll} onClick={() => onChange(hasEach ? [] : types)}>
          {hasEach ? t('Clear all') : t('Select all')}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {isAll
            ? t('All selected, including future ones')
            : t('{{selected}} of {{all}} selected', { selected: value.length, all: types.length })}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="sm" spacing="lg" verticalSpacing="md">
        {groupsOf(types).map((group) => (
          <Box key={group.title} role="group" aria-label={group.title}>
            <Text size="sm" fw={600} mb={6}>
              {group.title}
            </Text>
            <Stack gap="xs">
              {group.types.map((type) => (
                <Checkbox
                  key={type}
                  value={type}
                  disabled={isAll}
                  label={<span className="mono">{type}</span>}
                  description={events[type]}
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
