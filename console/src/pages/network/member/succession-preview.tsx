import { Alert, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { counted } from '../../../components/format';
import { placeName } from '../labels';
import type { Member, NetworkSettings, Succession } from '../network.queries';

interface SuccessionPreviewProps {
  /** What the dry run said. */
  succession: Succession;
  member: Member;
  /** The username of the member who gets the position. */
  successor: string;
  placement: NetworkSettings['placement'];
}

/** What goes along with a position, what stays, and that it cannot be undone. */
export function SuccessionPreview({ succession, member, successor, placement }: SuccessionPreviewProps) {
  const { username } = member;
  const { kind, sponsored, legs, sponsor, placement: place, title_rank: title } = succession;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Nothing is changed yet. It cannot be undone">
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {successor} gets:
        </Text>
        <List size="sm" spacing={2}>
          {kind === 'hand_over' && (
            <List.Item>
              the place of {username}: {within(placeName(sponsor, placement))} in the sponsor tree
              {place !== null && `, ${within(placeName(place, placement))} in the placement tree`}
            </List.Item>
          )}
          <List.Item>
            {counted(sponsored, 'frontline member')} with all below
            {placement !== 'none' && `, and ${counted(legs, 'leg')} of the placement tree`}
          </List.Item>
          <List.Item>the volumes of {username} in the open period, and what binary bonuses carry into it</List.Item>
          <List.Item>
            {title === null ? 'no title rank: neither has one' : `the title rank ${title}, the higher of the two`}
          </List.Item>
        </List>
        <Text size="sm" fw={600}>
          {username} keeps:
        </Text>
        <List size="sm" spacing={2}>
          <List.Item>its orders, statements and balance, which a last payout pays</List.Item>
          <List.Item>a place below {successor}, as a terminated customer who no longer earns</List.Item>
        </List>
        <Text size="sm">
          {kind === 'merge' && `${successor} keeps its own place. `}It takes effect now: past periods do not change.
        </Text>
      </Stack>
    </Alert>
  );
}

/** A place within a sentence. */
const within = (place: string): string => place.charAt(0).toLowerCase() + place.slice(1);
