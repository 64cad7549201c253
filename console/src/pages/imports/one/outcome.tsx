import type { ReactNode } from 'react';
import { Alert, Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { describeFailure } from '#console/api/failure';
import { confirm } from '#console/components/confirm';
import { formatNumber } from '#console/components/format';
import type { Import } from '../imports.queries';
import { kindOf } from '../kinds';
import { UploadProgress } from '../upload-progress';
import { fileOf, useUpload } from '../use-upload';
import { rich } from '#console/i18n/rich';
import { plural, t } from '#console/i18n/t';

/** What happened to an import, and what to do next. */
export function Outcome({ one }: { one: Import }) {
  return <div role="status">{outcomeOf(one)}</div>;
}

function outcomeOf(one: Import) {
  const { status, dry_run, rows, refused, kind } = one;
  switch (status) {
    case 'queued':
      return (
        <Going
          title={t('Waiting for its turn')}
          text={t('The file has arrived. Imports are done one after the other; you may leave this page.')}
        />
      );
    case 'running':
      return (
        <Going
          title={plural(rows, '{{count}} row read so far', '{{count}} rows read so far')}
          text={
            dry_run
              ? t('When all are read, they are checked together. You may leave this page.')
              : t('When all are read, they are checked together and written at once. You may leave this page.')
          }
        />
      );
    case 'done':
      return dry_run ? <Checked one={one} /> : <Done one={one} />;
    case 'refused':
      return (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('Refused: nothing was written')}>
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              {plural(
                refused.length,
                '{{count}} row of {{rows}} is refused, and listed below with its line in the file. Correct it, and send the file again.',
                '{{count}} rows of {{rows}} are refused, and listed below with their lines in the file. Correct them, and send the file again.',
                { rows: formatNumber(rows) },
              )}
            </Text>
            <Again kind={kind} />
          </Stack>
        </Alert>
      );
    case 'failed':
      return (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('Failed: nothing was written')}>
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              {t(
                'The service could not finish the import; the file is not the cause. Send it again. If it fails again, tell the operator of the service: the log says why.',
              )}
            </Text>
            <Again kind={kind} />
          </Stack>
        </Alert>
      );
    case 'cancelled':
      return (
        <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} title={t('Cancelled: nothing was written')}>
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
      {t('Send a file again')}
    </Button>
  );
}

/** A dry run without a refused row: the same file can be imported. */
function Checked({ one: { id, kind: name, accepted, skipped } }: { one: Import }) {
  const { upload, progress, cancel } = useUpload();
  const sent = fileOf(id);
  const kind = kindOf(name);
  const rows = rowsOf(name, accepted);
  if (accepted === 0)
    return (
      <Alert icon={<IconInfoCircle aria-hidden />} title={t('Nothing new is in this file')}>
        {skipped === 0
          ? t('It has no rows.')
          : plural(
              skipped,
              '{{count}} row is already imported, and would be skipped.',
              'All {{count}} rows are already imported, and would be skipped.',
            )}
      </Alert>
    );
  const ask = (): void =>
    confirm({
      title: t('Import it for real?'),
      body: t('{{name}} is sent again, and {{rows}} will be written. {{undoing}}', {
        name: sent!.file.name,
        rows,
        undoing: kind?.undoing ?? '',
      }),
      action: t('Import {{rows}}', { rows }),
      isDangerous: false,
      run: () => {
        upload.mutate({ ...sent!, isDryRun: false });
        return Promise.resolve();
      },
    });
  return (
    <Alert color="teal" icon={<IconCircleCheck aria-hidden />} title={t('The file is valid: no row would be refused')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {skipped === 0
            ? t('{{rows}} would be written. Nothing is written yet.', { rows })
            : plural(
                skipped,
                '{{rows}} would be written, and {{count}} row skipped. Nothing is written yet.',
                '{{rows}} would be written, and {{count}} rows skipped. Nothing is written yet.',
                { rows },
              )}
        </Text>
        {upload.error !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t('{{error}} Choose the file again.', { error: describeFailure(upload.error) })}
          </Text>
        )}
        {progress !== undefined ? (
          <UploadProgress {...progress} onCancel={cancel} />
        ) : sent !== undefined && upload.error === null ? (
          <Button onClick={ask}>{t('Import it for real…')}</Button>
        ) : (
          <Button component={Link} to={`/imports/new/${name}?real`}>
            {t('Choose the file again, and import it')}
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
      title={t('Done: {{accepted}} written', { accepted: rowsOf(name, accepted) })}
    >
      <Stack gap="sm">
        {skipped > 0 && (
          <Text size="sm">
            {plural(
              skipped,
              '{{count}} row skipped: already imported, and left as they were.',
              '{{count}} rows skipped: already imported, and left as they were.',
            )}
          </Text>
        )}
        <Next name={name} />
      </Stack>
    </Alert>
  );
}

/** How many rows of a kind of file there are: `2 members`. */
const rowsOf = (kind: string, count: number): string =>
  kind === 'members'
    ? plural(count, '{{count}} member', '{{count}} members')
    : plural(count, '{{count}} row', '{{count}} rows');

/** The next steps. */
function Next({ name }: { name: string }) {
  if (name === 'volumes')
    return (
      <Text size="sm">
        {rich('Review them in the <link>volume ledger</link>. Offset wrong rows there with Adjust volumes.', {
          link: (words) => <NextLink to="/volumes?kind=import">{words}</NextLink>,
        })}
      </Text>
    );
  if (name === 'bundles')
    return (
      <Text size="sm">
        {rich('Look at them under <link>Bundles</link>, and give each its pictures.', {
          link: (words) => <NextLink to="/bundles">{words}</NextLink>,
        })}
      </Text>
    );
  return (
    <Stack gap={4}>
      <Text size="sm">
        {rich(
          'Review the imported members under <link>Users</link>: the Network tab of each shows the place in both trees, and is where you correct sponsors, places, kinds and statuses. Nobody has a password yet: invite them from the page of an application with self-service, or set one with “Reset the password…” in the Profile tab.',
          { link: (words) => <NextLink to="/users">{words}</NextLink> },
        )}
      </Text>
      <Text size="sm">
        {rich('Distributors without a place wait in the <link>holding tank</link>.', {
          link: (words) => <NextLink to="/network/holding-tank">{words}</NextLink>,
        })}
      </Text>
      <Group mt="xs">
        <Button component={Link} to="/imports/new/volumes" variant="default">
          {t('Next: import volumes')}
        </Button>
      </Group>
    </Stack>
  );
}

function NextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} inherit c="inherit" underline="always">
      {children}
    </Anchor>
  );
}
