import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { serviceQuery } from '../../api/service';
import { formatNumber } from '../../components/format';
import { callAdmin, type AdminParams } from '../../extension-api/admin-api';

/** An input that bonuses of extensions read. */
export type DeclaredInput = NonNullable<Schemas['AdminServiceView']['commission_inputs']>[number];

/** A value that was put in. Its operation is there only with an extension, so the service's document does not have it. */
export interface PutInput {
  id: number;
  name: string;
  uid: number;
  username: string;
  value: string;
  at: string;
  written_at: string;
  by_uid: number | null;
  reason: string | null;
}

export const INPUTS_PATH = 'commission-inputs/';

/** What was put in, newest first. */
export const inputsQuery = (params: AdminParams) =>
  queryOptions({
    queryKey: ['commission-inputs', params],
    queryFn: ({ signal }) =>
      callAdmin<{ count: number; next: string | null; previous: string | null; results: PutInput[] }>(
        'GET',
        INPUTS_PATH,
        { params, signal },
      ),
    placeholderData: keepPreviousData,
  });

/** The inputs that there are; none until they are known. */
export function useDeclaredInputs(): readonly DeclaredInput[] {
  return useQuery(serviceQuery).data?.commission_inputs ?? [];
}

/** A value in words: choices as they are called, numbers as people write them. */
export function valueInWords(input: DeclaredInput | undefined, value: string): string {
  return input === undefined || input.type === 'choice' ? value : formatNumber(Number(value));
}
