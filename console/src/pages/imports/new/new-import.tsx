import { Alert, Button, Checkbox, FileInput, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { ApiFailure, describeFailure } from '../../../api/failure';
import { download } from '../../../components/download';
import { FormSection } from '../../../components/form-section';
import { PageHeader } from '../../../components/page-header';
import { NotFoundPage } from '../../not-found';
import { templateOf } from '../csv';
import { checkFile, type FileCheck } from '../file-check';
import { kindOf, type ImportKind } from '../kinds';
import { formatSize, UploadProgress } from '../upload-progress';
import { useUpload } from '../use-upload';
import { ColumnTable } from './column-table';

/** Begins an import: what a file must look like, and the file. */
export function NewImportPage() {
  const kind = kindOf(useParams().kind);
  return kind === undefined ? <NotFoundPage /> : <NewImport key={kind.name} kind={kind} />;
}

function NewImport({ kind }: { kind: ImportKind }) {
  const label = kind.label.toLowerCase();
  return (
    <>
      <PageHeader
        title={`Import ${label}`}
        description={kind.text}
        back={{ to: '/imports', label: 'Imports' }}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => download(`${kind.name}-template.csv`, templateOf(kind), 'text/csv')}
          >
            Download the template
          </Button>
        }
      />
      <Stack gap="lg">
        <FormSection
          title="1. Prepare the file"
          description="CSV as spreadsheets save it: UTF-8, commas between the columns, and their names in the first line, in any order. An empty field counts as left out. NDJSON with the same names works too: one object per line."
          isWide
        >
          <ColumnTable kind={kind} />
        </FormSection>
        <FormSection
          title="2. Check it, then import it"
          description="All rows are written, or none: one refused row stops the whole import. Correct the file, and send it again."
        >
          <FileForm kind={kind} />
        </FormSection>
      </Stack>
    </>
  );
}

/** A file with what was found in its beginning. */
interface Chosen {
  file: File;
  check: FileCheck;
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
    setChosen(file === null ? null : { file, check: await checkFile(file, kind) });
  };
  const problem = chosen?.check.problem ?? (isMissing ? 'Choose a file' : undefined);
  const submit = (): void => {
    if (chosen === null) setMissing(true);
    else if (chosen.check.problem === undefined)
      upload.mutate({ kind, file: chosen.file, type: chosen.check.type, isDryRun });
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
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title="Nothing was imported">
            {describeFailure(upload.error)}
            {isLost(upload.error) && ' The file may have been changed since it was chosen: choose it again.'}
          </Alert>
        )}
        <FileInput
          label="File"
          placeholder="Choose a CSV or NDJSON file"
          description="Of any size up to 8 GB; it is sent as it is read from the disk."
          accept=".csv,.ndjson,.jsonl,.json,text/csv,application/x-ndjson"
          value={chosen?.file ?? null}
          onChange={(file) => void choose(file)}
          error={problem}
          disabled={progress !== undefined}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the file' }}
        />
        <div role="status">{chosen !== null && <FirstLook chosen={chosen} />}</div>
        <Checkbox
          label="Only check it, and write nothing (dry run)"
          description={
            isDryRun
              ? 'Lists every row that would be refused. You can import the same file for real afterwards.'
              : `The file is imported for real, if no row is refused. ${kind.undoing}`
          }
          checked={isDryRun}
          onChange={({ currentTarget }) => setDryRun(currentTarget.checked)}
          disabled={progress !== undefined}
        />
        {progress === undefined ? (
          <Group>
            <Button type="submit" loading={upload.isPending}>
              {isDryRun ? 'Check the file' : 'Import for real'}
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
  const { unknown, type } = check;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {type === 'text/csv' ? 'CSV' : 'NDJSON'}, {formatSize(file.size)}.
      </Text>
      {unknown.length > 0 && (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} title="Some columns are ignored">
          Not among the columns above: {unknown.slice(0, 20).join(', ')}. If one of them should be read, correct its
          name in the first line.
        </Alert>
      )}
    </Stack>
  );
}

const isCancelled = (error: Error): boolean => error instanceof ApiFailure && error.type === 'Cancelled';
const isLost = (error: Error): boolean => error instanceof ApiFailure && error.isOffline;
