import type { Check } from './explain.queries';
import { t } from '../../../i18n/t';

/** Texts of a rule: its title and its two results. */
interface RuleTexts {
  title: string;
  passed: (entry: string | null) => string;
  refused: (entry: string | null) => string;
}

/** The rules in the order in which they are checked. */
export const RULES: Readonly<Record<Check['rule'], RuleTexts>> = {
  key: {
    title: t('Key'),
    passed: () => t('The application has a valid key'),
    refused: () => t('The application has no valid key at this time'),
  },
  status: {
    title: t('Status'),
    passed: () => t('The application is not inactive'),
    refused: () => t('The application is inactive'),
  },
  maintenance: {
    title: t('Maintenance'),
    passed: () => t('The application is not in maintenance'),
    refused: () => t('The application is in maintenance'),
  },
  version: {
    title: t('API version'),
    passed: () => t('Its keys are valid for this version'),
    refused: () => t('Its keys are valid for another version'),
  },
  host_block: {
    title: t('Blocked hosts'),
    passed: () => t('The host is not blocked'),
    refused: (entry) => (entry === null ? t('Blocked by an entry') : t('Blocked by {{entry}}', { entry })),
  },
  host_allow: {
    title: t('Allowed hosts'),
    passed: (entry) =>
      entry === null ? t('The list is empty: any host may call') : t('Allowed by {{entry}}', { entry }),
    refused: () => t('No entry matches the host, or the request has none'),
  },
  ip_block: {
    title: t('Blocked IP addresses'),
    passed: () => t('The address is not blocked'),
    refused: (entry) => (entry === null ? t('Blocked by an entry') : t('Blocked by {{entry}}', { entry })),
  },
  ip_allow: {
    title: t('Allowed IP addresses'),
    passed: (entry) =>
      entry === null ? t('The list is empty: any address may call') : t('Allowed by {{entry}}', { entry }),
    refused: () => t('No entry matches the address'),
  },
};
