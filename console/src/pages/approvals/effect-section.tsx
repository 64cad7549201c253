import { Anchor, Stack, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatMoney, inWords } from '../../components/format';
import { FormSection } from '../../components/form-section';
import type { Approval } from './approvals.queries';
import { plural, t, within } from '../../i18n/t';

type Effect = Approval['effect'];

/** Exactly what will happen: in words, in money, for whom. */
export function EffectSection({ approval: { effect, status } }: { approval: Approval }) {
  const { summary, amount, currency_code: currency, members, people, changes } = effect;
  return (
    <FormSection title={status === 'waiting' ? t('What will happen') : t('What it is')} isWide>
      <Stack gap="md">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {summary}
        </Text>
        {amount !== null && (
          <Text>
            {plural(members, '{{amount}} for {{count}} member.', '{{amount}} for {{count}} members.', {
              amount: formatMoney(amount, currency),
            })}
          </Text>
        )}
        {changes.length > 0 && <Changes changes={changes} />}
        {people.length > 0 && <People effect={effect} />}
      </Stack>
    </FormSection>
  );
}

function Changes({ changes }: Pick<Effect, 'changes'>) {
  return (
    <Table.ScrollContainer minWidth={400}>
      <Table aria-label={t('Changes')}>
        <Table.Thead>
          <Table.Tr>
            {[t('What'), t('Before'), t('After')].map((title) => (
              <Table.Th key={title} scope="col">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ name, before, after }) => (
            <Table.Tr key={name}>
              <Table.Td>{within(inWords(name))}</Table.Td>
              <Table.Td>{worded(before)}</Table.Td>
              <Table.Td>{worded(after)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function People({ effect: { people, members, currency_code: currency } }: { effect: Effect }) {
  return (
    <>
      <Table aria-label={t('People')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Who')}</Table.Th>
            <Table.Th scope="col" ta="end">
              {t('Amount')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map(({ uid, username, amount }) => (
            <Table.Tr key={uid}>
              <Table.Td>
                <Anchor component={Link} to={`/users/${uid}`} inherit>
                  {username}
                </Anchor>
              </Table.Td>
              <Table.Td className="numeric">{amount === null ? '' : formatMoney(amount, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {members > people.length && (
        <Text size="sm" c="dimmed">
          {plural(
            members - people.length,
            'And {{count}} more member, with smaller amounts.',
            'And {{count}} more members, with smaller amounts.',
          )}
        </Text>
      )}
    </>
  );
}

function worded(value: unknown): string {
  if (value === null) return t('none');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
