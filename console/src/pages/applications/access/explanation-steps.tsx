import { Alert, Group, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconMinus, IconX, type TablerIcon } from '@tabler/icons-react';
import type { Check, Explanation } from './explain.queries';
import classes from './explanation-steps.module.css';
import { RULES } from './rule-words';

type Outcome = 'passed' | 'refused' | 'not reached';

const LOOKS: Readonly<Record<Outcome, { color: string; Icon: TablerIcon }>> = {
  passed: { color: 'teal.8', Icon: IconCheck },
  refused: { color: 'red.8', Icon: IconX },
  'not reached': { color: 'gray', Icon: IconMinus },
};

/** What became of a request: the verdict, and each rule in its order up to the one that refuses. */
export function ExplanationSteps({ explanation }: { explanation: Explanation }) {
  const { admitted, status_code, type, message, checks } = explanation;
  const refusing = checks.findIndex(({ passed }) => !passed);
  const outcomeOf = (index: number): Outcome => {
    if (refusing === -1 || index < refusing) return 'passed';
    return index === refusing ? 'refused' : 'not reached';
  };
  return (
    <div>
      <Alert
        color={admitted ? 'teal' : 'red'}
        role="status"
        title={admitted ? 'Admitted' : `Refused by: ${RULES[checks[refusing]!.rule].title.toLowerCase()}`}
        icon={admitted ? <IconCheck aria-hidden /> : <IconX aria-hidden />}
        mb="md"
      >
        {admitted ? 'No rule speaks against this request.' : `The client gets ${status_code} ${type}: “${message}”.`}
      </Alert>
      <ol className={classes.steps} aria-label="Rules, in their order">
        {checks.map((check, index) => (
          <Step key={check.rule} check={check} outcome={outcomeOf(index)} />
        ))}
      </ol>
    </div>
  );
}

function Step({ check, outcome }: { check: Check; outcome: Outcome }) {
  const { title, passed, refused } = RULES[check.rule];
  const { color, Icon } = LOOKS[outcome];
  const says = check.passed ? passed(check.entry) : refused(check.entry);
  const isReached = outcome !== 'not reached';
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
            {outcome}
          </Text>
        </Group>
        {(isReached || !check.passed) && (
          <Text size="sm" c="dimmed">
            {isReached ? `${says}.` : `It would refuse too: ${lower(says)}.`}
          </Text>
        )}
      </div>
    </li>
  );
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
