import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';
import { t } from '../../i18n/t';

export type Compliance = Schemas['ComplianceView'];

/** Who bought and who earned, of a posted period or a year. */
export const complianceQuery = (period: string) =>
  queryOptions({
    queryKey: ['compliance', period],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/compliance/', { params: { query: { period } }, signal })),
    enabled: period !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });

/** The newest periods that are posted. */
export const postedPeriodsQuery = queryOptions({
  queryKey: ['runs', t('posted periods')],
  queryFn: ({ signal }) =>
    dataOf(
      api.GET('/admin/api/commission-runs/', {
        params: { query: { status: 'posted', kind: 'final', limit: 60, offset: 0 } },
        signal,
      }),
    ),
});
