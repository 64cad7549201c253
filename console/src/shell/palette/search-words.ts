import { t } from '../../i18n/t';

/** What else people call the rooms of the navigation, or look for there, by their addresses. */
export const SEARCH_WORDS: Readonly<Record<string, string>> = {
  '/approvals': t('second person proposals four eyes'),
  '/bundles': t('prices products variants catalogue pictures csv export'),
  '/orders': t('refunds returns sales purchases invoices payments csv export'),
  '/users': t('members people admins roles password reset csv export'),
  '/network/tree': t('genealogy team upline downline sponsor'),
  '/volumes': t('points PV GV sales csv export'),
  '/imports': t('csv file upload'),
  '/plans': t('compensation bonus ranks caps'),
  '/commission-runs': t('calculate period month earnings csv export'),
  '/commission-corrections': t('moves backdated adjustments'),
  '/payouts': t('bank transfers balances holds csv export'),
  '/compliance': t('income disclosure reports'),
  '/approval-settings': t('second person four eyes'),
  '/audit': t('history changes csv export'),
  '/applications': t('API keys webhooks invite shop'),
  '/requests': t('API errors traffic'),
  '/deliveries': t('webhooks events'),
};
