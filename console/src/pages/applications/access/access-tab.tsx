import { Alert, Stack } from '@mantine/core';
import type { Schemas } from '../../../api/client';
import { FormSection } from '../../../components/form-section';
import { ResourceForm } from '../../../components/resource-form';
import type { Application } from '../applications.queries';
import { admitsAnySite, AnySiteAlert } from '../fields/any-site-alert';
import { AccessFields, type AccessValues } from '../fields/access-fields';
import { AccessRulesHelp } from '../fields/access-rules-help';
import { useApplication } from '../use-application';
import { useApplicationChange } from '../use-application-change';
import { useSavedForm } from '../../../components/use-saved-form';
import { TryRequest } from './try-request';

type Values = { access: AccessValues };

/** The tab “Access rules” of an application: the lists, and what they would make of a request. */
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
    done: 'Saved. The rules hold everywhere within 2 seconds.',
    onDone: ({ access }) => accept({ access }),
    quiet: true,
  });
  const { hosts, ips } = application.access;
  const isOpen = hosts.allow.length + ips.allow.length === 0 && application.client_type === 'mobile';
  return (
    <ResourceForm
      form={form}
      onSubmit={({ access }) => change.mutate({ access: changedLists(form.getInitialValues().access, access) })}
      change={change}
      action="Save"
    >
      <FormSection title="Rules" description={<AccessRulesHelp />}>
        <Stack>
          {isOpen && (
            <Alert color="blue">People can read the key of a mobile application, and nothing limits who uses it.</Alert>
          )}
          {admitsAnySite(application) && <AnySiteAlert>Allow the hosts of its pages here.</AnySiteAlert>}
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

/** The lists that were changed; one that is not sent stays as somebody else may have made it meanwhile. */
function changedLists(before: AccessValues, after: AccessValues): Schemas['AccessDto'] {
  const changed = (what: keyof AccessValues) => {
    const lists = (['allow', 'block'] as const).filter((one) => before[what][one].join() !== after[what][one].join());
    return Object.fromEntries(lists.map((one) => [one, after[what][one]]));
  };
  return { hosts: changed('hosts'), ips: changed('ips') };
}
