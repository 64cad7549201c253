import { Alert, Button, Group, List, Stack, Text, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { confirm } from '../../components/confirm';
import { FailureState } from '../../components/failure-state';
import { FormSection } from '../../components/form-section';
import { showRecoveryCodes } from '../../components/recovery-codes';
import { useDialog, type Dialog } from '../../components/use-dialog';
import { When } from '../../components/when';
import { factorsQuery, type Factor } from './account.queries';
import { AddAppDialog } from './add-app-dialog';
import { rich } from '../../i18n/rich';
import { t } from '../../i18n/t';
import { useForm } from '@mantine/form';
import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { withPasskeys } from '../../api/session';
import { DialogForm } from '../../components/dialog-form';
import { beginFactor, useNewFactor } from './use-new-factor';

const DESCRIPTION = t(
  'Asked for after your password when you log in, and again before you approve something, give a role or reveal a key.',
);
const CHANGED = [factorsQuery.queryKey, ['audit']];

/** The user's authenticator apps, passkeys and recovery codes. */
export function FactorsSection() {
  const { data, error, refetch } = useQuery(factorsQuery);
  const app = useDialog('app');
  const passkey = useDialog('passkey');
  const renew = useChange({
    run: () => dataOf(api.POST('/admin/api/account/factors/recovery-codes/')),
    refreshes: CHANGED,
    onDone: ({ recovery_codes: codes }) => showRecoveryCodes(codes ?? []),
    quiet: true,
  });
  return (
    <FormSection title={t('Second factor')} description={DESCRIPTION}>
      {data === undefined && error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <Stack>
          {data.factors.length === 0 && (
            <Alert color={data.required ? 'yellow' : 'blue'}>
              {data.required
                ? t('Your role requires one.')
                : t('You have none: whoever knows your password can log in as you.')}
            </Alert>
          )}
          <List listStyleType="none" aria-label={t('Second factors')} spacing="sm">
            {data.factors.map((factor) => (
              <FactorItem key={factor.id} factor={factor} isLast={data.factors.length === 1} />
            ))}
          </List>
          <Group gap="sm">
            <Button leftSection={<IconDeviceMobile size={16} aria-hidden />} onClick={() => app.open()}>
              {t('Add an authenticator app')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconFingerprint size={16} aria-hidden />}
              disabled={!data.passkeys_possible}
              onClick={() => passkey.open()}
            >
              {t('Add a passkey')}
            </Button>
          </Group>
          {!data.passkeys_possible && (
            <Text size="sm" c="dimmed">
              {t('Passkeys work only at an https address with a host name.')}
            </Text>
          )}
          {data.factors.length > 0 && (
            <Group justify="space-between">
              <Text size="sm">
                {t('{{recovery_codes_left}} of 10 recovery codes are left.', {
                  recovery_codes_left: data.recovery_codes_left,
                })}
              </Text>
              <Button
                variant="default"
                size="xs"
                onClick={() =>
                  confirm({
                    title: t('Make new recovery codes?'),
                    body: t('The ones that you have will no longer work.'),
                    action: t('Make new ones'),
                    run: () => renew.mutateAsync(),
                  })
                }
              >
                {t('New recovery codes')}
              </Button>
            </Group>
          )}
        </Stack>
      )}
      <AddAppDialog dialog={app} />
      <AddPasskeyDialog dialog={passkey} />
    </FormSection>
  );
}

function FactorItem({ factor: { id, kind, name, last_used_at }, isLast }: { factor: Factor; isLast: boolean }) {
  const remove = useChange({
    run: () => dataOf(api.DELETE('/admin/api/account/factors/{id}/', { params: { path: { id } } })),
    refreshes: CHANGED,
    done: t('{{name}} is removed', { name }),
    quiet: true,
  });
  return (
    <List.Item styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {rich('{{kind}}, last used: <when/>', {
              kind: kind === 'totp' ? t('Authenticator app') : t('Passkey'),
              when: <When at={last_used_at} />,
            })}
          </Text>
        </div>
        <Button
          variant="default"
          size="xs"
          style={{ flexShrink: 0 }}
          aria-label={t('Remove {{name}}', { name })}
          onClick={() =>
            confirm({
              title: t('Remove {{name}}?', { name }),
              body: isLast
                ? t(
                    'It is your last one. Without it you log in with your password alone, and your recovery codes are deleted.',
                  )
                : t('You can no longer log in with it.'),
              action: t('Remove'),
              run: () => remove.mutateAsync(),
            })
          }
        >
          {t('Remove')}
        </Button>
      </Group>
    </List.Item>
  );
}

/** Adds a passkey: its name, then the browser's own dialog. */
function AddPasskeyDialog({ dialog: { isOpen, close } }: { dialog: Dialog }) {
  return (
    <Modal opened={isOpen} onClose={close} title={t('Add a passkey')}>
      <PasskeyForm onClose={close} />
    </Modal>
  );
}

function PasskeyForm({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initialValues: { name: t('Passkey') },
    validate: { name: (value) => (value.trim() === '' ? t('Enter a name') : null) },
  });
  const change = useNewFactor(({ name }: { name: string }) => makePasskey(name), onClose);
  return (
    <DialogForm
      form={form}
      onSubmit={(values) => change.mutate(values)}
      change={change}
      failed={t('No passkey was added')}
      action={t('Add it')}
      onClose={onClose}
    >
      <Text size="sm">{t('Your browser asks for a fingerprint, a face, a PIN or a security key.')}</Text>
      <TextInput
        label={t('Name')}
        description={t('Where it is kept.')}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </DialogForm>
  );
}

async function makePasskey(name: string): Promise<{ id: string; body: { attestation: Record<string, unknown> } }> {
  const { id, passkey } = await beginFactor({ kind: 'passkey', name });
  const optionsJSON = passkey as unknown as PublicKeyCredentialCreationOptionsJSON;
  const attestation = await withPasskeys(() => startRegistration({ optionsJSON }));
  return { id, body: { attestation: { ...attestation } } };
}
