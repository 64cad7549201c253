import { ActionIcon, Button, Group, Menu, Popover, Stack, TextInput } from '@mantine/core';
import { IconBookmark, IconChevronDown, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useMay } from '../api/permissions';
import { confirm } from './confirm';
import type { ListParams } from './list-params';
import type { View, Views } from './use-views';
import { t } from '../i18n/t';

const MAX_NAME = 40;

interface ListViewsProps {
  views: Views;
  params: Pick<ListParams, 'kept' | 'apply'>;
}

/** The views of a list, the user’s own and those that others share, and a button that saves what is looked for now. */
export function ListViews({ views, params: { kept, apply } }: ListViewsProps) {
  const { all, open } = views;
  const canBeSaved = kept !== '' && all.every((view) => !views.isOwn(view) || view.query !== kept);
  if (all.length === 0 && !canBeSaved) return null;
  return (
    <Group gap="xs" className="screen-only" role="group" aria-label={t('Views')}>
      {all.length > 0 && (
        <ViewChip isOpen={open === undefined && kept === ''} onClick={() => apply('', null)}>
          {t('All', { context: 'entries' })}
        </ViewChip>
      )}
      {all.map((view) => (
        <OneView key={view.id} view={view} views={views} isOpen={view === open} apply={apply} />
      ))}
      {canBeSaved && <SaveView views={views} />}
    </Group>
  );
}

interface ViewChipProps {
  isOpen: boolean;
  onClick: () => void;
  title?: string | undefined;
  icon?: ReactNode;
  children: ReactNode;
}

function ViewChip({ isOpen, onClick, title, icon, children }: ViewChipProps) {
  return (
    <Button
      title={title}
      leftSection={icon}
      size="compact-sm"
      radius="xl"
      variant={isOpen ? 'light' : 'default'}
      aria-pressed={isOpen}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

function OneView({
  view,
  views,
  isOpen,
  apply,
}: {
  view: View;
  views: Views;
  isOpen: boolean;
  apply: ListParams['apply'];
}) {
  const { id, name, query, username, shared } = view;
  const isOwn = views.isOwn(view);
  const mayDelete = useMay()('users.roles');
  const [isRenaming, setRenaming] = useState(false);
  const askToDelete = (): void =>
    confirm({
      title: t('Delete the view {{name}}?', { name }),
      body: t('{{username}} shares this view with everybody. Deleting it cannot be undone.', { username }),
      action: t('Delete'),
      run: async () => views.remove(view),
    });
  return (
    <Popover
      opened={isRenaming}
      onChange={setRenaming}
      position="bottom-start"
      shadow="md"
      width={280}
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <Group gap={0} wrap="nowrap">
          <ViewChip
            isOpen={isOpen}
            onClick={() => apply(query, String(id))}
            title={isOwn ? undefined : t('Shared by {{username}}', { username })}
            icon={shared && <IconUsers size={14} aria-label={t('Shared')} />}
          >
            {name}
          </ViewChip>
          {isOpen && (isOwn || mayDelete) && (
            <Menu position="bottom-start" shadow="md">
              <Menu.Target>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  radius="xl"
                  aria-label={t('Change the view {{name}}', { name })}
                >
                  <IconChevronDown size={14} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {isOwn && (
                  <>
                    <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={() => setRenaming(true)}>
                      {t('Rename')}
                    </Menu.Item>
                    <Menu.Item
                      leftSection={<IconUsers size={14} aria-hidden />}
                      onClick={() => views.change(view, { shared: !shared })}
                    >
                      {shared ? t('Stop sharing') : t('Share with everybody')}
                    </Menu.Item>
                  </>
                )}
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={14} aria-hidden />}
                  onClick={() => (isOwn ? views.remove(view) : askToDelete())}
                >
                  {t('Delete')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </Group>
      </Popover.Target>
      <Popover.Dropdown>
        <NameForm
          name={name}
          action={t('Rename')}
          onSubmit={(next) => {
            views.change(view, { name: next });
            setRenaming(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** With a view open, its own name is offered: saving under it changes the view. */
function SaveView({ views: { open, isOwn, save } }: { views: Views }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {t('Save view')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <NameForm
          name={open !== undefined && isOwn(open) ? open.name : ''}
          action={t('Save')}
          hint={t('The same name replaces a view.')}
          onSubmit={(name) => {
            save(name);
            setOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface NameFormProps {
  name: string;
  action: string;
  hint?: string;
  onSubmit: (name: string) => void;
}

function NameForm({ name, action, hint, onSubmit }: NameFormProps) {
  const [text, setText] = useState(name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onSubmit(text.trim());
      }}
    >
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('Name of the view')}
          description={hint}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          maxLength={MAX_NAME}
          autoComplete="off"
        />
        <Button type="submit" size="xs" disabled={text.trim() === ''}>
          {action}
        </Button>
      </Stack>
    </form>
  );
}
