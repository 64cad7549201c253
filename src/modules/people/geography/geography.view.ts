import { ApiProperty } from '#common/openapi/decorators.js';

/** A country. */
export class CountryView {
  @ApiProperty({ example: 'DE', description: 'ISO 3166-1 alpha-2' })
  code!: string;

  @ApiProperty({ example: 'Germany', description: 'English name' })
  name!: string;
}

/** A state, province or other subdivision of a country. */
export class StateView {
  @ApiProperty({ example: 'US-CA', description: 'ISO 3166-2' })
  code!: string;

  @ApiProperty({ example: 'California' })
  name!: string;
}

/** All countries. */
export class CountriesView {
  @ApiProperty({ type: [CountryView] })
  countries!: CountryView[];
}

/** The states of a country. */
export class StatesView {
  @ApiProperty({ type: [StateView] })
  states!: StateView[];
}
