import { Badge, Code, Group, Table, Text } from '@mantine/core';
import type { ImportKind } from '../import-kind';
import { t, within } from '../../../i18n/t';

/** The columns of a file, and what they contain. */
export function ColumnTable({ kind: { columns, others, examples, label } }: { kind: ImportKind }) {
  return (
    <>
      <Table.ScrollContainer minWidth={640}>
        <Table verticalSpacing="xs" aria-label={t('Columns of a file of {{label}}', { label: within(label) })}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Column')}</Table.Th>
              <Table.Th scope="col">{t('Contents')}</Table.Th>
              <Table.Th scope="col">{t('Example')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {columns.map(({ name, isRequired, text, example }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400}>
                  <Group gap="xs">
                    <Code style={{ whiteSpace: 'nowrap' }}>{name}</Code>
                    {isRequired === true && (
                      <Badge size="sm" variant="light" tt="none">
                        {t('required')}
                      </Badge>
                    )}
                  </Group>
                </Table.Th>
                <Table.Td>
                  <Text size="sm">{text}</Text>
                </Table.Td>
                <Table.Td>
                  <Text size="sm" className="mono">
                    {example ?? examples.map((row) => row[name]).find((value) => value !== undefined)}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {others !== undefined && (
        <Text size="sm" c="dimmed">
          {others.text}
        </Text>
      )}
    </>
  );
}
