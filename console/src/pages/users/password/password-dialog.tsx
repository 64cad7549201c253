import { Alert, Anchor, Modal, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { identityQuery } from '#console/api/session';
import { FailureAlert } from '#console/components/failure-alert';
import type { Dialog } from '#console/components/use-dialog';
import { isAdmin } from '../labels';
import { ShownOnce } from '../shown-once';
import type { User } from '../users.queries';
import { PasswordForm } from './password-form';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';
import { api, dataOf } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { CopyText } from '#console/components/copy-text';
import { When } from '#console/components/when';

/** Resets the password of a user: a generated one is shown once; who works in this console gets a link. */
export function PasswordDialog({ user, dialog }: { user: User; dialog: Dialog }) {
  const { username } = user;
  const { data: me } = useQuery(identityQuery);
  const [made, setMade] = useState<string>();
  const close = (): void => {
    // A password that is shown once is closed by its own button alone.
    if (made === undefined) dialog.close();
  };
  const saved = (): void => {
    setMade(undefined);
    dialog.close();
  };
  return (
    <Modal
      opened={dialog.isOpen || made !== undefined}
      onClose={close}
      withCloseButton={made === undefined}
      title={t('Reset the password of {{username}}', { username })}
      size="lg"
    >
      {me?.uid === user.uid ? (
        <Alert icon={<IconInfoCircle aria-hidden />}>
          {rich('This is your own account: change your password at <link>Your account</link>.', {
            link: (words) => (
              <Anchor component={Link} to="/account">
                {words}
              </Anchor>
            ),
          })}
        </Alert>
      ) : isAdmin(user) ? (
        <PasswordLink user={user} />
      ) : made === undefined ? (
        <PasswordForm user={user} dialog={dialog} onMade={setMade} />
      ) : (
        <ShownOnce username={username} password={made} isSaved={false} onSaved={saved} />
      )}
    </Modal>
  );
}

/** Makes a link with which a user of the console sets a password: nobody else knows it. */
function PasswordLink({ user: { uid, username } }: { user: User }) {
  const change = useChange({
    run: () => dataOf(api.POST('/admin/api/users/{uid}/password-reset/', { params: { path: { uid } } })),
    refreshes: [['audit']],
    quiet: true,
  });
  if (change.data === undefined)
    return (
      <Stack align="flex-start">
        <Text size="sm">
          {t(
            '{{username}} has access to this console, so nobody else sets their password. They set it with a link that works once, within 30 minutes.',
            { username },
          )}{' '}
          {t(
            'Whoever has it can set the password. For some days they cannot approve what you propose. Earlier links stop working.',
          )}
        </Text>
        <FailureAlert error={change.error} />
        <Button loading={change.isPending} onClick={() => change.mutate()}>
          {t('Make a link')}
        </Button>
      </Stack>
    );
  return (
    <Stack align="flex-start">
      <Text size="sm">
        {rich('Give it to {{username}} alone: it is shown only once. It ends <when/>.', {
          username,
          when: <When at={change.data.expires_at} />,
        })}
      </Text>
      <CopyText value={change.data.link} label={t('the link')} isBlock />
    </Stack>
  );
}
