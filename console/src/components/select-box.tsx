import { Checkbox } from '@mantine/core';
import type { Selection } from './use-selection';
import { t } from '../i18n/t';

interface SelectBoxProps<Row> {
  row: Row;
  name: string;
  selection: Selection<Row>;
}

/** Selects a row; with Shift, all rows since the one before. */
export function SelectBox<Row>({ row, name, selection }: SelectBoxProps<Row>) {
  return (
    <Checkbox
      size="xs"
      aria-label={t('Select {{name}}', { name })}
      checked={selection.has(row)}
      onChange={({ currentTarget, nativeEvent }) =>
        selection.set(row, currentTarget.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
      }
    />
  );
}
