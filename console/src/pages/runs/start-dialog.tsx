import { Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from 'react-router';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { DialogForm } from '../../components/dialog-form';
import type { Dialog } from '../../components/use-dialog';
import { runTitle } from './labels';
import type { RunKind } from './runs.queries';

interface StartValues extends Record<string, unknown> {
  kind: RunKind;
  period: string;
}

/** The month before this one: the one that an operations manager closes now. */
function lastMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 'yyyy-mm'.length);
}

/** Starts a run of a period, by the plan that is published for it. */
export function StartDialog({ dialog }: { dialog: Dialog }) {
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title="Start a run" size="md">
      <StartForm onClose={dialog.close} />
    </Modal>
  );
}

function StartForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm<StartValues>({
    initialValues: { kind: 'preview', period: lastMonth(new Date()) },
    validate: { period: (value) => (value.trim() === '' ? 'Enter a period, such as 2026-10 or 2026-W44' : null) },
  });
  const change = useChange({
    run: ({ kind, period }: StartValues) =>
      dataOf(api.POST('/admin/api/commission-runs/', { body: { kind, period: period.trim() } })),
    refreshes: [['runs', 'list'], ['audit']],
    done: (run) => `${runTitle(run)} was started`,
    onDone: ({ id }) => void navigate(`/commission-runs/${id}`),
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed="The run was not started"
      action="Start"
      onClose={onClose}
    >
      <Radio.Group label="Kind" {...form.getInputProps('kind')}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="preview"
            label="Preview"
            description="Shows what would be paid. Nobody is paid by it, and it can be discarded. Also of the open period."
          />
          <Radio
            value="final"
            label="Final"
            description="Of a period that has ended. Once approved and posted, it is what members get."
          />
        </Stack>
      </Radio.Group>
      <TextInput
        label="Period"
        description="A month, such as 2026-10, or a week, such as 2026-W44: as the published plan reckons."
        withAsterisk
        maxLength={8}
        {...form.getInputProps('period')}
      />
    </DialogForm>
  );
}
