import type { z } from 'zod';
import type { Base } from './bases.js';
import type { BonusType } from './bonus-type.js';
import { OWN_TYPES } from './bonuses/index.js';
import { planSchemaOf, type AnyBonus, type Plan } from './document/plan.schema.js';
import { validateNames, type Problem, type Surroundings } from './document/problem.js';
import { CannotCalculate } from './exact.js';
import { linesWord, sumOf, whyUnpaid } from './explanation.js';
import type { BonusInput } from './inputs.js';
import type { PaidOn, PeriodCalculation } from './period-calculation.js';

/** A type of bonus, whatever its parameters are. */
export type AnyBonusType = BonusType<AnyBonus>;

type SchemasOf<Types extends readonly { readonly schema: unknown }[]> = {
  readonly [At in keyof Types]: Types[At]['schema'];
};

const OWN_SCHEMAS = OWN_TYPES.map(({ schema }) => schema) as unknown as SchemasOf<typeof OWN_TYPES>;

/** A plan with the types of bonuses that there are without extensions. */
export const planSchema = planSchemaOf(OWN_SCHEMAS);

/** A plan as it is sent: what has a default may be left out. */
export type PlanDocument = z.input<typeof planSchema>;

/** The types of bonuses that plans may have: the engine's own, and those that extensions add. */
export class BonusTypes {
  /** The schema of a plan with bonuses of these types. */
  readonly planSchema: z.ZodType<Plan>;
  /** All inputs that the types read, by their names. */
  readonly inputs: ReadonlyMap<string, BonusInput>;
  private readonly types: ReadonlyMap<string, AnyBonusType>;

  /**
   * @param further types of extensions
   * @throws Error if two types have one name, or two inputs
   */
  constructor(further: readonly AnyBonusType[] = []) {
    const types = new Map<string, AnyBonusType>(OWN_TYPES.map((type) => [type.type, type]));
    for (const type of further) {
      if (types.has(type.type)) throw new Error(`there is a type of bonus ${type.type} already`);
      types.set(type.type, type);
    }
    this.types = types;
    this.inputs = inputsOf(further);
    const schemas = further.map(({ schema }) => schema as z.ZodType & z.core.$ZodTypeDiscriminable);
    this.planSchema = planSchemaOf([...OWN_SCHEMAS, ...schemas]) as unknown as z.ZodType<Plan>;
  }

  /** The type with a name; undefined if there is none. */
  find(name: string): AnyBonusType | undefined {
    return this.types.get(name);
  }

  /**
   * The type of a bonus of a validated plan.
   * @throws Error if there is none: the extension that added it is gone
   */
  of({ type: name }: Pick<AnyBonus, 'type'>): AnyBonusType {
    const type = this.find(name);
    if (type === undefined) throw new Error(`there is no type of bonus ${name}: is its extension missing?`);
    return type;
  }

  /** The type of a bonus by which something was calculated before: if its extension is gone, only lines name it. */
  past({ type }: Pick<AnyBonus, 'type'>): Omit<AnyBonusType, 'type' | 'schema' | 'calculate'> {
    return this.find(type) ?? GONE;
  }

  /**
   * What the schema cannot say of a bonus: which others it names, and what its type says beside. Paths are relative to the
   * bonus; nothing for a type that there is not.
   */
  *validate(bonus: Readonly<Record<string, unknown>>, around: Surroundings): Iterable<Problem> {
    const type = this.find(String(bonus.type));
    for (const [field, which] of Object.entries(type?.names ?? {}))
      yield* validateNames(field, bonus[field], which, around);
    yield* type?.validate?.(bonus, around) ?? [];
  }

  /** What counts of the source of a bonus's lines: without the first days that another bonus of the plan keeps for itself. */
  baseOf({ bonuses }: Plan, bonus: AnyBonus): Base | null {
    const base = this.find(bonus.type)?.base(bonus) ?? null;
    if (base === null || 'earnedBy' in base) return base;
    let { fromDay } = base;
    for (const other of bonuses) {
      const withheld = this.find(other.type)?.withholds?.(other);
      if (withheld?.from.includes(bonus.id) === true) fromDay = Math.max(fromDay, withheld.days);
    }
    return { ...base, fromDay };
  }

  /** Whether the type of a bonus is one of the engine's own, and of no extension. */
  isOwn({ type }: Pick<AnyBonus, 'type'>): boolean {
    return OWN_TYPES.some((own) => own.type === type);
  }

  /** What the lines of a bonus of a validated plan are paid on, and how that goes up. */
  paidOn(plan: Plan, bonus: AnyBonus): PaidOn {
    const type = this.of(bonus);
    return { unit: type.unit, base: this.baseOf(plan, bonus), levels: type.levels(bonus, plan) };
  }

  /**
   * Adds the lines of a bonus of a validated plan.
   * @throws CannotCalculate; where the type of an extension fails or adds a wrong line, naming the bonus, with the failure as its cause
   */
  calculate(period: PeriodCalculation, bonus: AnyBonus): void {
    const type = this.of(bonus);
    if (this.isOwn(type)) return type.calculate(period, bonus);
    const limits = { bonus: period.positionOf(bonus.id), ranks: period.plan.ranks.length };
    try {
      period.lines.checked(limits, () => type.calculate(period, bonus));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CannotCalculate(`bonus ${bonus.id} (${bonus.type}): ${reason}`, { cause: error });
    }
  }

  /** The inputs that bonuses of a plan read, in the order of their names. */
  inputsOf({ bonuses }: Pick<Plan, 'bonuses'>): BonusInput[] {
    const named = new Set(bonuses.flatMap((bonus) => this.find(bonus.type)?.inputs ?? []));
    return [...named].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Whether a bonus of a plan is paid on prices. */
  readPrices({ bonuses }: Plan): boolean {
    return bonuses.some((bonus) => this.find(bonus.type)?.unit === 'price');
  }

  /** The ids of the bonuses that carry volume of placement legs into the next period. */
  carriers({ bonuses }: Pick<Plan, 'bonuses'>): string[] {
    return bonuses.filter((bonus) => this.find(bonus.type)?.carriesLegs === true).map(({ id }) => id);
  }
}

/** Types share an input by sharing its declaration, so that they cannot disagree about it. */
function inputsOf(types: readonly AnyBonusType[]): ReadonlyMap<string, BonusInput> {
  const inputs = new Map<string, BonusInput>();
  for (const input of types.flatMap((type) => type.inputs ?? [])) {
    const known = inputs.get(input.name);
    if (known !== undefined && known !== input) throw new Error(`the input ${input.name} is declared twice`);
    inputs.set(input.name, input);
  }
  return inputs;
}

/** Stands for a type whose extension is gone. */
const GONE: ReturnType<BonusTypes['past']> = {
  unit: 'volume',
  base: () => null,
  levels: () => null,
  explain({ id, type }, run) {
    const sum = sumOf(run, id);
    const unpaid = sum === 0n ? whyUnpaid(run.member) : undefined;
    return {
      rule: `A bonus of the type ${type}, which an extension added that is no longer there.`,
      sentences: [unpaid?.sentence ?? `${run.words.money(sum)} by ${linesWord(run, id)}.`],
      reasons: unpaid === undefined ? [] : [unpaid.reason],
      figures: {},
    };
  },
  explainLine: (_, { bonus }) => `By the bonus ${bonus}.`,
};

/** The types that there are without extensions. */
export const OWN_BONUS_TYPES = new BonusTypes();
