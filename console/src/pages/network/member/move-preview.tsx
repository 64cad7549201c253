import { Alert, Stack, Table, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { formatDate, formatNumber, periodInWords } from '#console/components/format';
import { NumberTh } from '#console/components/number-th';
import { placeName } from '../labels';
import type { Member, Move, MoveVolumes, NetworkSettings } from '../network.queries';
import { plural, t } from '#console/i18n/t';

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
    <Alert icon={<IconInfoCircle aria-hidden />} title={t('Nothing is moved yet')}>
      <Stack gap="xs">
        <Text size="sm">
          {members === 1
            ? aloneText(username, tree, from === null)
            : plural(
                members,
                '{{count}} member moves: {{username}} and all below.',
                '{{count}} members move: {{username}} and all below.',
                { username },
              )}
        </Text>
        <Text size="sm">
          {t('From: {{from}}', { from: from === null ? t('not placed') : placeName(from, placement) })}
        </Text>
        <Text size="sm">{t('To: {{to}}', { to: placeName(to, placement) })}</Text>
        {volumes === null ? (
          <Text size="sm">{t('Volumes are still being loaded: open this preview again in a moment.')}</Text>
        ) : (
          <Volumes volumes={volumes} username={username} />
        )}
        {since === null ? (
          <Text size="sm">{`${t('It takes effect now. The past does not change.')}${otherTree(tree, member)}`}</Text>
        ) : (
          <>
            <Text size="sm">
              {`${t('It takes effect on {{since}}.', { since: formatDate(since) })}${otherTree(tree, member)}`}
            </Text>
            <Text size="sm" fw={600}>
              {againText(periods.map(({ period }) => periodInWords(period)))}
            </Text>
          </>
        )}
      </Stack>
    </Alert>
  );
}

/** That nobody else moves. */
function aloneText(username: string, tree: Move['tree'], isNew: boolean): string {
  if (tree === 'placement')
    return isNew
      ? t('{{username}} gets a place; no distributor is below.', { username })
      : t('{{username}} moves; no distributor is below.', { username });
  return isNew
    ? t('{{username}} gets a place; nobody is below.', { username })
    : t('{{username}} moves; nobody is below.', { username });
}

/** What happens to posted periods. */
function againText(periods: readonly string[]): string {
  if (periods.length === 0) return t('No posted period is touched: nothing is calculated again.');
  return plural(
    periods.length,
    '{{count}} posted period will be calculated again: {{periods}}. A correction then shows what each member got and would have got. Nothing is paid or taken back until the correction is approved.',
    '{{count}} posted periods will be calculated again: {{periods}}. A correction then shows what each member got and would have got. Nothing is paid or taken back until the correction is approved.',
    { periods: periods.join(', ') },
  );
}

/** What a member may wonder about: that nothing happens in the other tree. */
function otherTree(tree: Move['tree'], { username, sponsor, placement }: Member): string {
  if (tree === 'placement')
    return sponsor.position === null ? '' : ` ${t('The sponsor of {{username}} stays the same.', { username })}`;
  return placement.position === null
    ? ''
    : ` ${t('The place of {{username}} in the placement tree stays the same.', { username })}`;
}

const ROWS = [
  [t('Business volume'), 'business_volume'],
  [t('Points'), 'points'],
  [t('Cumulative volume'), 'cumulative_volume'],
] as const;

/** What goes along, of the open period. */
function Volumes({ volumes, username }: { volumes: MoveVolumes; username: string }) {
  const { distributors, preferred, customers, personal, group, former, next } = volumes;
  const kinds = [
    plural(distributors, '{{count}} distributor', '{{count}} distributors'),
    plural(preferred, '{{count}} preferred customer', '{{count}} preferred customers'),
    plural(customers, '{{count}} customer', '{{count}} customers'),
  ];
  return (
    <>
      <Text size="sm">{t('Volumes of the open period that move with {{kinds}}:', { kinds: kinds.join(', ') })}</Text>
      <Table verticalSpacing={4} aria-label={t('Volumes that move')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Volume')}</Table.Th>
            <NumberTh>{username}</NumberTh>
            <NumberTh>{t('All who move')}</NumberTh>
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
  const name = username ?? t('uid {{uid}}', { uid });
  return (
    <Text size="sm">
      {before === after
        ? t('{{name}} keeps a group volume of {{before}}.', { name, before: formatNumber(before) })
        : t(
            after < before
              ? '{{name}} loses {{volume}} of group volume: {{before}} before, {{after}} after.'
              : '{{name}} gains {{volume}} of group volume: {{before}} before, {{after}} after.',
            {
              name,
              volume: formatNumber(Math.abs(after - before)),
              before: formatNumber(before),
              after: formatNumber(after),
            },
          )}
    </Text>
  );
}
