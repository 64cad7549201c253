import { hasDecimals } from './document/fields.js';
import { CannotCalculate, ONE, tenThousandths } from './exact.js';

/** The value of an input: the name of a choice, or a number. */
export type InputValue = string | number;

interface Declared {
  /** Unique in the service, such as `loyalty_tier`. */
  readonly name: string;
  /** For people, such as `Loyalty tier`. */
  readonly title: string;
  /** What it is, and where it comes from. */
  readonly description: string;
  /** Whether a value holds on in later periods until another is put in; otherwise each period begins with the default. */
  readonly isLasting: boolean;
}

/** One of some words. Add further ones at the end: what was calculated before knows each by its place. */
interface ChoiceInput extends Declared {
  readonly type: 'choice';
  readonly choices: readonly string[];
  /** What members have for whom nothing was put in. */
  readonly default: string;
}

/** A whole number, or one with at most 4 decimals. */
interface NumberInput extends Declared {
  readonly type: 'integer' | 'decimal';
  readonly min: number;
  readonly max: number;
  /** What members have for whom nothing was put in. */
  readonly default: number;
}

/** A value that members have from an instant on, and that types of bonuses read: an extension or an admin puts it in. */
export type BonusInput = ChoiceInput | NumberInput;

/** The input of a member in a run, as an explanation reads it. */
export interface InputOfMember {
  readonly value: InputValue;
  /** When it was put in; null for the default. */
  readonly since: Date | null;
}

const NAME = /^[a-z][a-z0-9_]{0,39}$/;
const CHOICE = /^[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}$/;
/** Ten-thousandths of it are exact. */
const MOST_NUMBER = 1_000_000_000;
const MOST_CHOICES = 100;

/**
 * Declares an input.
 * @throws Error naming it, if the declaration cannot hold: a name that is none, no choices, a default that is not allowed
 */
export function defineInput<const Input extends BonusInput>(input: Input): Input {
  const problem = problemOfDeclaration(input);
  if (problem !== undefined) throw new Error(`input ${input.name}: ${problem}`);
  return Object.freeze(input);
}

function problemOfDeclaration(input: BonusInput): string | undefined {
  if (!NAME.test(input.name)) return `its name must match ${NAME.source}`;
  if (input.type === 'choice') {
    const { choices } = input;
    if (choices.length === 0 || choices.length > MOST_CHOICES) return `must have 1 to ${MOST_CHOICES} choices`;
    const wrong = choices.find((choice, at) => !CHOICE.test(choice) || choices.indexOf(choice) !== at);
    if (wrong !== undefined)
      return `the choice ${JSON.stringify(wrong)} is repeated, or does not match ${CHOICE.source}`;
  } else if (!(input.min <= input.max && Math.max(Math.abs(input.min), Math.abs(input.max)) <= MOST_NUMBER)) {
    return `min and max must be in order, and at most ${MOST_NUMBER}`;
  }
  const problem = validateInput(input, input.default);
  return problem === undefined ? undefined : `its default ${problem}`;
}

/** What is wrong with a value of an input, or undefined. */
export function validateInput(input: BonusInput, value: unknown): string | undefined {
  if (input.type === 'choice')
    return input.choices.includes(value as string) ? undefined : `must be one of ${input.choices.join(', ')}`;
  const { type, min, max } = input;
  if (typeof value !== 'number' || Number.isNaN(value)) return 'must be a number';
  if (type === 'integer' && !Number.isInteger(value)) return 'must be a whole number';
  if (!hasDecimals(value)) return 'must have at most 4 decimals';
  return value >= min && value <= max ? undefined : `must be from ${min} to ${max}`;
}

/**
 * The number that stands for a value in {@link PeriodInput.inputs}: the place of a choice from 0 on, a whole number, or a decimal
 * in ten-thousandths. NaN for what is no value of the input.
 */
export function inputNumber(input: BonusInput, value: InputValue): number {
  if (validateInput(input, value) !== undefined) return Number.NaN;
  if (input.type === 'choice') return input.choices.indexOf(value as string);
  return input.type === 'integer' ? (value as number) : tenThousandths(value as number);
}

/** The value for which a number stands. */
export function inputValue(input: BonusInput, number: number): InputValue {
  if (input.type === 'choice') return input.choices[number]!;
  return input.type === 'integer' ? number : number / ONE;
}

/** A type of bonus reads an input that no type of bonus of the plan names in its `inputs`. */
export class UndeclaredInput extends CannotCalculate {
  constructor(name: string) {
    super(`a type of bonus reads the input ${name} without naming it in its inputs`);
    this.name = 'UndeclaredInput';
  }
}
