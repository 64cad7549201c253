import { IconCash, IconHandStop, IconScale } from '@tabler/icons-react';
import { Outlet, useLocation } from 'react-router';
import { PageHeader } from '../../components/page-header';
import { SectionTabs, type Section } from '../../components/section-tabs';
import { t } from '../../i18n/t';
import { NewBatch } from './batch/batches';
import { PutOnHold } from './holds/holds';

const SECTIONS: readonly Section[] = [
  { to: 'batches', label: t('Batches'), Icon: IconCash },
  { to: 'balances', label: t('Balances'), permission: 'earnings.read', Icon: IconScale },
  { to: 'holds', label: t('Holds'), permission: 'holds.read', Icon: IconHandStop },
];

/** Payouts: batches, balances and holds. */
export function PayoutsPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader
        title={t('Payouts')}
        actions={pathname.endsWith('/batches') ? <NewBatch /> : pathname.endsWith('/holds') && <PutOnHold />}
        description={t(
          'A batch takes the payable balances of active distributors. It is released, by a second person if the approval settings or the plan require one. Then each transfer is marked as paid, or as failed, which returns the amount. No bank data is kept here.',
        )}
      />
      <SectionTabs label={t('Sections of payouts')} sections={SECTIONS} />
      <Outlet />
    </>
  );
}
