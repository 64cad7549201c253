import { Alert, Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { describeFailure } from '../../../api/failure';
import { confirm } from '../../../components/confirm';
import { counted, formatNumber } from '../../../components/format';
import type { Import } from '../imports.queries';
import { kindOf } from '../kinds';
import { UploadProgress } from '../upload-progress';
import { fileOf, useUpload } from '../use-upload';

/** What became of an import, and what to do next. */
export function Outcome({ one }: { one: Import }) {
  return <div role="status">{outcomeOf(one)}</div>;
}

function outcomeOf(one: Import) {
  const { status, dry_run, rows, refused, kind } = one;
  switch (status) {
    case 'queued':
      return (
        <Going
          title="Waiting for its turn"
          text="The file has arrived. Imports are done one after the other; you may leave this page."
        />
      );
    case 'running':
      return (
        <Going
          title={`${counted(rows, 'row')} read so far`}
          text="When all are read, they are checked together and written at once. You may leave this page."
        />
      );
    case 'done':
      return dry_run ? <Checked one={one} /> : <Done one={one} />;
    case 'refused':
      return (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Refused: nothing was written">
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              {counted(refused.length, 'row')} of {formatNumber(rows)} {refused.length === 1 ? 'is' : 'are'} refused,
              and listed below with their lines in the file. Correct them, and send the file again.
            </Text>
            <Again kind={kind} />
          </Stack>
        </Alert>
      );
    case 'failed':
      return (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Failed: nothing was written">
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              The service could not finish the import; the file is not the cause. Send it again. If it fails again, tell
              the operator of the service: the log says why.
            </Text>
            <Again kind={kind} />
          </Stack>
        </Alert>
      );
    case 'cancelled':
      return (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} title="Cancelled: nothing was written">
          <Again kind={kind} />
        </Alert>
      );
  }
}

function Going({ title, text }: { title: string; text: string }) {
  return (
    <Alert icon={<Loader size={18} aria-hidden />} title={title}>
      {text}
    </Alert>
  );
}

function Again({ kind }: { kind: string }) {
  return (
    <Button component={Link} to={`/imports/new/${kind}`} variant="default">
      Send a file again
    </Button>
  );
}

/** A dry run without a refused row: the same file can be imported. */
function Checked({ one: { id, kind: name, accepted, skipped } }: { one: Import }) {
  const { upload, progress, cancel } = useUpload();
  const sent = fileOf(id);
  const kind = kindOf(name);
  const rows = counted(accepted, kind?.row ?? 'row');
  if (accepted === 0)
    return (
      <Alert icon={<IconInfoCircle aria-hidden />} title="Nothing new is in this file">
        {skipped === 0
          ? 'It has no rows.'
          : `All ${counted(skipped, 'row')} are already imported, and would be skipped.`}
      </Alert>
    );
  const ask = (): void =>
    confirm({
      title: 'Import it for real?',
      body: `${sent!.file.name} is sent again, and ${rows} will be written. ${kind?.undoing ?? ''}`,
      action: `Import ${rows}`,
      isDangerous: false,
      run: () => {
        upload.mutate({ ...sent!, isDryRun: false });
        return Promise.resolve();
      },
    });
  return (
    <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title="The file is valid: no row would be refused">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {rows} would be written{skipped > 0 && `, and ${counted(skipped, 'row')} skipped`}. Nothing is written yet.
        </Text>
        {upload.error !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {describeFailure(upload.error)} Choose the file again.
          </Text>
        )}
        {progress !== undefined ? (
          <UploadProgress {...progress} onCancel={cancel} />
        ) : sent !== undefined && upload.error === null ? (
          <Button onClick={ask}>Import it for real…</Button>
        ) : (
          <Button component={Link} to={`/imports/new/${name}?real`}>
            Choose the file again, and import it
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function Done({ one: { kind: name, accepted, skipped } }: { one: Import }) {
  return (
    <Alert
      color="teal"
      icon={<IconCircleCheck aria-hidden />}
      title={`Done: ${counted(accepted, kindOf(name)?.row ?? 'row')} written`}
    >
      <Stack gap="sm">
        {skipped > 0 && (
          <Text size="sm">{counted(skipped, 'row')} skipped: already imported, and left as they were.</Text>
        )}
        <Next name={name} />
      </Stack>
    </Alert>
  );
}

/** The next steps. */
function Next({ name }: { name: string }) {
  if (name === 'volumes')
    return (
      <Text size="sm">
        Review them in the <NextLink to="/volumes?kind=import">volume ledger</NextLink>. Offset wrong rows there with
        Adjust volumes.
      </Text>
    );
  return (
    <Stack gap={4}>
      <Text size="sm">
        Review the imported members under <NextLink to="/users">Users</NextLink>: the Network tab of each shows the
        place in both trees, and is where you correct sponsors, places, kinds and statuses. Nobody has a password yet:
        set it in the Password tab.
      </Text>
      <Text size="sm">
        Distributors without a place wait in the <NextLink to="/network/holding-tank">holding tank</NextLink>.
      </Text>
      <Group mt="xs">
        <Button component={Link} to="/imports/new/volumes" variant="default">
          Next: import volumes
        </Button>
      </Group>
    </Stack>
  );
}

function NextLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor component={Link} to={to} inherit c="inherit" underline="always">
      {children}
    </Anchor>
  );
}
