import { useApplication } from '../use-application';

/** The tab “Webhook” of an application. */
export function WebhookTab() {
  const { webhook } = useApplication();
  return <p>{webhook?.url ?? 'No webhook'}</p>;
}
