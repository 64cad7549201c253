import { Button, Text } from '@mantine/core';
import { IconFileUpload, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/empty-state';
import type { ListFilter } from '../../components/list-filters';
import { pageOf, useList } from '../../components/list-params';
import { ListToolbar } from '../../components/list-toolbar';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { Person, UserLink } from '../../components/person';
import { ResourceList, type Column } from '../../components/resource-list';
import { useDialog } from '../../components/use-dialog';
import { When } from '../../components/when';
import { inputsQuery, useDeclaredInputs, valueInWords, type DeclaredInput, type PutInput } from './inputs.queries';
import { PutDialog } from './put-dialog';
import { t } from '../../i18n/t';

/** Values of members that bonuses of extensions read, and where people put them in. */
export function InputsPage() {
  const declared = useDeclaredInputs();
  const list = useList(filtersOf(declared));
  const dialog = useDialog('put');
  const query = useQuery(inputsQuery(pageOf(list)));
  return (
    <>
      <PageHeader
        title={t('Inputs of bonuses')}
        description={t(
          'Values of members that bonuses of extensions read, newest first. A value holds until the next one; it is never changed.',
        )}
        actions={
          declared.length > 0 && (
            <May do="inputs.write">
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialog.open()}>
                {t('Put in a value')}
              </Button>
            </May>
          )
        }
      />
      <ResourceList
        label={t('Inputs of bonuses')}
        query={query}
        params={list}
        columns={columnsOf(declared)}
        keyOf={({ id }) => id}
        toolbar={<ListToolbar list={list} />}
        csv={{ path: 'commission-inputs/', asked: list.narrowed }}
        empty={
          <EmptyState
            title={t('Nothing was put in yet')}
            hint={t('Members without a value have the default of the input.')}
            Icon={IconFileUpload}
          />
        }
      />
      <PutDialog declared={declared} dialog={dialog} />
    </>
  );
}

function filtersOf(declared: readonly DeclaredInput[]): readonly ListFilter[] {
  const choices = declared.map(({ name, title }) => ({ value: name, label: title }));
  return [
    { kind: 'choice', name: 'name', label: t('Input'), choices },
    { kind: 'person', name: 'uid', label: t('Member') },
    { kind: 'days', label: t('Holds from'), names: ['from', 'to'] },
  ];
}

function columnsOf(declared: readonly DeclaredInput[]): readonly Column<PutInput>[] {
  const inputs = new Map(declared.map((input) => [input.name, input]));
  return [
    { title: t('Input'), cell: ({ name }) => inputs.get(name)?.title ?? name },
    { title: t('Member'), cell: ({ uid, username }) => <UserLink uid={uid} name={username} size="sm" /> },
    { title: t('Value'), cell: ({ name, value }) => valueInWords(inputs.get(name), value) },
    { title: t('Holds from'), cell: ({ at }) => <When at={at} /> },
    { title: t('Put in'), cell: ({ written_at }) => <When at={written_at} /> },
    { title: t('By'), cell: ({ by_uid: by }) => (by === null ? t('an extension') : <Person uid={by} />) },
    {
      title: t('Reason'),
      cell: ({ reason }) => (
        <Text component="span" size="sm" lineClamp={2} className="wraps">
          {reason}
        </Text>
      ),
    },
  ];
}
