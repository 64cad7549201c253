import { describe, expect, it } from '@jest/globals';
import { Type } from 'class-transformer';
import { Allow, IsUUID, ValidateNested } from 'class-validator';
import { classConstraint, ExactKeys, innerConstraint } from './constraint.js';
import type { FieldErrors } from '../errors/app-error.js';
import { addProblem, copyProblems, isSound, validateDto } from './dto.js';
import { constraint, IntegerField, ObjectField, ObjectListField, TextField } from './fields.js';
import { asSent } from './instance.js';

class Part {
  @IntegerField()
  id!: number;
}

class Base {
  @TextField({ max: 10 })
  name!: string;

  @TextField({ max: 10, optional: true })
  colour = 'red';
}

class Whole extends Base {
  @ObjectListField(() => Part, { max: 3 })
  parts!: Part[];

  @ObjectField(() => Part, { optional: true })
  main?: Part;
}

describe('holding a plain value against a DTO', () => {
  it('gives instances of the classes, also inside, without fields that they do not have', () => {
    const plain = { name: 'a', parts: [{ id: 1, more: 2 }], main: { id: 3 }, more: 4, constructor: 5 };
    const { dto, errors } = validateDto(Whole, plain);
    expect(errors).toEqual({});
    expect(dto).toStrictEqual(
      Object.assign(new Whole(), {
        name: 'a',
        parts: [Object.assign(new Part(), { id: 1 })],
        main: Object.assign(new Part(), { id: 3 }),
      }),
    );
    expect(dto.colour).toBe('red');
  });

  it('keeps the order in which fields came', () => {
    const { dto } = validateDto(Whole, { main: { id: 3 }, parts: [], name: 'a' });
    expect(Object.keys(dto)).toEqual(['colour', 'main', 'parts', 'name']);
  });

  it('names each problem by its field and the way to it, those of inherited fields too', () => {
    const { errors } = validateDto(Whole, { parts: [{ id: 1 }, {}, { id: 0 }], main: [] });
    expect(errors).toEqual({
      name: [{ message: 'is required' }],
      parts: [
        { message: 'is required', path: 'parts[1].id' },
        { message: 'must be between 1 and 9007199254740991', path: 'parts[2].id' },
      ],
      main: [{ message: 'must be an object' }],
    });
  });

  it.each([
    ['parts', {}, 'must be an array'],
    ['parts', { id: 0 }, 'must be an array'],
    ['parts', null, 'must not be null'],
    ['parts', 'text', 'must be an array'],
    ['parts', 5, 'must be an array'],
    ['parts', [{}, {}, {}, {}], 'must have at most 3 entries'],
    ['parts', [[{}]], 'must hold objects only'],
    ['parts', [1, 'x', null], 'must hold objects only'],
    ['main', [{}], 'must be an object'],
    ['main', 'text', 'must be an object'],
  ])('tells of another shape of %s, %j, that and nothing else', (field, value, message) => {
    const fine = { name: 'a', parts: [], main: { id: 1 } };
    expect(validateDto(Whole, { ...fine, [field]: value }).errors).toEqual({ [field]: [{ message }] });
  });

  it('looks at what was sent, not at what every object inherits', () => {
    expect(validateDto(Part, Object.create({ id: 1 })).errors).toEqual({ id: [{ message: 'is required' }] });
  });

  it('takes rules of class-validator itself', () => {
    class Foreign {
      @TextField({ max: 10 })
      name!: string;

      @IsUUID()
      id!: string;
    }
    class Outer {
      @ObjectField(() => Foreign)
      inner!: Foreign;
    }
    expect(validateDto(Outer, { inner: { name: 'a', id: 'b' } }).errors).toEqual({
      inner: [{ message: 'id must be a UUID', path: 'inner.id' }],
    });
  });

  it('applies a further rule of a field', () => {
    class Coded {
      @TextField({ max: 20 })
      @constraint((value) => (value === 'x' ? undefined : 'must be x'))
      code!: string;
    }
    class Bearing {
      @TextField({ max: 20 })
      name!: string;

      @ValidateNested()
      @Type(() => Part)
      part!: Part;
    }
    expect(validateDto(Coded, { code: 'y' }).errors).toEqual({ code: [{ message: 'must be x' }] });
    expect(validateDto(Bearing, { name: 'a', part: {} }).errors).toEqual({
      part: [{ message: 'is required', path: 'part.id' }],
    });
  });

  it('tells each problem inside a field, and of a whole class after those of its fields', () => {
    @classConstraint((dto) => (Object.keys(dto).length > 1 ? [{ at: '.list[0].a', message: 'is too much' }] : []))
    class Several {
      @ObjectListField(() => Part, { optional: true, max: 1 })
      list?: Part[];

      @ObjectField(() => Part, { optional: true, nullable: true })
      @innerConstraint(() => [
        { at: '.a', message: 'is wrong' },
        { at: '', message: 'is bad' },
      ])
      main?: Part | null;
    }
    const inner = [{ path: 'main.a', message: 'is wrong' }, { message: 'is bad' }];
    expect(validateDto(Several, { main: { id: 1 } }).errors).toEqual({ main: inner });
    expect(validateDto(Several, { main: { id: 1 }, list: [{}] }).errors).toEqual({
      main: inner,
      list: [
        { path: 'list[0].id', message: 'is required' },
        { path: 'list[0].a', message: 'is too much' },
      ],
    });
    expect(validateDto(Several, { main: null }).errors).toEqual({});
  });

  it('names keys beyond those of a class that has exact ones, whatever they are called, up to twenty', () => {
    @ExactKeys()
    class Exact {
      @IntegerField()
      id!: number;
    }
    class Nesting {
      @ObjectField(() => Exact)
      exact!: Exact;
    }
    const plain = JSON.parse('{"exact":{"constructor":1,"__proto__":{},"":2,"hasOwnProperty":3}}') as object;
    expect(validateDto(Nesting, plain).errors.exact?.map(({ path }) => path)).toEqual([
      'exact.id',
      'exact.constructor',
      'exact.__proto__',
      'exact.',
      'exact.hasOwnProperty',
    ]);
    expect(validateDto(Exact, { id: 1, more: 2 }).errors).toEqual({ more: [{ message: 'is not one of id' }] });
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, 1]));
    expect(Object.keys(validateDto(Exact, { id: 1, ...many }).errors)).toHaveLength(20);
  });

  it('keeps what was sent beside the fields, for rules that only the database knows', () => {
    const { dto } = validateDto(Whole, { name: 'a', parts: [{ id: 1, more: 2 }, { id: 2 }] });
    expect(dto.parts.map(asSent)).toEqual([{ id: 1, more: 2 }, { id: 2 }]);
  });

  it('refuses what class-validator has no rule for: a class without rules, an object without a type', () => {
    class Untyped {
      @ValidateNested()
      part!: Part;

      @Allow()
      any?: unknown;
    }
    class Bare {}
    const message = 'an unknown value was passed to the validate function';
    expect(validateDto(Bare, {}).errors).toEqual({ detail: [{ message }] });
    expect(validateDto(Untyped, { part: { id: 'x' }, any: {} }).errors).toEqual({ part: [{ message }] });
  });

  it('refuses what is no object', () => {
    for (const plain of [null, 5, 'x', []]) {
      expect(validateDto(Part, plain).errors).toEqual({ detail: [{ message: 'the body must be a JSON object' }] });
    }
  });
});

describe('adding a problem', () => {
  it('takes fields that are called as what every object has', () => {
    const errors: FieldErrors = {};
    for (const field of ['__proto__', 'constructor', 'constructor']) addProblem(errors, field, 'is not known here');
    const problem = { message: 'is not known here' };
    expect(Object.entries(errors)).toEqual([
      ['__proto__', [problem]],
      ['constructor', [problem, problem]],
    ]);
    expect(JSON.stringify(errors)).toContain('"__proto__":[{');
  });
});

it('copied problems are independent of their origin', () => {
  const origin: FieldErrors = { name: [{ message: 'is required' }] };
  copyProblems(origin).name?.push({ message: 'again' });
  expect(origin.name).toHaveLength(1);
});

it.each([
  ['username', {}, true],
  ['username', { email: [{}] }, true],
  ['username', { username: [{}] }, false],
  ['username', { detail: [{}] }, false],
  ['sso', { sso: [{ path: 'sso.login_url' }] }, false],
  ['sso.login_url', { sso: [{}] }, false],
  ['sso.login_url', { sso: [{ path: 'sso.login_url' }] }, false],
  ['sso.login_url', { sso: [{ path: 'sso.logout_url' }] }, true],
])('whether %s can be looked up with %j: %j', (path, errors, expected) => {
  expect(isSound(errors as FieldErrors, path)).toBe(expected);
});
