import type { Schemas } from '../../api/client';
import type { Approval, ApprovalStatus } from './approvals.queries';
import { t } from '../../i18n/t';

/** What is to be done, by kind. */
const KIND_LABELS: Readonly<Record<string, string>> = {
  'application.self_service': t('Let an application have self-service'),
  'approval.settings': t('Change the approval settings'),
  'commission.settings': t('Change the commission settings'),
  'correction.approve': t('Approve a correction'),
  'earnings.adjust': t('Adjust a balance'),
  'earnings.write-off': t('Write off a balance'),
  'network.settings': t('Change the network settings'),
  'payout.release': t('Release a payout'),
  'plan.publish': t('Publish a plan'),
  'reward.post': t('Post a reward'),
  'reward.reverse': t('Take back a reward'),
  'run.approve': t('Approve a commission run'),
  'user.demote': t('Take a role from somebody, or deactivate them'),
};

/** The kinds, as select options. */
export const KINDS = Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }));

/** The statuses, as select options. */
export const STATUSES: readonly { value: ApprovalStatus; label: string }[] = [
  { value: 'waiting', label: t('Waiting') },
  { value: 'approved', label: t('Approved') },
  { value: 'refused', label: t('Refused') },
  { value: 'lapsed', label: t('Lapsed') },
  { value: 'alone', label: t('Done without approval') },
];

/** When a second person is needed. */
export const MODES: readonly { value: Schemas['ApprovalSettingsView']['mode']; label: string }[] = [
  { value: 'auto', label: t('If somebody else can approve') },
  { value: 'on', label: t('Always') },
  { value: 'off', label: t('Never, except where a plan requires two people') },
];

/** What is to be done. */
export function kindLabel(kind: string): string {
  return KIND_LABELS[kind] ?? kind;
}

/** Why the user cannot approve it. */
export const OBJECTIONS: Readonly<Record<NonNullable<Approval['objection']>, string>> = {
  maker: t('You proposed it or took part in it: another person has to decide.'),
  concerned: t('It is about you: somebody else has to decide.'),
  no_right: t('You lack the permission to decide it.'),
  dependent: t(
    'Somebody who proposed or prepared it recently created your account, reset its password or gave it a role, perhaps through others. Another person has to decide.',
  ),
  related: t(
    'The same person could be behind your account and that of somebody who proposed or prepared it, and one of the two is new or was changed recently: somebody else has to decide.',
  ),
};

const TAKING_PART: Readonly<Record<string, string>> = {
  'run.approve': t(
    'Took part in a run: whoever started it; whoever moved members, placed orders, adjusted or imported volumes or entered values that count in it; and whoever raised the volumes of a bundle.',
  ),
  'correction.approve': t('Took part in a correction: whoever made a move that is in it.'),
  'payout.release': t(
    'Took part in a payout: whoever made the batch; whoever marked as failed a transfer that it pays again; and, for a member whom it pays, whoever ended a hold, or adjusted the balance without approval.',
  ),
  'plan.publish': t('Took part in a plan: whoever created the draft or changed it. A copy has only its creator.'),
  'reward.post': t('Took part in a reward: whoever asked for it, or prepared what it pays.'),
};

/** What counts as taking part; undefined for kinds in which only the maker can have. */
export function takingPart(kind: string): string | undefined {
  return TAKING_PART[kind];
}

const OPEN_LABELS: Readonly<Record<string, string>> = {
  'run.approve': t('Open the run'),
  'correction.approve': t('Open the correction'),
  'payout.release': t('Open the payout'),
  'plan.publish': t('Open the plan'),
  'earnings.adjust': t('Open the earnings'),
  'earnings.write-off': t('Open the earnings'),
  'user.demote': t('Open the user'),
};

/** The label of the link to what a proposal is about. */
export function openLabel(kind: string): string {
  return OPEN_LABELS[kind] ?? t('Open the settings');
}

/** The page of what it is about; undefined if it has none. */
export function subjectPath({ kind, subject }: Pick<Approval, 'kind' | 'subject'>): string | undefined {
  const id = (name: string): string => String(subject[name]);
  switch (kind) {
    case 'run.approve':
      return `/commission-runs/${id('run_id')}`;
    case 'correction.approve':
      return `/commission-corrections/${id('correction_id')}`;
    case 'payout.release':
      return `/payouts/${id('payout_id')}`;
    case 'plan.publish':
      return `/plans/${id('plan_id')}`;
    case 'earnings.adjust':
    case 'earnings.write-off':
      return `/users/${id('uid')}/earnings`;
    case 'application.self_service':
      return `/applications/${id('application_id')}/settings`;
    case 'user.demote':
      return `/users/${id('uid')}`;
    case 'network.settings':
      return '/network/settings';
    case 'commission.settings':
      return '/commission-settings';
    case 'approval.settings':
      return '/approval-settings';
    default:
      return undefined;
  }
}
