import { Button, Stack, Text } from '@mantine/core';
import { api, dataOf } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { confirm } from '../../../components/confirm';
import { CopyText } from '../../../components/copy-text';
import { FormSection } from '../../../components/form-section';
import { When } from '../../../components/when';
import type { User } from '../users.queries';

/** Makes a link with which a user of the console sets a password: nobody else knows it. */
export function PasswordLink({ user: { uid, username } }: { user: User }) {
  const change = useChange({
    run: () => dataOf(api.POST('/admin/api/users/{uid}/password-reset/', { params: { path: { uid } } })),
    refreshes: [['audit']],
    quiet: true,
  });
  return (
    <FormSection
      title="Reset the password"
      description={`${username} has access to this console, so nobody else sets their password. They set it with a link that works once, within 30 minutes.`}
    >
      <Stack align="flex-start">
        {change.data === undefined ? (
          <Button
            onClick={() =>
              confirm({
                title: `Make a link for ${username}?`,
                body: 'Whoever has it can set the password. For some days they cannot approve what you propose. Earlier links stop working.',
                action: 'Make a link',
                isDangerous: false,
                run: () => change.mutateAsync(),
              })
            }
          >
            Make a link
          </Button>
        ) : (
          <>
            <Text size="sm">
              Give it to {username} alone: it is shown only once. It ends <When at={change.data.expires_at} />.
            </Text>
            <CopyText value={change.data.link} label="the link" isBlock />
          </>
        )}
      </Stack>
    </FormSection>
  );
}
