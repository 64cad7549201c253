import { Alert, Select, Table } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { missingFields, type Mapping } from '../file-check';
import type { ImportKind } from '../import-kind';
import { t } from '#console/i18n/t';

interface ColumnMappingProps {
  kind: ImportKind;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

/** Which field each column of a file is. */
export function ColumnMapping({ kind, mapping, onChange }: ColumnMappingProps) {
  const missing = missingFields(mapping, kind);
  return (
    <>
      {missing.length > 0 && (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('Some required fields are missing')}
        >
          {t('Required and not assigned: {{missing}}. The first line of a file must name its columns.', {
            missing: missing.join(', '),
          })}
        </Alert>
      )}
      {kind.columns
        .filter(
          ({ name, warningIfMissing }) => warningIfMissing !== undefined && !Object.values(mapping).includes(name),
        )
        .map(({ name, warningIfMissing }) => (
          <Alert key={name} color="yellow" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {warningIfMissing}
          </Alert>
        ))}
      <Table verticalSpacing={4} aria-label={t('Columns of the file')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Column of the file')}</Table.Th>
            <Table.Th scope="col">{t('Imported as')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(mapping).map(([column, field]) => (
            <Table.Tr key={column}>
              <Table.Th scope="row" fw={400} style={{ overflowWrap: 'anywhere' }}>
                {column}
              </Table.Th>
              <Table.Td>
                <Select
                  aria-label={t('Field of the column {{column}}', { column })}
                  size="xs"
                  placeholder={t('Not imported')}
                  clearable
                  data={fieldsOf(kind, column).map((name) => ({
                    value: name,
                    label: name,
                    disabled: name !== field && Object.values(mapping).includes(name),
                  }))}
                  value={field}
                  onChange={(next) => onChange({ ...mapping, [column]: next })}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

/** What a column can be imported as. */
function fieldsOf({ columns, others }: ImportKind, column: string): string[] {
  const names = columns.map(({ name }) => name);
  return others?.names.test(column) === true ? [column, ...names] : names;
}
