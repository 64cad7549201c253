import type { Check } from './explain.queries';

/** Texts of a rule: its title and its two results. */
interface RuleTexts {
  title: string;
  passed: (entry: string | null) => string;
  refused: (entry: string | null) => string;
}

/** The rules in the order in which they are checked. */
export const RULES: Readonly<Record<Check['rule'], RuleTexts>> = {
  key: {
    title: 'Key',
    passed: () => 'The application has a valid key',
    refused: () => 'The application has no valid key at this time',
  },
  status: {
    title: 'Status',
    passed: () => 'The application is not inactive',
    refused: () => 'The application is inactive',
  },
  maintenance: {
    title: 'Maintenance',
    passed: () => 'The application is not in maintenance',
    refused: () => 'The application is in maintenance',
  },
  version: {
    title: 'API version',
    passed: () => 'Its keys are valid for this version',
    refused: () => 'Its keys are valid for another version',
  },
  host_block: {
    title: 'Blocked hosts',
    passed: () => 'The host is not blocked',
    refused: (entry) => `Blocked by ${entry ?? 'an entry'}`,
  },
  host_allow: {
    title: 'Allowed hosts',
    passed: (entry) => (entry === null ? 'The list is empty: any host may call' : `Allowed by ${entry}`),
    refused: () => 'No entry matches the host, or the request has none',
  },
  ip_block: {
    title: 'Blocked IP addresses',
    passed: () => 'The address is not blocked',
    refused: (entry) => `Blocked by ${entry ?? 'an entry'}`,
  },
  ip_allow: {
    title: 'Allowed IP addresses',
    passed: (entry) => (entry === null ? 'The list is empty: any address may call' : `Allowed by ${entry}`),
    refused: () => 'No entry matches the address',
  },
};
