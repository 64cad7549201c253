import { Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { serviceQuery } from '#console/api/service';
import type { Json } from '../document/paths';
import { useFormContext } from './form-context';
import { useNumberText } from './use-number-text';

/** Keys of amounts of money. */
const MONEY = ['member_cap', 'minimum_payout', 'amount'];

/** Few digits need little room; what explains them needs more. */
const INPUT = { wrapper: { flex: 1, maxWidth: 240 } };

interface NumberFieldProps {
  name: string;
  label: ReactNode;
  description?: ReactNode;
  error?: string;
  value: Json | undefined;
  onChange: (value: number | string | undefined) => void;
  'data-path': string;
  'aria-label'?: string;
  /** What holds while it is empty. */
  placeholder?: string;
  /** Beside the input: what can be done with it. */
  action?: ReactNode;
}

/** A number, with its unit behind it. */
export function NumberField({ name, value, onChange, action, ...field }: NumberFieldProps) {
  const { isReadOnly } = useFormContext();
  const currency = useQuery(serviceQuery).data?.currency_code;
  const { text, type } = useNumberText(value, onChange);
  const unit = name.includes('percent') ? '%' : MONEY.includes(name) ? currency : undefined;
  return (
    <TextInput
      {...field}
      inputMode="decimal"
      autoComplete="off"
      readOnly={isReadOnly}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      rightSection={unit}
      rightSectionWidth={unit === undefined ? undefined : unit.length * 9 + 20}
      rightSectionPointerEvents="none"
      inputContainer={(input) => (
        <Group gap={4} wrap="nowrap">
          {input}
          {action}
        </Group>
      )}
      styles={INPUT}
    />
  );
}
