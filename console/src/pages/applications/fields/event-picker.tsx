import { Box, Button, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Schemas } from '../../../api/client';

/** A type of event that an application can hear of. */
export type EventType = Schemas['WebhookDto']['events'][number];

const WHEN: Readonly<Record<Exclude<EventType, '*'>, string>> = {
  'order.placed': 'A member has placed an order',
  'order.paid': 'An order was paid',
  'order.completed': 'An order is complete',
  'order.cancelled': 'An order was cancelled',
  'cart.updated': 'Something in a cart has changed',
  'wishlist.updated': 'Something in a wishlist has changed',
  'bundle.created': 'A bundle is new in the catalogue',
  'bundle.updated': 'A bundle or its variants have changed',
  'bundle.deleted': 'A bundle was deleted with all its variants',
  'product.deleted': 'One variant of a bundle was deleted',
  'user.created': 'Somebody has signed up or was added',
  'session.ended': 'A session at this application was ended',
  'application.updated': 'This application’s settings or keys have changed',
};

const GROUPS: readonly { title: string; types: readonly EventType[] }[] = [
  { title: 'Orders', types: ['order.placed', 'order.paid', 'order.completed', 'order.cancelled'] },
  { title: 'Carts and wishlists', types: ['cart.updated', 'wishlist.updated'] },
  { title: 'Catalogue', types: ['bundle.created', 'bundle.updated', 'bundle.deleted', 'product.deleted'] },
  { title: 'People and this application', types: ['user.created', 'session.ended', 'application.updated'] },
];

/** Every type that there is now. */
const TYPES = Object.keys(WHEN);

/** Stands for all events, those of later versions too; nothing else stands beside it. */
const ALL: EventType = '*';

interface EventPickerProps {
  value: readonly EventType[];
  onChange: (value: EventType[]) => void;
  error?: string;
}

/** The events that a webhook gets, by subject, each with what it tells. */
export function EventPicker({ value, onChange, error }: EventPickerProps) {
  const hearsAll = value.includes(ALL);
  const hasEach = value.length === TYPES.length;
  const choose = (next: EventType[]): void => onChange(next.includes(ALL) ? [ALL] : next);
  return (
    <Checkbox.Group
      label="Events"
      description="What is sent to the address. Pick what the application acts on; the rest is only traffic."
      error={error}
      value={hearsAll ? [ALL, ...TYPES] : [...value]}
      onChange={(next) => (hearsAll ? onChange([]) : choose(next))}
    >
      <Checkbox
        mt="xs"
        value={ALL}
        label="All events, future ones too"
        description="Types that later versions bring are sent as well; the application ignores what it does not know"
        size="sm"
      />
      <Group mt="sm" gap="xs">
        <Button variant="default" size="compact-sm" disabled={hearsAll} onClick={() => onChange(hasEach ? [] : TYPES)}>
          {hasEach ? 'Clear all' : 'Select all'}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {hearsAll ? 'All selected, future ones too' : `${value.length} of ${TYPES.length} selected`}
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
                  disabled={hearsAll}
                  label={<span className="mono">{type}</span>}
                  description={WHEN[type]}
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
