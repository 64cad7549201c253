import { Button, Stack, Text } from '@mantine/core';
import { api, dataOf } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { confirm } from '../../../components/confirm';
import { CopyText } from '../../../components/copy-text';
import { FormSection } from '../../../components/form-section';
import { When } from '../../../components/when';
import type { User } from '../users.queries';
import { rich } from '../../../i18n/rich';
import { t } from '../../../i18n/t';

/** Makes a link with which a user of the console sets a password: nobody else knows it. */
export function PasswordLink({ user: { uid, username } }: { user: User }) {
  const change = useChange({
    run: () => dataOf(api.POST('/admin/api/users/{uid}/password-reset/', { params: { path: { uid } } })),
    refreshes: [['audit']],
    quiet: true,
  });
  return (
    <FormSection
      title={t('Reset the password')}
      description={t(
        '{{username}} has access to this console, so nobody else sets their password. They set it with a link that works once, within 30 minutes.',
        { username },
      )}
    >
      <Stack align="flex-start">
        {change.data === undefined ? (
          <Button
            onClick={() =>
              confirm({
                title: t('Make a link for {{username}}?', { username }),
                body: t(
                  'Whoever has it can set the password. For some days they cannot approve what you propose. Earlier links stop working.',
                ),
                action: t('Make a link'),
                isDangerous: false,
                run: () => change.mutateAsync(),
              })
            }
          >
            {t('Make a link')}
          </Button>
        ) : (
          <>
            <Text size="sm">
              {rich('Give it to {{username}} alone: it is shown only once. It ends <when/>.', {
                username,
                when: <When at={change.data.expires_at} />,
              })}
            </Text>
            <CopyText value={change.data.link} label={t('the link')} isBlock />
          </>
        )}
      </Stack>
    </FormSection>
  );
}
