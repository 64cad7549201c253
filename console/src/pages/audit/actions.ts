import { inWords } from '../../components/format';
import { t } from '../../i18n/t';

/** Acts whose last word says too little. */
const ACTS: Readonly<Record<string, string>> = {
  'bundle.create': t('Created the bundle'),
  'consent.withdraw': t('Withdrew a consent'),
  'network.move': t('Moved the member'),
  'network.move-back': t('Moved the member, dated back'),
  'network.place': t('Placed the member'),
  'order.place': t('Placed the order'),
  'picture.upload': t('Uploaded a picture'),
  'plan.publish': t('Published the plan'),
  'price.cancel': t('Cancelled a scheduled price'),
  'price.schedule': t('Scheduled a price'),
  'product.delete': t('Deleted a variant'),
  'recovery_codes.renew': t('Made new recovery codes'),
  'second_factor.add': t('Added a second factor'),
  'second_factor.remove': t('Removed a second factor'),
  'user.note': t('Wrote a note'),
  'user.password_link': t('Made a link to choose a password'),
  'webhook_delivery.redeliver': t('Resent a delivery'),
  'webhook_delivery.redeliver_since': t('Resent deliveries'),
};

/** Acts by their last word. */
const VERBS: Readonly<Record<string, string>> = {
  approve: t('Approved it'),
  'bank-file': t('Made a file for the bank'),
  cancel: t('Cancelled it'),
  change: t('Changed it'),
  'change-fields': t('Changed custom fields'),
  'change-settings': t('Changed settings'),
  'change-status': t('Changed the status'),
  create: t('Created it'),
  delete: t('Deleted it'),
  discard: t('Discarded it'),
  download: t('Downloaded it'),
  erase: t('Erased the personal data'),
  mark: t('Marked items'),
  'mark-by-file': t('Marked items by a file of the bank'),
  'mark-failed': t('Marked items as failed'),
  'mark-paid': t('Marked items as paid'),
  post: t('Posted it'),
  read: t('Looked at it'),
  release: t('Released it'),
  replay: t('Calculated it again to compare'),
  return: t('Recorded a return'),
  signup: t('Signed up'),
  start: t('Started it'),
  update: t('Changed it'),
};

/** What somebody did, in words: `order.change-status` is “Changed the status”. */
export function actionInWords(action: string): string {
  const verb = action.slice(action.indexOf('.') + 1);
  return ACTS[action] ?? VERBS[verb] ?? inWords(action);
}
