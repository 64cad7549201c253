import { api, dataOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/use-change';
import { showRecoveryCodes } from '../../components/recovery-codes';
import { factorsQuery } from './account.queries';
import { t } from '../../i18n/t';

/** Begins to set a factor up. */
export function beginFactor(body: Schemas['AddFactorDto']): Promise<Schemas['AddedFactorView']> {
  return dataOf(api.POST('/admin/api/account/factors/', { body }));
}

/** Confirms a new factor; recovery codes that come with it are shown. @param run gives the proof that it works */
export function useNewFactor<Input>(
  run: (input: Input) => Promise<{ id: string; body: Schemas['ConfirmFactorDto'] }>,
  onDone: () => void,
) {
  return useChange({
    run: async (input: Input) => {
      const { id, body } = await run(input);
      return dataOf(api.POST('/admin/api/account/factors/{id}/confirm/', { params: { path: { id } }, body }));
    },
    refreshes: [factorsQuery.queryKey, ['audit']],
    done: t('Your second factor is set up'),
    onDone: ({ recovery_codes: codes }) => {
      onDone();
      if (codes !== null) showRecoveryCodes(codes);
    },
    quiet: true,
  });
}
