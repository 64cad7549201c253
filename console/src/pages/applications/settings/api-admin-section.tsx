import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconUserCog } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogButtons, DialogFooter } from '#console/components/dialog-footer';
import { ApiFailure } from '#console/api/failure';
import { CopyText } from '#console/components/copy-text';
import { FailureAlert } from '#console/components/failure-alert';
import { FormSection } from '#console/components/form-section';
import { May } from '#console/components/may';
import { UserLink } from '#console/components/person';
import { fieldErrors } from '#console/components/resource-form';
import { useDialog } from '#console/components/use-dialog';
import { deleteImpactQuery, type Application } from '../applications.queries';
import { ApiAdminField } from '../fields/api-admin-field';
import { apiAdminBody, requiredApiAdminErrors, NO_API_ADMIN, type ApiAdminValues } from '../fields/api-admin.values';
import { useApplicationChange } from '../use-application-change';
import { roleChangeText } from '../labels';
import { t } from '#console/i18n/t';

type ApiAdmin = Application['api_admin'];

/** The API admin of an application, and a dialog to appoint another one. */
export function ApiAdminSection({ application }: { application: Application }) {
  const dialog = useDialog('api-admin');
  const [made, setMade] = useState<ApiAdmin>();
  const { uid, username } = application.api_admin;
  return (
    <FormSection
      title={t('API admin')}
      description={t(
        'Administers through this application: manages bundles, signs up members, updates orders, and acts on behalf of members.',
      )}
    >
      <Group justify="space-between">
        <UserLink uid={uid} name={username} fw={600} />
        <May do="applications.write">
          <Button variant="default" leftSection={<IconUserCog size={16} aria-hidden />} onClick={() => dialog.open()}>
            {t('Appoint another')}
          </Button>
        </May>
      </Group>
      <Modal
        opened={dialog.isOpen}
        onClose={dialog.close}
        onExitTransitionEnd={() => setMade(undefined)}
        title={
          made === undefined
            ? t('Appoint another API admin')
            : t('{{username}} is the API admin', { username: made.username })
        }
        size="lg"
        closeOnClickOutside={made === undefined}
        closeOnEscape={made === undefined}
      >
        {made === undefined ? (
          <Appoint
            application={application}
            onCancel={dialog.close}
            onDone={(admin) => (admin.password === undefined ? dialog.close() : setMade(admin))}
          />
        ) : (
          <Stack>
            <Text size="sm">
              {t('This password was generated for {{username}}. It is shown only once.', { username: made.username })}
            </Text>
            <CopyText value={made.password ?? ''} label={t('the password')} />
            <DialogFooter>
              <Button onClick={dialog.close}>{t('I have saved it')}</Button>
            </DialogFooter>
          </Stack>
        )}
      </Modal>
    </FormSection>
  );
}

function Appoint({
  application,
  onCancel,
  onDone,
}: {
  application: Application;
  onCancel: () => void;
  onDone: (admin: ApiAdmin) => void;
}) {
  const { data: impact } = useQuery(deleteImpactQuery(application.id));
  const form = useForm<ApiAdminValues>({
    initialValues: { ...NO_API_ADMIN, mode: 'existing' },
    validate: requiredApiAdminErrors,
  });
  const change = useApplicationChange(application.id, {
    done: t('The new API admin is appointed'),
    onDone: ({ api_admin }) => onDone(api_admin),
    quiet: true,
  });
  const submit = (values: ApiAdminValues): void =>
    change.mutate(
      { api_admin: apiAdminBody(values) },
      {
        onError: (error) => {
          if (error instanceof ApiFailure) form.setErrors(toFormErrors(fieldErrors(error), values.mode));
        },
      },
    );
  return (
    <form noValidate onSubmit={(event) => form.onSubmit(submit)(event)}>
      <Stack>
        {Object.keys(form.errors).length === 0 && <FailureAlert error={change.error} />}
        <ApiAdminField
          value={form.values}
          onChange={(values) => {
            form.setValues(values);
            form.clearErrors();
          }}
          errors={form.errors}
        />
        <Text size="sm" c="dimmed">
          {roleChangeText(application.api_admin.username, impact?.api_admin.loses_role)}
        </Text>
        <DialogButtons action={t('Appoint')} isPending={change.isPending} onClose={onCancel} />
      </Stack>
    </form>
  );
}

/** Maps the service's `api_admin.email` to `email` of this form; errors of an existing user are shown at the picker. */
function toFormErrors(errors: Record<string, string>, mode: ApiAdminValues['mode']): Record<string, string> {
  const entries = Object.entries(errors).map(([place, text]) => [place.replace(/^api_admin\./, ''), text] as const);
  if (mode === 'existing') return Object.fromEntries(entries.map(([, text]) => ['user', text]));
  return Object.fromEntries(entries);
}
