import { Table, Text } from '@mantine/core';
import { formatDate, inWords } from '../../components/format';
import { t } from '../../i18n/t';
import type { Change } from './changes';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** Settings whose values are codes of the API. */
const CODES = /(^|[._])(status|state|kind|role|roles|placement|spill)$/;

/** What an act changes, in words; nothing if it changes no settings. @param nameOf the words for a setting */
export function ChangesTable({
  changes,
  nameOf = inWords,
}: {
  changes: readonly Change[];
  nameOf?: (name: string) => string;
}) {
  if (changes.length === 0) return null;
  return (
    <Table aria-label={t('What changed')} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('Setting')}</Table.Th>
          <Table.Th scope="col">{t('Before')}</Table.Th>
          <Table.Th scope="col">{t('After')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map((change) => (
          <Table.Tr key={change.name}>
            <Table.Th scope="row" fw={500} style={{ overflowWrap: 'break-word' }}>
              {nameOf(change.name)}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{valueOf(change, 'before')}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{valueOf(change, 'after')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function valueOf({ name, ...values }: Change, when: 'before' | 'after') {
  const value = values[when];
  if (value === undefined)
    return (
      <Text component="span" inherit c="dimmed" aria-label={t('nothing')}>
        –
      </Text>
    );
  if (INSTANT.test(value)) return formatDate(value);
  if (value === 'true' || value === 'false') return value === 'true' ? t('Yes') : t('No');
  return CODES.test(name)
    ? value
        .split(', ')
        .map((one) => inWords(one))
        .join(', ')
    : value;
}
