import { Select, type SelectProps } from '@mantine/core';
import type { ListParams } from './list-params';

interface FilterSelectProps extends Pick<SelectProps, 'data'> {
  params: Pick<ListParams, 'filters' | 'setFilter'>;
  /** Of the filter in the URL. */
  name: string;
  label: string;
  /** What no choice means: `Any status`. */
  any: string;
  /** Pixels, but on a phone. */
  width?: number;
  /** Whether the label stands above the field, beside others that have theirs there. */
  hasLabel?: boolean;
}

/** Narrows a list to one of some values. */
export function FilterSelect({
  params,
  name,
  label,
  any,
  width = 170,
  hasLabel = false,
  ...select
}: FilterSelectProps) {
  return (
    <Select
      {...select}
      {...(hasLabel ? { label } : { 'aria-label': label })}
      placeholder={any}
      value={params.filters[name] ?? null}
      onChange={(value) => params.setFilter(name, value)}
      clearable
      clearButtonProps={{ 'aria-label': any }}
      w={{ base: '100%', xs: width }}
    />
  );
}
