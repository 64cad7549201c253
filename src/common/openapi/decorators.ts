import type * as Swagger from '@nestjs/swagger';

type Library = typeof Swagger;
type Place = [target: object, key?: string | symbol, descriptor?: PropertyDescriptor];
type Decorator = ClassDecorator & MethodDecorator & PropertyDecorator;

const waiting: ((library: Library) => void)[] = [];

/** Applies all deferred decorators, in their original order. */
export function describeAll(library: Library): void {
  for (const describe of waiting.splice(0)) describe(library);
}

/**
 * Decorators of `@nestjs/swagger`, applied only when a document is built: the package loads hundreds of files, which would slow
 * down every start.
 */
export function later(
  decorators: (library: Library) => (ClassDecorator | MethodDecorator | PropertyDecorator)[],
): Decorator {
  return (...place: Place): void => {
    waiting.push((library) => {
      for (const decorate of decorators(library)) (decorate as (...place: Place) => void)(...place);
    });
  };
}

const models = new Map<string, object>();

/**
 * Describes a property of a class, which becomes a schema that has the name of the class.
 * @throws Error if another class has that name: one of the two schemas would silently be left out
 */
function property(describe: (library: Library) => PropertyDecorator): PropertyDecorator {
  return (target, key) => {
    later((library) => {
      const { name } = target.constructor;
      const known = models.get(name) ?? target;
      if (known !== target) throw new Error(`Two classes are called ${name}; schemas are told apart by these names.`);
      models.set(name, target);
      return [describe(library)];
    })(target, key);
  };
}

/** The prototype of the class of a schema, by its name. */
export function prototypeOf(schema: string): object | undefined {
  return models.get(schema);
}

/** `@ApiProperty` of `@nestjs/swagger`, deferred. */
export const ApiProperty: Library['ApiProperty'] = (options) => property((library) => library.ApiProperty(options));

/** `@ApiPropertyOptional`, deferred. */
export const ApiPropertyOptional: Library['ApiPropertyOptional'] = (options) =>
  property((library) => library.ApiPropertyOptional(options));

/** What a property may say beside its kind. */
interface PropertyOptions {
  /** It may be `null`. */
  nullable?: boolean;
  /** It may be missing. */
  optional?: boolean;
  format?: 'date' | 'email' | 'uri';
  /** Of objects and lists of them, whose parts have examples of their own. */
  example?: unknown;
}

type Words = [description?: string, options?: PropertyOptions] | [options: PropertyOptions];
type Class = abstract new (...args: never[]) => object;

function propertyOf(kind: Swagger.ApiPropertyOptions, words: Words, example?: unknown): PropertyDecorator {
  const [description, options = {}] = typeof words[0] === 'object' ? [undefined, words[0]] : words;
  const { optional, ...rest } = options;
  const described = { example, ...rest, description, ...(optional ? { required: false } : {}) };
  const describe = ApiProperty({ ...kind, ...described } as Swagger.ApiPropertyOptions);
  return (target, key) => {
    properties.set(target, {
      ...properties.get(target),
      [key]: { ...kind, isOptional: optional === true } as PropertyKind,
    });
    describe(target, key);
  };
}

/** What a property is: a text that people chose, one of the service's own words, a number, an object, a list of them. */
export interface PropertyKind {
  readonly type: unknown;
  readonly format?: string;
  readonly enum?: unknown;
  readonly isArray?: boolean;
  /** Whether some answers lack it. */
  readonly isOptional: boolean;
}

const properties = new WeakMap<object, Record<string | symbol, PropertyKind>>();

/** The properties of a class that the decorators below describe, inherited ones first. */
export function propertiesOf(of: Class): Readonly<Record<string, PropertyKind>> {
  const known = [];
  for (
    let target = of.prototype as object | null;
    target !== null;
    target = Object.getPrototypeOf(target) as object | null
  )
    known.unshift(properties.get(target));
  return Object.assign({}, ...known) as Record<string, PropertyKind>;
}

/** A text. */
export function TextProperty(example: string | null, ...words: Words): PropertyDecorator {
  return propertyOf({ type: String }, words, example);
}

/** A point in time, in UTC. */
export function InstantProperty(example: string | null, ...words: Words): PropertyDecorator {
  return propertyOf({ type: String, format: 'date-time' }, words, example);
}

/** A UUID. */
export function UuidProperty(example: string | null, ...words: Words): PropertyDecorator {
  return propertyOf({ type: String, format: 'uuid' }, words, example);
}

/** A whole number. */
export function IntegerProperty(example: number | null, ...words: Words): PropertyDecorator {
  return propertyOf({ type: 'integer' }, words, example);
}

/** A number that may have decimals: an amount, a volume, a percentage. */
export function NumberProperty(example: number | null, ...words: Words): PropertyDecorator {
  return propertyOf({ type: Number }, words, example);
}

/** true or false. */
export function BooleanProperty(example: boolean | null, ...words: Words): PropertyDecorator {
  return propertyOf({ type: Boolean }, words, example);
}

/** One of a few words; a function for those that are not known yet while classes are loaded. */
export function ChoiceProperty(
  choices: readonly string[] | (() => readonly string[]),
  example: string | null,
  ...said: Words
): PropertyDecorator {
  const words = typeof choices === 'function' ? () => [...choices()] : [...choices];
  return propertyOf({ type: String, enum: words }, said, example);
}

/** An object of a class, or of the class that a function tells, where two classes name each other. */
export function ObjectProperty(of: Class | (() => Class), ...words: Words): PropertyDecorator {
  return propertyOf({ type: classOf(of) }, words);
}

/** A list of objects of a class. */
export function ListProperty(of: Class | (() => Class), ...words: Words): PropertyDecorator {
  return propertyOf({ type: classOf(of), isArray: true }, words);
}

/** A list of texts. */
export function TextListProperty(example: readonly string[], ...words: Words): PropertyDecorator {
  return propertyOf({ type: String, isArray: true }, words, example);
}

/** A list of some of a few words. */
export function ChoiceListProperty(
  choices: readonly string[],
  example: readonly string[],
  ...words: Words
): PropertyDecorator {
  return propertyOf({ type: String, isArray: true, enum: [...choices] }, words, example);
}

/** The library knows a function that tells a class by its name, `type`. */
function classOf(of: Class | (() => Class)): Class {
  return 'prototype' in of ? (of as Class) : ({ type: () => (of as () => Class)() }.type as unknown as Class);
}

/**
 * Makes properties that a class inherits as optional ones required. The library would forget of what a list is: a list is
 * declared again, with its `type`.
 * @throws Error for a property that is a list
 */
export function RequiredProperties(...names: readonly string[]): ClassDecorator {
  return (target) => {
    for (const name of names) {
      if (Reflect.getMetadata('design:type', target.prototype as object, name) === Array)
        throw new Error(`${target.name}.${name} is a list: declare it again, with the type of its items.`);
      ApiProperty({ required: true })(target.prototype as object, name);
    }
  };
}

/** The schema of a list of words that extensions add to: they are asked for each time a document is built. */
export function listOf(words: () => readonly string[]): { type: 'array'; items: { type: 'string'; enum: string[] } } {
  const items = {
    type: 'string' as const,
    get enum() {
      return [...words()];
    },
  };
  return { type: 'array', items };
}

/** A tag of the document. */
export interface Tag {
  name: string;
  /** Sort order: the client API up to 100, then the admin module. */
  order: number;
  description: string;
}

const tags = new Map<string, Tag>();

/** Sets the tag of a controller's operations; one controller of each tag describes it, the others only name it. */
export function tagged(tag: Tag | string): ClassDecorator {
  if (typeof tag !== 'string') tags.set(tag.name, tag);
  return later(({ ApiTags }) => [ApiTags(typeof tag === 'string' ? tag : tag.name)]);
}

/** The tags with these names for the document: sorted, those without a description last. */
export function describedTags(names: Iterable<string>): { name: string; description?: string }[] {
  const orderOf = (name: string): number => tags.get(name)?.order ?? Infinity;
  return [...names]
    .sort((a, b) => (orderOf(a) === orderOf(b) ? (a < b ? -1 : 1) : orderOf(a) - orderOf(b)))
    .map((name) => ({ name, description: tags.get(name)?.description }));
}

/** The schema of any JSON value. */
export const ANY_VALUE = {
  anyOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
    { type: 'null' },
  ],
};
