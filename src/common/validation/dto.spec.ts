import { describe, expect, it } from '@jest/globals';
import { Type } from 'class-transformer';
import { IsUUID, ValidateNested } from 'class-validator';
import fc from 'fast-check';
import { judgeByLibrary, judgeDto } from './dto.js';
import { constraint, IntegerField, ObjectField, ObjectListField, TextField } from './fields.js';

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
    const { dto, errors } = judgeDto(Whole, plain);
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
    const { dto } = judgeDto(Whole, { main: { id: 3 }, parts: [], name: 'a' });
    expect(Object.keys(dto)).toEqual(['colour', 'main', 'parts', 'name']);
  });

  it('names each problem by its field and the way to it, those of inherited fields too', () => {
    const { errors } = judgeDto(Whole, { parts: [{ id: 1 }, {}, 5, { id: 0 }], main: [] });
    expect(errors).toEqual({
      name: [{ message: 'is required' }],
      parts: [
        { message: 'must have at most 3 entries' },
        { message: 'is required', path: 'parts[1].id' },
        { message: 'must be between 1 and 9007199254740991', path: 'parts[3].id' },
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
    ['parts', [[{}]], 'must hold objects only'],
    ['parts', [1, 'x', null], 'must hold objects only'],
    ['main', [{}], 'must be an object'],
    ['main', 'text', 'must be an object'],
  ])('tells of another shape of %s, %j, that and nothing else', (field, value, message) => {
    const fine = { name: 'a', parts: [], main: { id: 1 } };
    expect(judgeDto(Whole, { ...fine, [field]: value }).errors).toEqual({ [field]: [{ message }] });
  });

  it('looks at what was sent, not at what every object inherits', () => {
    expect(judgeDto(Part, Object.create({ id: 1 })).errors).toEqual({ id: [{ message: 'is required' }] });
  });

  it('says the same as class-validator', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(1, 0, -1, 1.5, 'a', '', 'x'.repeat(11), null, true),
        tie('part'),
        fc.array(tie('any')),
      ),
      part: fc.record({ id: tie('any'), name: tie('any'), constructor: tie('any') }, { requiredKeys: [] }),
    })).any;
    // Of an object in place of a list, and the other way round, class-validator tells more than that it is one.
    const part = fc.record({ id: value, name: value, constructor: value }, { requiredKeys: [] });
    const scalar = fc.constantFrom(1, 0, 1.5, 'a', '', null, true);
    const parts = fc.oneof(scalar, fc.array(fc.oneof(scalar, part), { maxLength: 5 }));
    const body = fc.record(
      { name: value, colour: value, parts, main: fc.oneof(scalar, part), more: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(body, (plain) => {
        const [ours, theirs] = [judgeDto(Whole, plain), judgeByLibrary(Whole, plain)];
        expect(ours.errors).toEqual(theirs.errors);
        if (Object.keys(ours.errors).length === 0) expect(ours.dto).toStrictEqual(theirs.dto);
      }),
      { numRuns: 1_000 },
    );
  });

  it('leaves a class with other rules to class-validator', () => {
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
    expect(judgeDto(Outer, { inner: { name: 'a', id: 'b' } }).errors).toEqual({
      inner: [{ message: 'id must be a UUID', path: 'inner.id' }],
    });
  });

  it('heeds a further rule of a field', () => {
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
    expect(judgeDto(Coded, { code: 'y' }).errors).toEqual({ code: [{ message: 'must be x' }] });
    expect(judgeDto(Bearing, { name: 'a', part: {} }).errors).toEqual({
      part: [{ message: 'is required', path: 'part.id' }],
    });
  });

  it('refuses what is no object', () => {
    for (const plain of [null, 5, 'x', []]) {
      expect(judgeDto(Part, plain).errors).toEqual({ detail: [{ message: 'the body must be a JSON object' }] });
    }
  });
});
