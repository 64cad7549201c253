import { Button, Code, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toCsv } from '#console/components/csv';
import { download } from '#console/components/download';
import { FormSection } from '#console/components/form-section';
import { PAGE_SIZE } from '#console/components/list-params';
import { ResourceList, type Column } from '#console/components/resource-list';
import { productTypesQuery, type ProductType } from '../../product-types';
import { adviceOn } from '../advice';
import type { Import } from '../imports.queries';
import { t } from '#console/i18n/t';

/** Most refused rows that the service tells. */
const MOST = 1_000;

/** Most product types that are named. */
const NAMED = 20;

/** One thing that is wrong with a row. */
interface Problem {
  key: string;
  line: number;
  /** Empty: the row as a whole. */
  column: string;
  /** What the file has there. */
  value: string;
  message: string;
  advice: string;
}

/** The rows that were refused: where they are in the file, what is wrong with them, and what to do. */
export function RefusedRows({ one: { id, kind, refused } }: { one: Import }) {
  const [page, setPage] = useState(1);
  const types = useQuery({ ...productTypesQuery({ limit: NAMED }), enabled: kind === 'bundles' }).data;
  const problems = problemsOf(kind, refused).map((one) =>
    types !== undefined && isUnknownType(one, types.results) ? { ...one, advice: typeAdvice(types) } : one,
  );
  const shown = problems.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const save = (): void =>
    download(
      `refused-${id.slice(0, 8)}.csv`,
      toCsv([
        ['line', 'column', 'value', 'problem', 'what to do'],
        ...problems.map(({ line, column, value, message, advice }) => [String(line), column, value, message, advice]),
      ]),
      'text/csv',
    );
  return (
    <FormSection
      title={t('What is wrong')}
      description={[
        t('Lines are counted from 1; in a CSV file the first names the columns.'),
        ...(refused.length >= MOST ? [t('These are the first 1,000 rows; there may be more.')] : []),
      ].join(' ')}
      isWide
    >
      <Group mb="md">
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
          {t('Download as CSV')}
        </Button>
      </Group>
      <ResourceList
        label={t('Refused rows')}
        query={{
          data: { results: shown, count: problems.length },
          error: null,
          isPending: false,
          isPlaceholderData: false,
          refetch: () => undefined,
        }}
        params={{ page, setPage, isNarrowed: false, clear: () => setPage(1) }}
        columns={COLUMNS}
        keyOf={({ key }) => key}
        empty={null}
      />
    </FormSection>
  );
}

function isUnknownType({ column, value }: Problem, types: readonly ProductType[]): boolean {
  return column === 'product_type' && value !== '' && types.every(({ name }) => name !== value);
}

function typeAdvice({ results, count }: { results: readonly ProductType[]; count: number }): string {
  if (count === 0) return t('Create the product type first, under “Product types”.');
  const names = [...results.map(({ name }) => name), ...(count > results.length ? ['…'] : [])].join(', ');
  return t('Create it first, under “Product types”, or use one of these: {{names}}', { names });
}

const COLUMNS: readonly Column<Problem>[] = [
  {
    title: t('Line'),
    cell: ({ line }) => (
      <Text size="sm" fw={600}>
        {t('Line {{line}}', { line })}
      </Text>
    ),
    width: 110,
  },
  { title: t('Column'), cell: ({ column }) => (column === '' ? t('The whole row') : <Code>{column}</Code>) },
  { title: t('Value'), cell: ({ value }) => <span className="mono">{value}</span> },
  { title: t('Problem'), cell: ({ message }) => message },
  { title: t('What to do'), cell: ({ advice }) => advice },
];

function problemsOf(kind: string, refused: Import['refused']): Problem[] {
  return refused.flatMap(({ line, errors, values }, index) =>
    Object.entries(errors).flatMap(([field, problems]) =>
      problems.map(({ message }, number) => ({
        key: `${index} ${field} ${number}`,
        line,
        column: field === 'detail' ? '' : field,
        value: values[field] ?? '',
        message: message.charAt(0).toUpperCase() + message.slice(1),
        advice: adviceOn(kind, field, message),
      })),
    ),
  );
}
