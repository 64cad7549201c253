import type { Permission } from '../../api/permissions';
import { t } from '../../i18n/t';

/** Something to do: the page where it is done, with its form or dialog open. */
interface Action {
  label: string;
  /** Other words for it. */
  also?: string;
  to: string;
  permission: Permission;
}

/** What can be done from anywhere. */
export const ACTIONS: readonly Action[] = [
  { label: t('First steps'), also: t('setup begin'), to: '/first-steps', permission: 'account.read' },
  { label: t('Start a run'), to: '/commission-runs?dialog=start', permission: 'runs.write' },
  {
    label: t('New payout batch'),
    also: t('pay out'),
    to: '/payouts/batches?dialog=create',
    permission: 'payouts.write',
  },
  { label: t('Put somebody on hold'), to: '/payouts/holds?dialog=hold', permission: 'holds.write' },
  { label: t('Create a user'), also: t('new invite member'), to: '/users/new', permission: 'users.write' },
  { label: t('Create a bundle'), also: t('new'), to: '/bundles?dialog=new', permission: 'bundles.write' },
  { label: t('Create a product type'), also: t('new'), to: '/product-types/+new', permission: 'product-types.write' },
  {
    label: t('Register an application'),
    also: t('new create'),
    to: '/applications/new',
    permission: 'applications.write',
  },
  { label: t('New plan'), to: '/plans/new', permission: 'plans.write' },
  { label: t('Adjust volumes'), to: '/volumes?dialog=adjust', permission: 'volumes.write' },
  { label: t('Import members'), to: '/imports/new/members', permission: 'imports.write' },
  { label: t('Import volumes'), to: '/imports/new/volumes', permission: 'imports.write' },
  { label: t('Import bundles'), to: '/imports/new/bundles', permission: 'imports.write' },
  {
    label: t('Your account'),
    also: t('password second factor two 2FA passkey authenticator recovery codes sessions'),
    to: '/account',
    permission: 'account.read',
  },
];
