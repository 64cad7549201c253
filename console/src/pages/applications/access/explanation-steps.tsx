import { Alert, Group, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconMinus, IconX, type TablerIcon } from '@tabler/icons-react';
import type { Check, Explanation } from './explain.queries';
import classes from './explanation-steps.module.css';
import { language, t, within } from '#console/i18n/t';

type Outcome = 'passed' | 'rejected' | 'not checked';

const OUTCOME_STYLES: Readonly<Record<Outcome, { color: string; Icon: TablerIcon }>> = {
  passed: { color: 'teal.8', Icon: IconCheck },
  rejected: { color: 'red.8', Icon: IconX },
  'not checked': { color: 'gray', Icon: IconMinus },
};

const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  passed: t('passed'),
  rejected: t('rejected'),
  'not checked': t('not checked'),
};

/** The result for a request: the outcome, and each rule in order up to the one that rejects it. */
export function ExplanationSteps({ explanation }: { explanation: Explanation }) {
  const { admitted, status_code, type, message, checks } = explanation;
  const refusing = checks.findIndex(({ passed }) => !passed);
  const outcomeOf = (index: number): Outcome => {
    if (refusing === -1 || index < refusing) return 'passed';
    return index === refusing ? 'rejected' : 'not checked';
  };
  return (
    <div>
      <Alert
        color={admitted ? 'teal' : 'red'}
        role="status"
        title={
          admitted ? t('Allowed') : t('Rejected by: {{title}}', { title: within(RULES[checks[refusing]!.rule].title) })
        }
        icon={admitted ? <IconCheck aria-hidden /> : <IconX aria-hidden />}
        mb="md"
      >
        {admitted
          ? t('No rule rejects this request.')
          : t('The client gets {{status_code}} {{type}}: “{{message}}”.', { status_code, type, message })}
      </Alert>
      <ol className={classes.steps} aria-label={t('Rules, in the order they are checked')}>
        {checks.map((check, index) => (
          <Step key={check.rule} check={check} outcome={outcomeOf(index)} />
        ))}
      </ol>
    </div>
  );
}

function Step({ check, outcome }: { check: Check; outcome: Outcome }) {
  const { title, passed, refused } = RULES[check.rule];
  const { color, Icon } = OUTCOME_STYLES[outcome];
  const says = check.passed ? passed(check.entry) : refused(check.entry);
  const isReached = outcome !== 'not checked';
  return (
    <li className={classes.step}>
      <ThemeIcon size={24} radius="xl" color={color} variant={isReached ? 'filled' : 'light'} flex="none">
        <Icon size={15} stroke={2.5} aria-hidden />
      </ThemeIcon>
      <div>
        <Group gap="xs" align="baseline">
          <Text size="sm" fw={600} c={isReached ? undefined : 'dimmed'}>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {OUTCOME_WORDS[outcome]}
          </Text>
        </Group>
        {(isReached || !check.passed) && (
          <Text size="sm" c="dimmed">
            {isReached ? `${says}.` : t('This rule would also reject it: {{says}}.', { says: lower(says) })}
          </Text>
        )}
      </div>
    </li>
  );
}

function lower(text: string): string {
  return language === 'en' ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** Texts of a rule: its title and its two results. */
interface RuleTexts {
  title: string;
  passed: (entry: string | null) => string;
  refused: (entry: string | null) => string;
}

/** The rules in the order in which they are checked. */
const RULES: Readonly<Record<Check['rule'], RuleTexts>> = {
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
