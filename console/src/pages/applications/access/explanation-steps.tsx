import { Alert, Group, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconMinus, IconX, type TablerIcon } from '@tabler/icons-react';
import type { Check, Explanation } from './explain.queries';
import classes from './explanation-steps.module.css';
import { RULES } from './rule-texts';
import { language, t, within } from '../../../i18n/t';

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
