import { Stack, Table, Text } from '@mantine/core';
import { formatMoney, inWords, periodInWords } from '../../components/format';
import { FormSection } from '../../components/form-section';
import { NumberTh } from '../../components/number-th';
import { UserLink } from '../../components/person';
import { changesBetween, ChangesTable } from '../audit';
import type { Approval } from './approvals.queries';
import { MODES } from './labels';
import { plural, t } from '../../i18n/t';

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
        {changes.length > 0 && <Changes {...effect} />}
        {people.length > 0 && <People effect={effect} />}
      </Stack>
    </FormSection>
  );
}

function Changes({ changes, currency_code: currency }: Effect) {
  const told = (name: string, value: unknown): unknown => {
    if (name === 'mode') return MODES.find((mode) => mode.value === value)?.label ?? value;
    return typeof value === 'number' ? formatMoney(value, currency) : (value ?? undefined);
  };
  const rows = changes.flatMap(({ name, before, after }) =>
    changesBetween(
      { [name]: told(name, before) },
      { [name]: name === 'carried_volumes' ? carriedInWords(after) : told(name, after) },
    ),
  );
  return <ChangesTable changes={rows} nameOf={nameInWords} />;
}

/** What happens to the volumes that bonuses carry. */
function carriedInWords(mapping: unknown): unknown {
  return Object.fromEntries(
    Object.entries(mapping as Record<string, string | null>).map(([old, bonus]) => [
      old,
      bonus === null ? t('What is carried lapses') : t('{{bonus}} takes what is carried', { bonus }),
    ]),
  );
}

/** A setting, `payout of 2026-10`, or a place in a plan such as `bonuses › levels › percents`. */
function nameInWords(name: string): string {
  const [, period] = /^payout of (.+)$/.exec(name) ?? [];
  if (period !== undefined) return t('Payout of {{period}}', { period: periodInWords(period) });
  return name
    .split(' › ')
    .map((step) => inWords(step))
    .join(' › ');
}

function People({ effect: { people, members, currency_code: currency } }: { effect: Effect }) {
  return (
    <>
      <Table aria-label={t('People')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Who')}</Table.Th>
            <NumberTh>{t('Amount')}</NumberTh>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map(({ uid, username, amount }) => (
            <Table.Tr key={uid}>
              <Table.Td>
                <UserLink uid={uid} name={username} inherit />
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
