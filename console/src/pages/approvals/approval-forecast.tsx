import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';
import { describeFailure } from '../../api/failure';
import { useMay } from '../../api/permissions';
import { namesOf, nobodyCanApprove } from '../../api/waiting';
import { approvalSettingsQuery } from './approvals.queries';
import { OBJECTIONS, takingPart } from './labels';
import { t } from '../../i18n/t';

/** An action; `amount`, `roles` and `reward_key`: where they decide. */
interface Asked {
  kind: string;
  id: string;
  amount?: number;
  roles?: string;
  reward_key?: string;
}

/** Whether an action would wait for a second person now. */
const forecastQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['approval-forecast', asked],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/approvals/forecast/', { params: { query: asked }, signal })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** The settings of a kind are one row. */
const THE_SETTINGS = 1;

/** Says in the question before an action whether it will wait for a second person, and for whom. */
export function ApprovalForecast({ id = THE_SETTINGS, ...asked }: Omit<Asked, 'id'> & { id?: number | string }) {
  const may = useMay();
  const isAsked = may('approvals.read');
  const { data, error } = useQuery({ ...forecastQuery({ ...asked, id: String(id) }), enabled: isAsked });
  // Why nobody else reviews it.
  const isAlone = data?.status === 'alone' && may('settings.read');
  const settings = useQuery({ ...approvalSettingsQuery, enabled: isAlone });
  const isKnown = data !== undefined && !(isAlone && settings.isPending);
  return (
    <Text size="sm" fw={600} role="status" mih="1.5em">
      {!isAsked
        ? t('It may wait for a second person.')
        : error === null
          ? isKnown && forecastOf(data, asked.kind, settings.data?.mode)
          : describeFailure(error)}
    </Text>
  );
}

function forecastOf(
  { status, objection, replaces, waits_for }: Schemas['ApprovalForecastView'],
  kind: string,
  mode: Schemas['ApprovalSettingsView']['mode'] | undefined,
): string {
  if (objection === 'maker') return inSentences(OBJECTIONS.maker, takingPart(kind));
  if (objection !== null) return OBJECTIONS[objection];
  switch (status) {
    case 'waiting': {
      const replaced = replaces === null ? undefined : t('It replaces what you proposed before.');
      return waits_for.length === 0
        ? inSentences(t('This only proposes it.'), replaced, nobodyCanApprove(), takingPart(kind))
        : inSentences(
            t('This only proposes it. Who can then approve it: {{people}}.', { people: namesOf(waits_for) }),
            replaced,
          );
    }
    case 'approved':
      return t('Somebody else prepared it. You review it as the second person, so it is done at once.');
    case null:
      return kind.startsWith('earnings.')
        ? t('It is done at once: amounts up to the adjustment limit need no approval.')
        : t('It is done at once: it needs no approval.');
    default:
      if (mode === undefined) return t('It is done at once: no second person reviews it.');
      return mode === 'off'
        ? t('It is done at once: the approval settings require no second person.')
        : t(
            'It is done at once: nobody else can review it yet. An account that you created or gave rights to can review only after the number of days in the approval settings.',
          );
  }
}

const inSentences = (...sentences: readonly (string | undefined)[]): string =>
  sentences.filter((sentence) => sentence !== undefined).join(' ');
