import type * as Swagger from '@nestjs/swagger';

/**
 * The decorators of `@nestjs/swagger` that describe routes and views, under their own names. They wait until a document
 * is built: the package loads hundreds of files, which a service needs only when somebody asks for its document.
 */
type Library = typeof Swagger;
type Place = [target: object, key?: string | symbol, descriptor?: PropertyDescriptor];

const waiting: ((library: Library) => void)[] = [];

/** Puts on all decorators that wait, in the order in which they were written. */
export function describeAll(library: Library): void {
  for (const describe of waiting.splice(0)) describe(library);
}

export const ApiBody = later('ApiBody');
export const ApiConsumes = later('ApiConsumes');
export const ApiExcludeController = later('ApiExcludeController');
export const ApiExcludeEndpoint = later('ApiExcludeEndpoint');
export const ApiExtraModels = later('ApiExtraModels');
export const ApiHeader = later('ApiHeader');
export const ApiOperation = later('ApiOperation');
export const ApiProperty = later('ApiProperty');
export const ApiPropertyOptional = later('ApiPropertyOptional');
export const ApiQuery = later('ApiQuery');
export const ApiSecurity = later('ApiSecurity');
export const ApiTags = later('ApiTags');

/** What the library's decorator of that name takes and gives, but for when it acts. */
function later<Name extends keyof Library>(name: Name): Library[Name] {
  const decorator = (...options: unknown[]) => {
    return (...place: Place): void => {
      waiting.push((library) => {
        const make = library[name] as (...options: unknown[]) => (...place: Place) => void;
        make(...options)(...place);
      });
    };
  };
  return decorator as Library[Name];
}
