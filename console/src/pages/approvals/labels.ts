import type { Approval, ApprovalStatus } from './approvals.queries';

/** What is to be done, by kind. */
const KIND_LABELS: Readonly<Record<string, string>> = {
  'application.self_service': 'Let an application have self-service',
  'approval.settings': 'Change the approval settings',
  'commission.settings': 'Change the commission settings',
  'correction.approve': 'Approve a correction',
  'earnings.adjust': 'Adjust a balance',
  'earnings.write-off': 'Write off a balance',
  'network.settings': 'Change the network settings',
  'payout.release': 'Release a payout',
  'plan.publish': 'Publish a plan',
  'reward.post': 'Post a reward',
  'reward.reverse': 'Take back a reward',
  'run.approve': 'Approve a commission run',
  'user.demote': 'Take a role from somebody, or deactivate them',
};

/** The kinds, as select options. */
export const KINDS = Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }));

/** The statuses, as select options. */
export const STATUSES: readonly { value: ApprovalStatus; label: string }[] = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'approved', label: 'Approved' },
  { value: 'refused', label: 'Refused' },
  { value: 'lapsed', label: 'Lapsed' },
  { value: 'alone', label: 'Done without approval' },
];

/** What is to be done. */
export function kindLabel(kind: string): string {
  return KIND_LABELS[kind] ?? kind;
}

/** Why the user cannot approve it. */
export const OBJECTIONS: Readonly<Record<NonNullable<Approval['objection']>, string>> = {
  maker: 'You proposed it or took part in it: another person has to decide.',
  concerned: 'It is about you: somebody else has to decide.',
  no_right: 'You lack the permission to decide it.',
  dependent:
    'The maker created your account, reset its password or gave it a role recently, perhaps through others: somebody else has to decide.',
  related:
    'The same person could be behind your account and the maker’s, of which one is new or was changed recently: somebody else has to decide.',
};

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
