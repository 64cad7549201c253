import type { Check } from './explain.queries';

/** A rule in words: what it asks, and what each answer means. */
interface RuleWords {
  title: string;
  passed: (entry: string | null) => string;
  refused: (entry: string | null) => string;
}

/** The rules in the order in which they are checked. */
export const RULES: Readonly<Record<Check['rule'], RuleWords>> = {
  key: {
    title: 'Key',
    passed: () => 'A key of the application works',
    refused: () => 'No key of the application works at this time',
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
    passed: () => 'The version is the one that its keys are good for',
    refused: () => 'Its keys are good for another version',
  },
  host_block: {
    title: 'Blocked hosts',
    passed: () => 'The host is not blocked',
    refused: (entry) => `Blocked by ${entry ?? 'an entry'}`,
  },
  host_allow: {
    title: 'Allowed hosts',
    passed: (entry) => (entry === null ? 'The list is empty: any host may call' : `Allowed by ${entry}`),
    refused: () => 'No entry names the host, or the request names none',
  },
  ip_block: {
    title: 'Blocked IP addresses',
    passed: () => 'The address is not blocked',
    refused: (entry) => `Blocked by ${entry ?? 'an entry'}`,
  },
  ip_allow: {
    title: 'Allowed IP addresses',
    passed: (entry) => (entry === null ? 'The list is empty: any address may call' : `Allowed by ${entry}`),
    refused: () => 'No entry names the address',
  },
};
