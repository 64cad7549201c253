import { Alert, Stack } from '@mantine/core';
import type { Schemas } from '#console/api/client';
import { FormSection } from '#console/components/form-section';
import { ResourceForm } from '#console/components/resource-form';
import type { Application } from '../applications.queries';
import { allowsAnySite, AnySiteWarning } from '../fields/any-site-warning';
import { AccessFields, type AccessValues } from '../fields/access-fields';
import { AccessRulesHelp } from '../fields/access-rules-help';
import { useApplication } from '../use-application';
import { useApplicationChange } from '../use-application-change';
import { useSavedForm } from '#console/components/use-saved-form';
import { TryRequest } from './try-request';
import { t } from '#console/i18n/t';

type Values = { access: AccessValues };

/** The tab “Access rules” of an application: the lists, and a form to test them. */
export function AccessTab() {
  const application = useApplication();
  return (
    <Stack gap="lg">
      <Rules key={application.id} application={application} />
      <TryRequest application={application} />
    </Stack>
  );
}

function Rules({ application }: { application: Application }) {
  const { form, accept } = useSavedForm<Values>({ access: application.access });
  const change = useApplicationChange(application.id, {
    done: t('Saved. The rules take effect everywhere within 2 seconds.'),
    onDone: ({ access }) => accept({ access }),
    quiet: true,
  });
  const { hosts, ips } = application.access;
  const isOpen = hosts.allow.length + ips.allow.length === 0 && application.client_type === 'mobile';
  return (
    <ResourceForm
      permission="applications.write"
      form={form}
      onSubmit={({ access }) => change.mutate({ access: changedLists(form.getInitialValues().access, access) })}
      change={change}
      action={t('Save')}
    >
      <FormSection title={t('Rules')} description={<AccessRulesHelp />}>
        <Stack>
          {isOpen && (
            <Alert color="blue">
              {t('The key of a mobile application can be extracted, and no rule limits who uses it.')}
            </Alert>
          )}
          {allowsAnySite(application) && <AnySiteWarning>{t('Allow the hosts of its pages here.')}</AnySiteWarning>}
          <AccessFields
            value={form.values.access}
            onChange={(access) => {
              form.setValues({ access });
              form.clearErrors();
            }}
            errors={form.errors}
          />
        </Stack>
      </FormSection>
    </ResourceForm>
  );
}

/** The changed lists; a list that is not sent keeps concurrent changes by others. */
function changedLists(before: AccessValues, after: AccessValues): Schemas['AccessDto'] {
  const changed = (what: keyof AccessValues) => {
    const lists = (['allow', 'block'] as const).filter((one) => before[what][one].join() !== after[what][one].join());
    return Object.fromEntries(lists.map((one) => [one, after[what][one]]));
  };
  return { hosts: changed('hosts'), ips: changed('ips') };
}
