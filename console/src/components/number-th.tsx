import { Table, type TableThProps } from '@mantine/core';

/** The head of a column of numbers. */
export function NumberTh(props: TableThProps) {
  return <Table.Th scope="col" ta="end" {...props} />;
}
