import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconMailForward } from '@tabler/icons-react';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { confirm } from '../../components/confirm';
import { May } from '../../components/may';
import { plural, t } from '../../i18n/t';
import type { Application } from './applications.queries';

/** Invites members who have no password, as those of an import, by the mailer of an application. */
export function InviteButton({ of: { id, name } }: { of: Application }) {
  const params = { path: { id } };
  const invite = (dry_run: boolean) =>
    dataOf(api.POST('/admin/api/applications/{id}/invitations/', { params, body: { dry_run } }));
  const change = useChange({
    run: async () => {
      let sum = 0;
      for (;;) {
        const { invited, left } = await invite(false);
        sum += invited;
        if (left === 0 || invited === 0) return sum;
      }
    },
    refreshes: [['audit']],
    done: (sum) => plural(sum, '{{count}} member was invited', '{{count}} members were invited'),
    quiet: true,
  });
  const count = useChange({
    run: () => invite(true),
    refreshes: [],
    onDone: ({ invited, left }) => {
      const all = invited + left;
      if (all === 0) return void notifications.show({ message: t('Everybody has a password or an invitation.') });
      confirm({
        title: t('Invite members?'),
        body: plural(
          all,
          '{{count}} member without a password gets an e-mail from {{name}}, with a link that is valid for 14 days.',
          '{{count}} members without a password get an e-mail from {{name}} each, with a link that is valid for 14 days.',
          { name },
        ),
        action: plural(all, 'Invite {{count}} member', 'Invite {{count}} members'),
        isDangerous: false,
        run: () => change.mutateAsync(),
      });
    },
  });
  return (
    <May do="users.write">
      <Button
        variant="default"
        leftSection={<IconMailForward size={16} aria-hidden />}
        loading={count.isPending}
        onClick={() => count.mutate()}
      >
        {t('Invite members…')}
      </Button>
    </May>
  );
}
