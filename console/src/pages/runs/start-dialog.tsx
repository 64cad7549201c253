import { Modal, Radio, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { periodInWords } from '../../components/format';
import { DialogForm } from '../../components/dialog-form';
import { FailureState } from '../../components/failure-state';
import type { Dialog } from '../../components/use-dialog';
import { runTitle } from './labels';
import { periodsToRunQuery, type PeriodToRun, type RunKind } from './runs.queries';
import { t } from '../../i18n/t';

interface StartValues extends Record<string, unknown> {
  kind: RunKind;
  period: string;
}

/** Starts a run of a period, by the plan that is published for it. */
export function StartDialog({ dialog }: { dialog: Dialog }) {
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title={t('Start a run')} size="md">
      <StartForm isFinal={dialog.subject === 'final'} onClose={dialog.close} />
    </Modal>
  );
}

interface StartProps {
  /** Whether a final run is meant. */
  isFinal: boolean;
  onClose: () => void;
}

function StartForm(props: StartProps) {
  const { data, error, refetch } = useQuery(periodsToRunQuery);
  if (error !== null) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={260} />;
  if (data.periods.length === 0)
    return <Text>{t('No period can be run: no plan is published for one that has begun and is not posted.')}</Text>;
  return <Fields periods={data.periods} {...props} />;
}

function Fields({ periods, isFinal, onClose }: StartProps & { periods: readonly PeriodToRun[] }) {
  const navigate = useNavigate();
  const next = periods.find(({ can_be_final: canBeFinal }) => canBeFinal);
  const form = useForm<StartValues>({
    // What is closed now, else the open one.
    initialValues: {
      kind: isFinal && next !== undefined ? 'final' : 'preview',
      period: (next ?? periods.at(-1)!).period,
    },
  });
  const { kind } = form.values;
  const offered = kind === 'final' ? periods.filter(({ can_be_final: canBeFinal }) => canBeFinal) : periods;
  const change = useChange({
    run: ({ kind, period }: StartValues) => dataOf(api.POST('/admin/api/commission-runs/', { body: { kind, period } })),
    refreshes: [['runs', 'list'], ['runs', 'periods'], ['audit']],
    done: (run) => t('{{run}} was started', { run: runTitle(run) }),
    onDone: ({ id }) => void navigate(`/commission-runs/${id}`),
    quiet: true,
  });
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('The run was not started')}
      action={t('Start')}
      onClose={onClose}
    >
      <Radio.Group
        label={t('Kind')}
        {...form.getInputProps('kind')}
        onChange={(value) => {
          form.setFieldValue('kind', value as RunKind);
          if (value === 'final' && next !== undefined) form.setFieldValue('period', next.period);
        }}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="preview"
            label={t('Preview')}
            description={t(
              'Shows what would be paid. Nobody is paid by it, and it can be discarded. Also of the open period.',
            )}
          />
          <Radio
            value="final"
            label={t('Final')}
            disabled={next === undefined}
            description={
              next === undefined
                ? t(
                    'No period can have one now: it must have ended, follow the last posted period and have no final run yet.',
                  )
                : t('For the next period that has ended. Once it is approved and posted, members get these earnings.')
            }
          />
        </Stack>
      </Radio.Group>
      <Select
        label={t('Period')}
        description={t('Periods after the last posted one.')}
        withAsterisk
        allowDeselect={false}
        searchable
        data={offered.map(({ period, has_ended: hasEnded }) => ({
          value: period,
          label: hasEnded ? periodInWords(period) : t('{{period}} (open)', { period: periodInWords(period) }),
        }))}
        {...form.getInputProps('period')}
      />
    </DialogForm>
  );
}
