import { Alert, Stack, Table, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { counted, formatDate, formatNumber } from '../../../components/format';
import { placeName } from '../labels';
import type { Member, Move, MoveVolumes, NetworkSettings } from '../network.queries';

/** What the dry run of a move said. */
export function MovePreview({
  move: { tree, members, from, to, from_at: since, periods, volumes },
  member,
  settings: { placement },
}: {
  move: Move;
  member: Member;
  settings: NetworkSettings;
}) {
  const { username } = member;
  return (
    <Alert icon={<IconInfoCircle aria-hidden />} title="Nothing is moved yet">
      <Stack gap="xs">
        <Text size="sm">
          {members === 1
            ? `${username} ${from === null ? 'gets a place' : 'moves'}; ${tree === 'placement' ? 'no distributor' : 'nobody'} is below.`
            : `${counted(members, 'member')} move: ${username} and all below.`}
        </Text>
        <Text size="sm">From: {from === null ? 'not placed' : placeName(from, placement)}</Text>
        <Text size="sm">To: {placeName(to, placement)}</Text>
        {volumes === null ? (
          <Text size="sm">Volumes are still being loaded: open this preview again in a moment.</Text>
        ) : (
          <Volumes volumes={volumes} username={username} />
        )}
        {since === null ? (
          <Text size="sm">It takes effect now. The past does not change.{otherTree(tree, member)}</Text>
        ) : (
          <>
            <Text size="sm">
              It takes effect on {formatDate(since)}.{otherTree(tree, member)}
            </Text>
            <Text size="sm" fw={600}>
              {againText(periods.map(({ period }) => period))}
            </Text>
          </>
        )}
      </Stack>
    </Alert>
  );
}

/** What happens to posted periods. */
function againText(periods: readonly string[]): string {
  if (periods.length === 0) return 'No posted period is touched: nothing is calculated again.';
  return `${counted(periods.length, 'posted period')} will be calculated again: ${periods.join(', ')}. A correction then shows what each member got and would have got. Nothing is paid or taken back until the correction is approved.`;
}

/** What a member may wonder about: that nothing happens in the other tree. */
function otherTree(tree: Move['tree'], { username, sponsor, placement }: Member): string {
  if (tree === 'placement') return sponsor.position === null ? '' : ` The sponsor of ${username} stays the same.`;
  return placement.position === null ? '' : ` The place of ${username} in the placement tree stays the same.`;
}

const ROWS = [
  ['Business volume', 'business_volume'],
  ['Points', 'points'],
  ['Cumulative volume', 'cumulative_volume'],
] as const;

/** What goes along, of the open period. */
function Volumes({ volumes, username }: { volumes: MoveVolumes; username: string }) {
  const { distributors, preferred, customers, personal, group, former, next } = volumes;
  const kinds = [
    counted(distributors, 'distributor'),
    counted(preferred, 'preferred customer'),
    counted(customers, 'customer'),
  ];
  return (
    <>
      <Text size="sm">Volumes of the open period that move with {kinds.join(', ')}:</Text>
      <Table verticalSpacing={4} aria-label="Volumes that move">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Volume</Table.Th>
            <Table.Th scope="col" ta="end">
              {username}
            </Table.Th>
            <Table.Th scope="col" ta="end">
              All who move
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {ROWS.map(([title, name]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {title}
              </Table.Th>
              <Table.Td className="numeric">{formatNumber(personal[name])}</Table.Td>
              <Table.Td className="numeric">{formatNumber(group[name])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {former !== null && <Change change={former} />}
      {next !== null && next.uid !== former?.uid && <Change change={next} />}
    </>
  );
}

function Change({ change }: { change: NonNullable<MoveVolumes['former']> }) {
  const { uid, username, group_volume_before: before, group_volume_after: after } = change;
  const name = username ?? `uid ${uid}`;
  return (
    <Text size="sm">
      {before === after
        ? `${name} keeps a group volume of ${formatNumber(before)} points.`
        : `${name} ${after < before ? 'loses' : 'gains'} ${formatNumber(Math.abs(after - before))} points: group volume ${formatNumber(before)} before, ${formatNumber(after)} after.`}
    </Text>
  );
}
