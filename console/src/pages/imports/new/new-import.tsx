import { Alert, Button, Checkbox, FileInput, Group, Stack, Text, Badge, Code, Table } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { ApiFailure, describeFailure } from '#console/api/failure';
import { download } from '#console/components/download';
import { FormSection } from '#console/components/form-section';
import { PageHeader } from '#console/components/page-header';
import { NotFoundPage } from '../../not-found';
import { templateOf } from '../template';
import { checkFile, guessMapping, keepMapping, missingFields, type FileCheck, type Mapping } from '../file-check';
import type { ImportKind } from '../import-kind';
import { kindOf } from '../kinds';
import { formatSize, UploadProgress } from '../upload-progress';
import { useUpload } from '../use-upload';
import { ColumnMapping } from './column-mapping';
import { t, within } from '#console/i18n/t';

/** Begins an import: what a file must look like, and the file. */
export function NewImportPage() {
  const kind = kindOf(useParams().kind);
  return kind === undefined ? <NotFoundPage /> : <NewImport key={kind.name} kind={kind} />;
}

function NewImport({ kind }: { kind: ImportKind }) {
  const label = within(kind.label);
  return (
    <>
      <PageHeader
        title={t('Import {{label}}', { label })}
        description={kind.text}
        back={{ to: '/imports', label: t('Imports') }}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => download(`${kind.name}-template.csv`, templateOf(kind), 'text/csv')}
          >
            {t('Download the template')}
          </Button>
        }
      />
      <Stack gap="lg">
        <FormSection
          title={t('1. Prepare the file')}
          description={t(
            'CSV as spreadsheets save it, or an Excel workbook: the first line names the columns, in any order and by any name. An empty field counts as left out. NDJSON with these names works too: one object per line.',
          )}
          isWide
        >
          <ColumnTable kind={kind} />
        </FormSection>
        <FormSection
          title={t('2. Check it, then import it')}
          description={t(
            'All rows are written, or none: one refused row stops the whole import. Correct the file, and send it again.',
          )}
        >
          <FileForm kind={kind} />
        </FormSection>
      </Stack>
    </>
  );
}

/** A file with what was found in its beginning, and what its columns are. */
interface Chosen {
  file: File;
  check: FileCheck;
  mapping: Mapping;
}

function FileForm({ kind }: { kind: ImportKind }) {
  const [params] = useSearchParams();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isDryRun, setDryRun] = useState(params.get('real') === null);
  const [isMissing, setMissing] = useState(false);
  const { upload, progress, cancel } = useUpload();
  const choose = async (file: File | null): Promise<void> => {
    upload.reset();
    setMissing(false);
    if (file === null) return setChosen(null);
    const check = await checkFile(file);
    setChosen({ file, check, mapping: guessMapping(check.header, kind) });
  };
  const problem = chosen?.check.problem ?? (isMissing ? t('Choose a file') : undefined);
  const submit = (): void => {
    if (chosen === null) return setMissing(true);
    const { file, check, mapping } = chosen;
    if (check.problem !== undefined || (check.header.length > 0 && missingFields(mapping, kind).length > 0)) return;
    keepMapping(kind, mapping);
    upload.mutate({
      kind,
      file,
      type: check.type,
      isDryRun,
      columns: renamed(mapping),
      decimalComma: check.decimalComma,
    });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        {upload.error !== null && !isCancelled(upload.error) && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t('Nothing was imported')}>
            {describeFailure(upload.error)}
            {isLost(upload.error) && ` ${t('The file may have been changed since it was chosen: choose it again.')}`}
          </Alert>
        )}
        <FileInput
          label={t('File')}
          placeholder={t('Choose a CSV, Excel or NDJSON file')}
          description={t('Up to 8 GB, a workbook up to 32 MB; it is sent as it is read from the disk.')}
          accept=".csv,.txt,.xlsx,.ndjson,.jsonl,.json,text/csv,application/x-ndjson"
          value={chosen?.file ?? null}
          onChange={(file) => void choose(file)}
          error={problem}
          disabled={progress !== undefined}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear the file') }}
        />
        <div role="status">{chosen !== null && <FirstLook chosen={chosen} />}</div>
        {chosen !== null && chosen.check.problem === undefined && chosen.check.header.length > 0 && (
          <ColumnMapping
            kind={kind}
            mapping={chosen.mapping}
            onChange={(mapping) => setChosen({ ...chosen, mapping })}
          />
        )}
        <Checkbox
          label={t('Only check it, and write nothing (dry run)')}
          description={
            isDryRun
              ? t('Lists every row that would be refused. You can import the same file for real afterwards.')
              : t('The file is imported for real, if no row is refused. {{undoing}}', { undoing: kind.undoing })
          }
          checked={isDryRun}
          onChange={({ currentTarget }) => setDryRun(currentTarget.checked)}
          disabled={progress !== undefined}
        />
        {progress === undefined ? (
          <Group>
            <Button type="submit" loading={upload.isPending}>
              {isDryRun ? t('Check the file') : t('Import for real')}
            </Button>
          </Group>
        ) : (
          <UploadProgress {...progress} onCancel={cancel} />
        )}
      </Stack>
    </form>
  );
}

/** What was found in the beginning of the file. */
function FirstLook({ chosen: { file, check } }: { chosen: Chosen }) {
  if (check.problem !== undefined) return null;
  const numbers = check.decimalComma ? t(', numbers with a decimal comma') : '';
  return (
    <>
      <Text size="sm" c="dimmed">
        {`${check.description}${numbers}, ${formatSize(file.size)}.`}
      </Text>
      {check.otherDate !== undefined && (
        <Alert mt="xs" color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          {t(
            'Rows with dates such as {{date}} are refused if that column is imported. Write the year first, such as 2024-03-31.',
            { date: check.otherDate },
          )}
        </Alert>
      )}
    </>
  );
}

/** The fields of columns, where the name is another one. A column that is not imported keeps none of the service's names. */
function renamed(mapping: Mapping): Record<string, string> {
  const others = Object.entries(mapping).filter(([column, field]) => field !== column);
  return Object.fromEntries(
    others.map(([column, field], index) => [column, field ?? t('not imported {{index}}', { index: index + 1 })]),
  );
}

const isCancelled = (error: Error): boolean => error instanceof ApiFailure && error.type === 'Cancelled';
const isLost = (error: Error): boolean => error instanceof ApiFailure && error.isOffline;

/** The columns of a file, and what they contain. */
function ColumnTable({ kind: { columns, others, examples, label } }: { kind: ImportKind }) {
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
