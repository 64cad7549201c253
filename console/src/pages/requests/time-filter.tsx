import { TextInput } from '@mantine/core';
import type { ListParams } from '../../components/list-params';

/** When requests began or ended, in the time zone of the browser. */
export function TimeFilter({ params, name, label }: { params: ListParams; name: string; label: string }) {
  return (
    <TextInput
      label={label}
      type="datetime-local"
      value={params.filters[name] ?? ''}
      onChange={({ currentTarget }) => params.setFilter(name, currentTarget.value)}
      w={{ base: '100%', xs: 216 }}
    />
  );
}
